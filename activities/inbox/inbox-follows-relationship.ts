import { UNRESOLVED_STATUSES } from "../../contract/inbox/vocabulary.ts";
import { ALL_UNSWEPT, CoachTask } from "../../db/inbox/coach-task.ts";
import type { Tx } from "../../db/transact.ts";
import type { ChangedRelationship, RelationshipHook } from "../relationships/relationship-hook.ts";
import { recordChanges } from "./task-events.ts";
import { scoreColumns, zonedDue } from "./task-score.ts";

/** The unresolved tasks of a client are scored anew with the relationship, and leave the inbox with its end. */
export const inboxFollowsRelationship: RelationshipHook = {
  zoneChanged: rescore,
  activated: rescore,
  paused: rescore,
  resumed: rescore,
  ended: archive,
};

const unresolvedOf = ({ relationship }: ChangedRelationship) => ({
  relationshipId: relationship.id,
  status: { $in: [...UNRESOLVED_STATUSES] },
});

async function rescore(tx: Tx, changed: ChangedRelationship): Promise<null> {
  const { relationship, now } = changed;
  for (const task of await tx.find(CoachTask, unresolvedOf(changed), ALL_UNSWEPT)) {
    tx.assign(task, zonedDue(task.dueAt, relationship));
    const client = { clientStatus: relationship.status, isPinned: task.pinPart > 0 };
    tx.assign(task, scoreColumns(task, client, now));
  }
  await tx.flush();
  return null;
}

async function archive(tx: Tx, changed: ChangedRelationship): Promise<null> {
  const { now, requestId } = changed;
  const tasks = await tx.find(CoachTask, unresolvedOf(changed));
  for (const task of tasks) {
    const statusBeforeClose = task.status;
    const revision = task.revision + 1;
    tx.assign(task, { status: "ARCHIVED", statusBeforeClose, closedAt: now, revision });
    tx.assign(task, { updatedAt: now });
  }
  await tx.flush();
  const changes = tasks.map((task) => ({ task, type: "archived", byUserId: null }) as const);
  if (changes.length > 0) await recordChanges(tx, changes, { now, requestId });
  return null;
}
