import { canonicalForm } from "../../contract/canonical-json.ts";
import type { Answers } from "../../contract/forms/content-schema.ts";
import type { FormAssignmentStatus } from "../../contract/forms/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { WorkspaceStatus } from "../../contract/workspaces/vocabulary.ts";
import type { ProblemCode } from "../../contract/problem.ts";
import { isBlank } from "./judge-answer.ts";

/** How an assignment stands when answers to it arrive. */
export interface SubmissionStand {
  readonly relationshipStatus: RelationshipStatus;
  readonly workspaceStatus: WorkspaceStatus;
  readonly status: FormAssignmentStatus;
  /** What was submitted before, or null. */
  readonly submission: { readonly answers: Answers } | null;
}

/** NEW: to be judged and kept. SAME: answers that say the same are kept already. */
export type SubmissionJudgement = "NEW" | "SAME" | { readonly refusal: ProblemCode };

/** Whether a form may still be submitted; what it asks is judged apart. Whoever submits first, wins. */
export function judgeSubmission(stand: SubmissionStand, answers: Answers): SubmissionJudgement {
  const { relationshipStatus, workspaceStatus, status, submission } = stand;
  if (relationshipStatus === "ENDED") return { refusal: "NOT_FOUND" };
  if (relationshipStatus === "PAUSED") return { refusal: "RELATIONSHIP_INACTIVE" };
  if (workspaceStatus === "SUSPENDED") return { refusal: "WORKSPACE_SUSPENDED" };
  if (status === "CANCELLED") return { refusal: "TASK_CLOSED" };
  if (submission === null) return "NEW";
  return saySame(submission.answers, answers) ? "SAME" : { refusal: "STATE_CONFLICT" };
}

/** Whether two sets of answers say the same: an answer that says nothing is as good as none. */
function saySame(one: Answers, other: Answers): boolean {
  return canonicalForm(givenOf(one)) === canonicalForm(givenOf(other));
}

function givenOf(answers: Answers): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([, answer]) => !isBlank(answer)));
}
