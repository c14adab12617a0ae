import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { getFormRecipient } from "../../db/forms/assignments/queries.ts";
import { getFormAssignment } from "../../db/forms/coach/queries.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { isRunning } from "../../rules/relationships/is-running.ts";
import { cancelFormAssignment } from "./cancel-form-assignment.ts";

/**
 * A coach withdraws a form they assigned; idempotent. An onboarding questionnaire is removed by an override of its
 * task, and the form of a check-in by its plan.
 *
 * @throws Refusal NOT_FOUND, RELATIONSHIP_INACTIVE (paused or ended), STATE_CONFLICT (of an onboarding or a plan),
 * TASK_CLOSED (submitted).
 */
export async function withdrawForm(tx: Tx, withdrawal: FormWithdrawal): Promise<void> {
  const { relationshipId, formAssignmentId, requestId } = withdrawal;
  if (!(await lockScope(tx, relationshipId))) throw new Refusal("NOT_FOUND");
  const now = await clockNow(tx);
  const { status } = await getFormRecipient(tx, withdrawal);
  const assignment = await getFormAssignment(tx, withdrawal);
  if (!isRunning({ status })) throw new Refusal("RELATIONSHIP_INACTIVE");
  if (assignment.sourceType !== "COACH") throw stateConflict("GIVEN_BY_SYSTEM");
  if (assignment.status === "SUBMITTED") throw new Refusal("TASK_CLOSED");
  await cancelFormAssignment(tx, { formAssignmentId, now, requestId });
}

/** A coach withdraws an assignment. */
export interface FormWithdrawal {
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly formAssignmentId: string;
  readonly requestId: string | null;
}
