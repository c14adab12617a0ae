import type {
  CoachTaskStatus,
  DismissReason,
  ResolutionType,
} from "../../contract/inbox/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { newId } from "../../db/new-id.ts";
import type { Tx } from "../../db/transact.ts";
import {
  isReviewedHere,
  judgeDismissal,
  judgeResolution,
  statusAt,
} from "../../rules/inbox/judge-act.ts";
import { isUnresolved } from "../../rules/inbox/settle-case.ts";
import { UNCLOSED } from "./apply-outcome.ts";
import {
  type ActedOn,
  beginTaskAct,
  change,
  type TaskActing,
  type TaskAtHand,
} from "./begin-task-act.ts";
import { recordChanges, refsOf } from "./task-events.ts";

/** How a coach has dealt with a task. */
export interface Resolution extends TaskActing {
  readonly resolutionType: ResolutionType;
  readonly note: string | null;
  readonly linkedActionId: string | null;
}

/**
 * Resolves a task on a coach's word (docs/rules.md#inbox-acts).
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT (closed already), RELATIONSHIP_INACTIVE, RESOLUTION_NOT_ALLOWED,
 *   NOTE_REQUIRED.
 */
export async function resolveTask(tx: Tx, resolution: Resolution): Promise<ActedOn> {
  const { resolutionType, note, linkedActionId, byUserId, requestId } = resolution;
  const atHand = await beginTaskAct(tx, resolution, "RESOLVE");
  const { task, now } = atHand;
  const refusal = judgeResolution(task, resolutionType, note);
  if (refusal !== null) throw new Refusal(refusal);
  const said = { resolutionType, note, linkedActionId, closedByUserId: byUserId };
  close(tx, atHand, "RESOLVED", said);
  await tx.flush();
  const told = { task, type: "resolved", byUserId, metadata: { resolutionType } } as const;
  await recordChanges(tx, [told], { now, requestId });
  return atHand;
}

/** A coach has looked at what a task is about. */
export interface SourceReview extends TaskActing {
  readonly note: string | null;
  /** Whether the coach may open it. */
  readonly mayOpen: (task: CoachTask) => boolean;
}

/**
 * Reviews what a task is about, where nothing else in the product does: a submitted form, skips. That completes its
 * source, and cannot be taken back (docs/rules.md#inbox-acts).
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT, RELATIONSHIP_INACTIVE, FORBIDDEN (may not open it),
 *   RESOLUTION_NOT_ALLOWED (reviewed elsewhere).
 */
export async function reviewSource(tx: Tx, review: SourceReview): Promise<ActedOn> {
  const { note, byUserId, requestId } = review;
  const atHand = await beginTaskAct(tx, review, "REVIEW");
  const { task, now } = atHand;
  if (!isReviewedHere(task.sourceKind)) throw new Refusal("RESOLUTION_NOT_ALLOWED");
  if (!review.mayOpen(task)) throw new Refusal("FORBIDDEN");
  const resolutionType = "SOURCE_COMPLETED";
  close(tx, atHand, "RESOLVED", { resolutionType, note, closedByUserId: null });
  await tx.flush();
  const type = task.sourceKind === "FORM" ? "FormSubmissionReviewed" : "ClientSkipReviewed";
  const reviewed = { eventId: newId(), type, subjectId: task.sourceId, version: 0 } as const;
  const told = { task, type: "resolved", byUserId, metadata: { resolutionType } } as const;
  const refs = { ...refsOf(task, byUserId), coachTaskId: task.id };
  await recordChanges(tx, [told], { now, requestId }, [{ ...reviewed, refs }]);
  return atHand;
}

/** Why a task is nothing for a coach. */
export interface Dismissal extends TaskActing {
  readonly dismissReason: DismissReason;
  readonly note: string | null;
  /** The task that it says again. */
  readonly duplicateOf: string | null;
  /** Stays away until it has happened so often again. */
  readonly untilOccurrences: number | null;
}

/**
 * Dismisses a task; its source stays as it is.
 *
 * @throws Refusal NOT_FOUND (also of the other task), STATE_CONFLICT, RELATIONSHIP_INACTIVE, RESOLUTION_NOT_ALLOWED
 *   (too severe to wait until it happens again), NOTE_REQUIRED.
 */
export async function dismissTask(tx: Tx, dismissal: Dismissal): Promise<ActedOn> {
  const { dismissReason, note, duplicateOf, untilOccurrences, byUserId, requestId } = dismissal;
  const atHand = await beginTaskAct(tx, dismissal, "DISMISS", dismissReason);
  const { task, now } = atHand;
  const refusal = judgeDismissal(task.severity, dismissReason, { note, untilOccurrences });
  if (refusal !== null) throw new Refusal(refusal);
  if (duplicateOf !== null) await requireOther(tx, atHand, duplicateOf);
  close(tx, atHand, "DISMISSED", {
    dismissReason,
    note,
    duplicateOf,
    dismissedUntilCount: untilOccurrences,
    closedByUserId: byUserId,
  });
  await tx.flush();
  const told = { task, type: "dismissed", byUserId, metadata: { dismissReason } } as const;
  await recordChanges(tx, [told], { now, requestId });
  return atHand;
}

/** @throws Refusal NOT_FOUND (no task of this client), STATE_CONFLICT (the same, or closed). */
async function requireOther(tx: Tx, { task }: TaskAtHand, otherId: string): Promise<void> {
  const { relationshipId } = task;
  const other = await tx.findOne(CoachTask, { id: otherId, relationshipId });
  if (other === null) throw new Refusal("NOT_FOUND");
  if (other === task || !isUnresolved(other.status)) throw new Refusal("STATE_CONFLICT");
}

function close(
  tx: Tx,
  atHand: TaskAtHand,
  status: CoachTaskStatus,
  said: Partial<CoachTask>,
): void {
  const { task, now } = atHand;
  const statusBeforeClose = statusAt(task, now);
  change(tx, atHand, { ...UNCLOSED, ...said, statusBeforeClose, status, closedAt: now });
}
