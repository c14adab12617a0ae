import { hash } from "node:crypto";
import { taskId, taskItemId } from "../../../contract/agenda/task-id.ts";
import type { TaskKind } from "../../../contract/agenda/kinds/task-definitions.ts";
import type { Digest } from "../../../contract/digest.ts";
import type { RelationshipDay } from "../../../db/agenda/queries.ts";
import type { AskingPlan } from "../../../db/plans/asking-plans.ts";
import type { DayTask } from "../../../rules/agenda/agenda-task.ts";
import { materialiseTask, sourceKeyOf } from "../../../rules/plans/materialise-task.ts";
import { keyOf, planItemsOf } from "../../../rules/plans/plan-items.ts";

/** A day of a relationship and its time zone. */
export interface ZonedDay extends RelationshipDay {
  readonly timezone: string;
}

/** A day that gets a task, and the kind of task. */
interface TaskDay extends ZonedDay {
  readonly taskKind: TaskKind;
  readonly now: Date;
}

/** The task of an assigned plan on a day, as it would be created now. */
export async function plannedTaskOf(assigned: AskingPlan, day: TaskDay): Promise<DayTask> {
  const { localDate, timezone, taskKind, now } = day;
  const { workspaceId, relationshipId, content } = assigned;
  const key = { relationshipId, localDate, taskKind, sourceKey: sourceKeyOf(assigned) };
  const itemIds = planItemsOf(content).map(
    async (item) => await taskItemId(key, keyOf(item), digestOfIds),
  );
  return materialiseTask(
    assigned,
    { workspaceId, relationshipId, timezone },
    {
      localDate,
      now,
      taskKind,
      taskId: await taskId(key, digestOfIds),
      itemIds: await Promise.all(itemIds),
      formAssignmentId: await taskItemId(key, "form", digestOfIds),
    },
  );
}

/** Synchronous: a day of many relationships has thousands of ids. */
export const digestOfIds: Digest = (bytes) => new Uint8Array(hash("sha256", bytes, "buffer"));
