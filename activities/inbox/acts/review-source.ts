import type { SourceKind } from "../../../contract/inbox/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import { newId } from "../../../db/new-id.ts";
import { isReviewedHere } from "../../../rules/inbox/judge-act.ts";
import { refsOf } from "../record-changes.ts";
import type { Actor, TaskAct } from "./task-act.ts";
import { closeTask } from "./close-task.ts";

/**
 * Reviews a source that has no review of its own elsewhere: a profile, a submitted form, skips. It completes the
 * source and cannot be undone (docs/rooms/inbox.md#acts). Refuses with RESOLUTION_NOT_ALLOWED (reviewed elsewhere)
 * and FORBIDDEN (may not open it).
 */
export const reviewSource = ({ note }: SourceReview): TaskAct => ({
  act: "REVIEW",
  needs: { permission: true },
  decide(loaded, known, actor) {
    const { task } = loaded;
    if (!isReviewedHere(task.sourceKind)) throw new Refusal("RESOLUTION_NOT_ALLOWED");
    if (!known.mayOpen(task)) throw new Refusal("FORBIDDEN");
    const resolutionType = "SOURCE_COMPLETED";
    closeTask(loaded, "RESOLVED", { resolutionType, note, closedByUserId: null });
    return { type: "resolved", metadata: { resolutionType }, further: [reviewed(task, actor)] };
  },
});

/** A coach has reviewed the source of a task. */
export interface SourceReview {
  readonly note: string | null;
}

/** The review event of each source, except skips. */
const REVIEWS: Readonly<
  Partial<Record<SourceKind, "ClientProfileReviewed" | "FormSubmissionReviewed">>
> = { PROFILE: "ClientProfileReviewed", FORM: "FormSubmissionReviewed" };

function reviewed(task: CoachTask, { byUserId }: Actor) {
  const type = REVIEWS[task.sourceKind] ?? "ClientSkipReviewed";
  const refs = { ...refsOf(task, byUserId), coachTaskId: task.id };
  return { eventId: newId(), type, subjectId: task.sourceId, version: 0, refs } as const;
}
