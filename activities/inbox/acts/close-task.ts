import type {
  CoachTaskStatus,
  DismissReason,
  ResolutionType,
  SourceKind,
} from "../../../contract/inbox/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import { newId } from "../../../db/new-id.ts";
import {
  isReviewedHere,
  judgeDismissal,
  judgeResolution,
  statusAt,
} from "../../../rules/inbox/judge-act.ts";
import { isUnresolved } from "../../../rules/inbox/settle-case.ts";
import { UNCLOSED } from "../apply-outcome.ts";
import { refsOf } from "../record-changes.ts";
import type { Actor, TaskAct } from "./task-act.ts";
import { change, type LoadedTask } from "./loaded-task.ts";

/** How a coach has dealt with a task. */
export interface Resolution {
  readonly resolutionType: ResolutionType;
  readonly note: string | null;
  readonly linkedActionId: string | null;
}

/** Resolves a task for a coach (docs/rooms/inbox.md#acts). Refuses with RESOLUTION_NOT_ALLOWED and NOTE_REQUIRED. */
export const resolving = (said: Resolution): TaskAct => ({
  act: "RESOLVE",
  decide(loaded, _known, { byUserId }) {
    const refusal = judgeResolution(loaded.task, said.resolutionType, said.note);
    if (refusal !== null) throw new Refusal(refusal);
    close(loaded, "RESOLVED", { ...said, closedByUserId: byUserId });
    return { type: "resolved", metadata: { resolutionType: said.resolutionType } };
  },
});

/** A coach has reviewed the source of a task. */
export interface SourceReview {
  readonly note: string | null;
}

/**
 * Reviews a source that has no review of its own elsewhere: a profile, a submitted form, skips. It completes the
 * source and cannot be undone (docs/rooms/inbox.md#acts). Refuses with RESOLUTION_NOT_ALLOWED (reviewed elsewhere)
 * and FORBIDDEN (may not open it).
 */
export const reviewing = ({ note }: SourceReview): TaskAct => ({
  act: "REVIEW",
  needs: { permission: true },
  decide(loaded, known, actor) {
    const { task } = loaded;
    if (!isReviewedHere(task.sourceKind)) throw new Refusal("RESOLUTION_NOT_ALLOWED");
    if (!known.mayOpen(task)) throw new Refusal("FORBIDDEN");
    const resolutionType = "SOURCE_COMPLETED";
    close(loaded, "RESOLVED", { resolutionType, note, closedByUserId: null });
    return { type: "resolved", metadata: { resolutionType }, further: [reviewed(task, actor)] };
  },
});

/** The review event of each source, except skips. */
const REVIEWS: Readonly<
  Partial<Record<SourceKind, "ClientProfileReviewed" | "FormSubmissionReviewed">>
> = { PROFILE: "ClientProfileReviewed", FORM: "FormSubmissionReviewed" };

function reviewed(task: CoachTask, { byUserId }: Actor) {
  const type = REVIEWS[task.sourceKind] ?? "ClientSkipReviewed";
  const refs = { ...refsOf(task, byUserId), coachTaskId: task.id };
  return { eventId: newId(), type, subjectId: task.sourceId, version: 0, refs } as const;
}

/** Why a coach dismisses a task. */
export interface Dismissal {
  readonly dismissReason: DismissReason;
  readonly note: string | null;
  /** The task that it duplicates. */
  readonly duplicateOf: string | null;
  /** The task stays dismissed until this many new occurrences. */
  readonly untilOccurrences: number | null;
}

/**
 * Dismisses a task; its source stays as it is. Refuses with NOT_FOUND (no such other task of this client),
 * STATE_CONFLICT (the other is the same, or closed), RESOLUTION_NOT_ALLOWED (too severe to wait for a repeat) and
 * NOTE_REQUIRED.
 */
export const dismissing = (dismissal: Dismissal): TaskAct => ({
  act: "DISMISS",
  dismissReason: dismissal.dismissReason,
  needs: dismissal.duplicateOf === null ? {} : { otherTaskId: dismissal.duplicateOf },
  decide(loaded, known, { byUserId }) {
    const { dismissReason, note, duplicateOf, untilOccurrences } = dismissal;
    const { severity } = loaded.task;
    const refusal = judgeDismissal(severity, dismissReason, { note, untilOccurrences });
    if (refusal !== null) throw new Refusal(refusal);
    if (duplicateOf !== null) requireOther(loaded, known.findTask(duplicateOf));
    const dismissedUntilCount = untilOccurrences;
    const said = { dismissReason, note, duplicateOf, dismissedUntilCount };
    close(loaded, "DISMISSED", { ...said, closedByUserId: byUserId });
    return { type: "dismissed", metadata: { dismissReason } };
  },
});

/** @throws Refusal NOT_FOUND (no task of this client), STATE_CONFLICT (the same, or closed). */
function requireOther({ task }: LoadedTask, other: CoachTask | null): void {
  if (other?.relationshipId !== task.relationshipId) throw new Refusal("NOT_FOUND");
  if (other.id === task.id || !isUnresolved(other.status))
    throw stateConflict("DUPLICATE_OF_ITSELF_OR_CLOSED");
}

function close(loaded: LoadedTask, status: CoachTaskStatus, said: Partial<CoachTask>): void {
  const { task, now } = loaded;
  const statusBeforeClose = statusAt(task, now);
  change(loaded, { ...UNCLOSED, ...said, statusBeforeClose, status, closedAt: now });
}
