import { defineEntity, p } from "@mikro-orm/postgresql";
import type { CoachTaskType } from "../../../contract/inbox/source-vocabulary.ts";

const CoachTaskCountSchema = defineEntity({
  name: "CoachTaskCount",
  properties: {
    id: p.uuid().primary(),
    workspaceId: p.uuid(),
    relationshipId: p.uuid(),
    taskType: p.text().$type<CoachTaskType>(),
    /** The assignee, else the responsible coach. */
    coachUserId: p.uuid(),
    openCount: p.integer(),
    inProgressCount: p.integer(),
    snoozedCount: p.integer(),
    /** Open or in progress, and HIGH or URGENT. */
    highCount: p.integer(),
    /** Open or in progress, and URGENT. */
    urgentCount: p.integer(),
    /** Whether it waits to be summed. */
    isChange: p.boolean(),
  },
  indexes: [
    { name: "coach_task_count_workspace_idx", properties: ["workspaceId", "relationshipId"] },
    { name: "coach_task_count_change_idx", properties: "id", where: "is_change" },
  ],
});

/**
 * A summand of the number of a client's unresolved tasks (docs/rooms/inbox.md#kept-counts). Triggers of `coach_task`
 * insert them; the number is their sum.
 */
export class CoachTaskCount extends CoachTaskCountSchema.class {}
CoachTaskCountSchema.setClass(CoachTaskCount);
