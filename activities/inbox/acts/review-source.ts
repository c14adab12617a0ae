import { SOURCES } from "../../../contract/inbox/source-vocabulary.ts";
import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { refsOf } from "../record-changes.ts";
import type { Actor, TaskAct } from "./task-act.ts";
import { closeTask } from "./close-task.ts";
import { leaveOpen, partSubmissions } from "./review-submissions.ts";

/**
 * Reviews a source that has no review of its own elsewhere: a profile, a submitted form, skips. It completes the
 * source and cannot be undone (docs/rooms/inbox.md#acts). Some submissions of a task may be reviewed alone; the others
 * stay open. Refuses with RESOLUTION_NOT_ALLOWED (reviewed elsewhere, no submissions) and FORBIDDEN (may not open it).
 */
export const reviewSource = ({ note, submissionIds = null }: SourceReview): TaskAct => ({
  act: "REVIEW",
  needs: { permission: true, submissions: true },
  decide(loaded, known, actor) {
    const { task } = loaded;
    const { reviewedAs } = SOURCES[task.sourceKind];
    const isForm = task.sourceKind === "FORM";
    if (reviewedAs === null || (submissionIds !== null && !isForm))
      throw new Refusal("RESOLUTION_NOT_ALLOWED");
    if (!known.mayOpen(task)) throw new Refusal("FORBIDDEN");
    const { reviewed, rest } = partSubmissions(known.openSubmissions(task), submissionIds);
    if (submissionIds !== null && reviewed.length === 0) return null;
    const ids = reviewed.map(({ submissionId }) => submissionId);
    const further = (isForm && ids.length > 0 ? ids : [task.sourceId]).map((subjectId) =>
      reviewEvent(task, { type: reviewedAs, subjectId }, actor),
    );
    if (rest.length > 0) {
      leaveOpen(loaded, rest, note);
      return { type: "refreshed", metadata: { fresh: 0, reviewed: ids.length }, further, reviewed };
    }
    const resolutionType = "SOURCE_COMPLETED" as const;
    const closing = { resolutionType, note: note ?? task.note, closedByUserId: null } as const;
    closeTask(loaded, "RESOLVED", closing);
    return { type: "resolved", metadata: { resolutionType }, further, reviewed };
  },
});

/** A coach has reviewed the source of a task. */
export interface SourceReview {
  readonly note: string | null;
  /** The submissions of its task that were reviewed; null or absent for all. */
  readonly submissionIds?: readonly string[] | null;
}

function reviewEvent(
  task: CoachTask,
  of: Pick<DomainEvent, "type" | "subjectId">,
  { byUserId }: Actor,
): DomainEvent {
  const refs = { ...refsOf(task, byUserId), coachTaskId: task.id };
  return { ...of, eventId: newId(), version: 0, refs };
}
