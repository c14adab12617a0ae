import type { CoachTaskAct, DismissReason } from "../../../contract/inbox/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { CoachTask, UNSWEPT } from "../../../db/inbox/coach-task.ts";
import { getClientState, type ClientState } from "../../../db/inbox/inbox-rows.ts";
import { lockScope } from "../../../db/lock-scopes.ts";
import { tables } from "../../../db/tables.ts";
import { clockNow, type Tx } from "../../../db/transact.ts";
import { judgeAct, statusAt } from "../../../rules/inbox/judge-act.ts";
import { scoreColumns } from "../task-score.ts";

/** On whose word something is done to a task, and what they saw of it. */
export interface TaskActing {
  readonly workspaceId: string;
  readonly taskId: string;
  readonly byUserId: string;
  /** The revision that the coach saw; null where it does not matter. */
  readonly expectedRevision: number | null;
  readonly requestId: string;
}

/** A task under the lock of its relationship. */
export interface TaskAtHand {
  readonly task: CoachTask;
  readonly relationship: ClientState;
  readonly now: Date;
}

/** A task as an act left it. */
export type ActedOn = TaskAtHand;

/**
 * Locks the relationship of a task and reads it afresh. A task whose snooze is over is woken on the way: it counts as
 * awake before anybody came (docs/rules.md#inbox-acts).
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT (another revision than was seen).
 */
async function lockTask(tx: Tx, acting: TaskActing): Promise<TaskAtHand> {
  const { workspaceId, taskId: id, expectedRevision } = acting;
  const known = await tables(tx)
    .selectFrom("coachTask")
    .where("id", "=", id)
    .where("workspaceId", "=", workspaceId)
    .select("relationshipId")
    .executeTakeFirst();
  if (known === undefined) throw new Refusal("NOT_FOUND");
  await lockScope(tx, known.relationshipId);
  const now = await clockNow(tx);
  const task = await tx.findOneOrFail(CoachTask, { id, workspaceId }, UNSWEPT);
  const relationship = await getClientState(tx, known.relationshipId);
  if (expectedRevision !== null && expectedRevision !== task.revision)
    throw new Refusal("STATE_CONFLICT", { conflictingId: id });
  return { task, relationship, now };
}

/**
 * Locks a task for an act that its state has to admit.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT, RELATIONSHIP_INACTIVE, SNOOZE_NOT_ALLOWED.
 */
export async function beginTaskAct(
  tx: Tx,
  acting: TaskActing,
  wanted: WantedAct,
): Promise<TaskAtHand> {
  const atHand = await lockTask(tx, acting);
  requireAct(atHand, wanted);
  return atHand;
}

/** What is to be done to a task, as its state is asked for it. */
export interface WantedAct {
  readonly act: CoachTaskAct;
  readonly dismissReason?: DismissReason;
}

/** @throws Refusal STATE_CONFLICT, RELATIONSHIP_INACTIVE, SNOOZE_NOT_ALLOWED, where the state of a task does not admit it. */
export function requireAct(
  { task, relationship, now }: TaskAtHand,
  { act, dismissReason }: WantedAct,
): void {
  const standing = {
    status: statusAt(task, now),
    severity: task.severity,
    clientStatus: relationship.status,
  };
  const refusal = judgeAct(standing, act, dismissReason ?? null);
  if (refusal !== null) throw new Refusal(refusal);
}

/** Writes what an act changes, with a new revision unless it only moves the order. */
export function change(
  tx: Tx,
  { task, now }: TaskAtHand,
  changes: Partial<CoachTask>,
  { isSeen = true }: { readonly isSeen?: boolean } = {},
): void {
  const revision = isSeen ? task.revision + 1 : task.revision;
  tx.assign(task, { ...changes, revision, touchedAt: now, updatedAt: now });
}

/** Scores a task anew, pinned or not. */
export function rescore(
  tx: Tx,
  { task, relationship, now }: TaskAtHand,
  isPinned = task.pinPart > 0,
): void {
  tx.assign(task, scoreColumns(task, { clientStatus: relationship.status, isPinned }, now));
}
