import { hash } from "node:crypto";
import { taskId, taskItemId } from "../../../contract/agenda/task-id.ts";
import type { Digest } from "../../../contract/digest.ts";
import type { RelationshipDay } from "../../../db/agenda/queries.ts";
import type { RunningAssignment } from "../../../db/plans/running-assignments.ts";
import type { DayTask } from "../../../rules/agenda/agenda-task.ts";
import { materialiseTask, sourceKeyOf } from "../../../rules/plans/materialise-task.ts";

/** A day of a relationship and the zone it is counted in. */
export interface ZonedDay extends RelationshipDay {
  readonly timezone: string;
}

/** The task that an assigned plan asks for on a day, as it would be made now. */
export async function taskOf(
  assigned: RunningAssignment,
  { localDate, timezone }: ZonedDay,
  now: Date,
): Promise<DayTask> {
  const { workspaceId, relationshipId, plan } = assigned;
  const key = {
    relationshipId,
    localDate,
    taskKind: plan.kind,
    sourceKey: sourceKeyOf(assigned),
  };
  const itemIds = plan.items.map(async ({ itemKey }) => await taskItemId(key, itemKey, digest));
  return materialiseTask(
    assigned,
    { workspaceId, relationshipId, timezone },
    { localDate, now, taskId: await taskId(key, digest), itemIds: await Promise.all(itemIds) },
  );
}

/** At once: a day of many relationships has thousands of ids. */
const digest: Digest = (bytes) => new Uint8Array(hash("sha256", bytes, "buffer"));
