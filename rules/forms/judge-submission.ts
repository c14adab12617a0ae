import { canonicalForm } from "../../contract/canonical-form.ts";
import type { Answers } from "../../contract/forms/content-schema.ts";
import type { FormAssignmentStatus } from "../../contract/forms/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { WorkspaceStatus } from "../../contract/workspaces/vocabulary.ts";
import type { ProblemCode } from "../../contract/problems.ts";
import { isBlank } from "./judge-answer.ts";

/** Whether a form may still be submitted; the answers are judged separately. The first submission wins. */
export function judgeSubmission(stand: SubmissionState, answers: Answers): SubmissionJudgement {
  const { relationshipStatus, workspaceStatus, status, submission } = stand;
  if (relationshipStatus === "ENDED") return { refusal: "NOT_FOUND" };
  if (relationshipStatus === "PAUSED") return { refusal: "RELATIONSHIP_INACTIVE" };
  if (workspaceStatus === "SUSPENDED") return { refusal: "WORKSPACE_SUSPENDED" };
  if (status === "CANCELLED") return { refusal: "TASK_CLOSED" };
  if (submission === null) return "NEW";
  return saySame(submission.answers, answers) ? "SAME" : { refusal: "STATE_CONFLICT" };
}

/** The state of an assignment when answers arrive. */
export interface SubmissionState {
  readonly relationshipStatus: RelationshipStatus;
  readonly workspaceStatus: WorkspaceStatus;
  readonly status: FormAssignmentStatus;
  /** The earlier submission, or null. */
  readonly submission: { readonly answers: Answers } | null;
}

/** NEW: judge and store. SAME: equal answers are stored already. */
export type SubmissionJudgement = "NEW" | "SAME" | { readonly refusal: ProblemCode };

/** Whether two sets of answers are equal; an empty answer equals a missing one. */
function saySame(one: Answers, other: Answers): boolean {
  return canonicalForm(givenOf(one)) === canonicalForm(givenOf(other));
}

function givenOf(answers: Answers): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([, answer]) => !isBlank(answer)));
}
