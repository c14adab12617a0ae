import type { Tx } from "../../../db/transact.ts";
import { UNSNOOZED } from "../apply-outcome.ts";
import { type ActedOn, beginTaskAct, change, type TaskActing } from "./begin-task-act.ts";
import { settleSources } from "../settle-sources.ts";
import { recordChanges } from "../task-events.ts";

/**
 * A coach opens what a task points at (docs/rules.md#inbox-acts). The source is asked first: what needs nobody any more
 * is resolved by it, and said so.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT (not open), RELATIONSHIP_INACTIVE.
 */
export async function startTask(tx: Tx, acting: TaskActing): Promise<ActedOn> {
  const atHand = await beginTaskAct(tx, acting, { act: "START" });
  const { task, now } = atHand;
  const { byUserId, requestId } = acting;
  await askSource(tx, acting, atHand);
  if (task.closedAt !== null) return atHand;
  const startedAt = task.startedAt ?? now;
  change(tx, atHand, { status: "IN_PROGRESS", startedAt, ...UNSNOOZED });
  await tx.flush();
  await recordChanges(tx, [{ task, type: "viewed", byUserId }], { now, requestId });
  return atHand;
}

/** Brings a task to what its source says now, under the lock that is held. */
export async function askSource(
  tx: Tx,
  { requestId }: TaskActing,
  { task }: Pick<ActedOn, "task">,
): Promise<void> {
  await settleSources(tx, {
    relationshipIds: [task.relationshipId],
    kinds: [task.sourceKind],
    oldestDate: null,
    causes: new Map(),
    requestId,
  });
}
