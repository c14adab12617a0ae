import { UNRESOLVED_STATUSES } from "../../../contract/inbox/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { CoachTask } from "../../../db/inbox/coach-task.ts";
import type { Tx } from "../../../db/transact.ts";
import { mayUndo } from "../../../rules/inbox/judge-act.ts";
import { UNCLOSED } from "../apply-outcome.ts";
import {
  type ActedOn,
  beginTaskAct,
  change,
  rescore,
  type TaskActing,
  type TaskAtHand,
} from "./begin-task-act.ts";
import { askSource } from "./start-task.ts";
import { recordChanges } from "../task-events.ts";

/**
 * A coach takes back, within ten minutes, that a task was resolved or dismissed: it is what it was, and what was told
 * stays told. The source is asked: what it has closed by now, or what another task of the case is there for, stays
 * closed.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT (not one's own, too late, overtaken), RELATIONSHIP_INACTIVE.
 */
export async function undoDecision(tx: Tx, acting: TaskActing): Promise<ActedOn> {
  const { byUserId, requestId } = acting;
  const atHand = await beginTaskAct(tx, acting, { act: "UNDO" });
  const { task, now } = atHand;
  const decision = { byUserId: task.closedByUserId, closedAt: task.closedAt };
  if (!mayUndo(decision, byUserId, now)) throw new Refusal("STATE_CONFLICT");
  await refuseOvertaken(tx, atHand);
  const isAsleep =
    task.statusBeforeClose === "SNOOZED" && task.snoozedUntil !== null && task.snoozedUntil > now;
  const former = task.statusBeforeClose === "IN_PROGRESS" ? "IN_PROGRESS" : "OPEN";
  const status = isAsleep ? "SNOOZED" : former;
  change(tx, atHand, { ...UNCLOSED, status, reopenReason: "UNDONE" });
  rescore(tx, atHand);
  await tx.flush();
  const told = { task, type: "reopened", byUserId, metadata: { reopenReason: "UNDONE" } } as const;
  await recordChanges(tx, [told], { now, requestId });
  await askSource(tx, acting, atHand);
  if (task.closedAt !== null) throw new Refusal("STATE_CONFLICT");
  return atHand;
}

/** @throws Refusal STATE_CONFLICT, with the task of the same case that stands by now. */
async function refuseOvertaken(tx: Tx, { task }: TaskAtHand): Promise<void> {
  const { workspaceId, dedupeKey } = task;
  const status = { $in: [...UNRESOLVED_STATUSES] };
  const newer = await tx.findOne(CoachTask, { workspaceId, dedupeKey, status });
  if (newer !== null) throw new Refusal("STATE_CONFLICT", { conflictingId: newer.id });
}
