import { UNRESOLVED_STATUSES } from "../../contract/inbox/vocabulary.ts";
import { ORDERED_ROW_LOCKS, CoachTask } from "../../db/inbox/coach-task.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { insertInboxChanges } from "../../db/inbox/changes/insert-inbox-changes.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import type {
  ChangedRelationship,
  GivenRelationship,
  RelationshipHook,
} from "../relationships/relationship-hook.ts";
import { scoreColumns, zonedDue } from "./score-columns.ts";
import { archive } from "./upkeep/archive-closed-tasks.ts";

/** Changes of a relationship rescore the client's unresolved tasks; its end archives all of them. */
export const inboxFollowsRelationship: RelationshipHook = {
  zoneChanged: rescore,
  activated: rescore,
  paused: rescore,
  resumed: rescore,
  ended: archiveAll,
  coachChanged: hand,
};

const unresolvedOf = ({ relationship }: Pick<ChangedRelationship, "relationship">) => ({
  relationshipId: relationship.id,
  status: { $in: [...UNRESOLVED_STATUSES] },
});

async function rescore(tx: Tx, changed: ChangedRelationship): Promise<null> {
  const { relationship, now } = changed;
  const tasks = await tx.find(CoachTask, unresolvedOf(changed), ORDERED_ROW_LOCKS);
  for (const task of tasks) {
    tx.assign(task, zonedDue(task.dueAt, relationship));
    const client = { clientStatus: relationship.status, isPinned: task.pinPart > 0 };
    tx.assign(task, scoreColumns(task, client, now));
  }
  await tx.flush();
  await insertInboxChanges(executorOf(tx), tasks, { now });
  return null;
}

/** Tasks of the former coach pass to the new one; tasks assigned to another member stay with them. */
async function hand(tx: Tx, given: GivenRelationship): Promise<void> {
  const { relationship, fromCoachUserId, now } = given;
  const waiting = { ...unresolvedOf(given), coachUserId: fromCoachUserId };
  const tasks = await tx.find(CoachTask, waiting, ORDERED_ROW_LOCKS);
  for (const task of tasks) {
    const { coachUserId } = relationship;
    tx.assign(task, { coachUserId, revision: task.revision + 1, updatedAt: now });
  }
  await tx.flush();
  await insertInboxChanges(executorOf(tx), tasks, { now });
}

/** The end of a relationship archives all its tasks, open or closed. */
async function archiveAll(tx: Tx, changed: ChangedRelationship): Promise<null> {
  const { now, requestId, relationship } = changed;
  const all = { relationshipId: relationship.id, status: { $ne: "ARCHIVED" } } as const;
  await archive(tx, await tx.find(CoachTask, all, ORDERED_ROW_LOCKS), { now, requestId });
  return null;
}
