import { inboxTaskActor as definition } from "../../../contract/inbox/inbox-task-actor.ts";
import { registerActor, type SettlingDeps } from "../../outbox/register-actor.ts";
import { settleInboxTask } from "./settle-inbox-task.ts";
import { settleNewTasks } from "./settle-new-tasks.ts";
import type { TaskAgenda } from "./task-agenda.ts";

/**
 * The actor of a coach task: wakes it after its snooze, reopens it when it is idle, and reports when it is late
 * (docs/rooms/actors.md#kinds).
 */
export const inboxTaskActor = registerActor(definition, {
  settle: ({ em }: SettlingDeps, { taskId }) => settleInboxTask(em, { taskId }),
  newActors: {
    event: "CoachTaskCreated",
    settle: async (em, subjects) => {
      const settlements = await settleNewTasks(
        em,
        subjects.map(({ taskId }) => taskId),
      );
      return settlements.map(({ taskId, agenda }) => ({ subject: { taskId }, agenda }));
    },
  },
  attributes: ({ task }) => ({
    WorkspaceId: task?.workspaceId ?? null,
    RelationshipId: task?.relationshipId ?? null,
    InboxStatus: task?.status ?? null,
    TaskType: task?.taskType ?? null,
    Severity: task?.severity ?? null,
  }),
  details,
});

function details({ task }: TaskAgenda): readonly string[] {
  if (task === null) return ["There is no such task."];
  const { taskType, severity, status, snoozedUntil, dueAt } = task;
  return [
    `**${taskType}**, ${severity}, is **${status}**.`,
    `Snoozed until: ${snoozedUntil ?? "it is not"}. Due: ${dueAt ?? "no instant"}.`,
  ];
}
