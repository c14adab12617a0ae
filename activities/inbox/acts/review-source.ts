import { SOURCES } from "../../../contract/inbox/source-vocabulary.ts";
import { closeTask } from "./close-task.ts";
import { refuseField } from "./refuse-field.ts";
import { leaveOpen, partSubmissions } from "./review-submissions.ts";
import { sourceReview } from "./source-review.ts";
import type { TaskAct } from "./task-act.ts";

/**
 * Reviews the source of a task: a profile, submitted forms, skips, a workout, a fall off track. It completes the
 * source and cannot be undone (docs/rooms/inbox.md#acts). Some submissions of a task may be reviewed alone; the others
 * stay open. Refuses with RESOLUTION_NOT_ALLOWED (no review, no submissions) and FORBIDDEN (may not open it).
 */
export const reviewSource = ({ note, submissionIds = null }: RequestedReview): TaskAct => ({
  act: "REVIEW",
  needs: { permission: true, version: true },
  decide(loaded, known, { byUserId }) {
    const { task } = loaded;
    if (SOURCES[task.sourceKind].reviewedAs === null)
      throw refuseField("RESOLUTION_NOT_ALLOWED", "", "The source of this task has no review.");
    if (submissionIds !== null && task.sourceKind !== "FORM")
      throw refuseField("RESOLUTION_NOT_ALLOWED", "/submissionIds", NO_FORMS);
    if (!known.mayOpen(task))
      throw refuseField("FORBIDDEN", "", "You may not open the source of this task.");
    const { reviewed, rest } = partSubmissions(known.openSubmissions(task), submissionIds);
    if (submissionIds !== null && reviewed.length === 0) return null;
    const version = { ...known.versionOf(task), submissions: reviewed };
    const review = sourceReview(loaded, version, byUserId);
    if (rest.length > 0) {
      leaveOpen(loaded, rest, note);
      return { type: "refreshed", metadata: { fresh: 0, reviewed: reviewed.length }, review };
    }
    const resolutionType = "SOURCE_COMPLETED" as const;
    const closing = { resolutionType, note: note ?? task.note, closedByUserId: null } as const;
    closeTask(loaded, "RESOLVED", closing);
    return { type: "resolved", metadata: { resolutionType }, review };
  },
});

const NO_FORMS = "Only a task about submitted forms has submissions.";

/** A coach has reviewed the source of a task. */
export interface RequestedReview {
  readonly note: string | null;
  /** Only these submitted forms; null for all of the task. */
  readonly submissionIds?: readonly string[] | null;
}
