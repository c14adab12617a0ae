import { defineActor } from "../outbox/define-actor.ts";

/** `inbox-task/{taskId}` (docs/rooms/actors.md#kinds). */
export const inboxTaskActor = defineActor({
  kind: "inbox-task",
  subject: ["taskId"],
  wakesOn: [
    "CoachTaskCreated",
    "CoachTaskRefreshed",
    "CoachTaskViewed",
    "CoachTaskSnoozed",
    "CoachTaskResolved",
    "CoachTaskDismissed",
    "CoachTaskReopened",
    "CoachTaskArchived",
  ],
  dueReasons: ["SNOOZE", "DUE", "GOAL", "IDLE", "NUDGE", "LOOK"],
  searchAttributes: ["WorkspaceId", "RelationshipId", "InboxStatus", "TaskType", "Severity"],
  defersStarts: true,
});
