import { expressionBuilder } from "kysely";
import type { Answers } from "../../../contract/forms/content-schema.ts";
import { instantText, jsonObject } from "../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { FormAssignment } from "../form-assignment.ts";
import { FormDraft } from "../form-draft.ts";
import { FormSubmission } from "../form-submission.ts";
import type { OwnAssignmentKey } from "./queries.ts";

/** A client's assignment under the lock of its relationship, or null if they cannot reach it. */
export async function findSubmittable(
  tx: Tx,
  { formAssignmentId, clientUserId }: OwnAssignmentKey,
) {
  const found = await tables(tx)
    .selectFrom("formAssignment as assignment")
    .innerJoin("formVersion as version", "version.id", "assignment.formVersionId")
    .innerJoin("relationship", "relationship.id", "assignment.relationshipId")
    .innerJoin("coachWorkspace as workspace", "workspace.id", "relationship.workspaceId")
    .leftJoin("onboardingTask as task", (join) =>
      join
        .onRef("task.id", "=", "assignment.sourceId")
        .on("assignment.sourceType", "=", "ONBOARDING"),
    )
    .select([
      "assignment.id",
      "assignment.relationshipId",
      "relationship.workspaceId",
      "relationship.status as relationshipStatus",
      "relationship.startedAt as relationshipStartedAt",
      "workspace.status as workspaceStatus",
      "assignment.formVersionId",
      "assignment.status",
      "assignment.revision",
      "assignment.sourceType",
      "assignment.sourceId",
      "task.instanceId",
      "version.content",
      submitted.as("submission"),
    ])
    .where("assignment.id", "=", formAssignmentId)
    .where("relationship.clientUserId", "=", clientUserId)
    .where("relationship.status", "<>", "ENDED")
    .executeTakeFirst();
  return found ?? null;
}

/** An assignment with everything that decides about a submission. */
export type Submittable = NonNullable<Awaited<ReturnType<typeof findSubmittable>>>;

/** The existing submission, or null. */
const submitted = expressionBuilder<
  Tables & { assignment: Tables["formAssignment"] },
  "assignment"
>()
  .selectFrom("formSubmission as submission")
  .select((submission) =>
    jsonObject({
      id: submission.ref("submission.id"),
      answers: submission.ref("submission.answers"),
      submittedAt: instantText(submission.ref("submission.submittedAt")),
    }).as("json"),
  )
  .whereRef("submission.assignmentId", "=", "assignment.id");

/** A submission to store. */
export interface NewSubmission {
  readonly id: string;
  readonly assignment: Submittable;
  readonly answers: Answers;
  readonly submittedByUserId: string;
  readonly now: Date;
}

/**
 * Stores the answers, closes the assignment and deletes the draft.
 *
 * @throws Error if the assignment has changed since it was read: a fault, because the scope is locked.
 */
export async function saveSubmission(tx: Tx, submission: NewSubmission): Promise<void> {
  const { id, answers, submittedByUserId, now } = submission;
  const { id: assignmentId, revision, formVersionId, relationshipId } = submission.assignment;
  const closed = await tx.nativeUpdate(
    FormAssignment,
    { id: assignmentId, revision, status: { $in: ["ASSIGNED", "IN_PROGRESS"] } },
    { status: "SUBMITTED", revision: revision + 1, submittedAt: now, updatedAt: now },
  );
  if (closed !== 1) throw new Error("The assignment changed after it was read");
  await tx.nativeDelete(FormDraft, { assignmentId });
  tx.create(FormSubmission, {
    id,
    assignmentId,
    formVersionId,
    relationshipId,
    answers,
    submittedByUserId,
    submittedAt: now,
  });
  await tx.flush();
}

/** A client's submission, with the questions. */
export type ReceivedAnswers = NonNullable<Awaited<ReturnType<typeof findReceivedAnswers>>>;

/** A submission with its form version, or null if it no longer exists. */
export async function findReceivedAnswers(tx: Tx, submissionId: string) {
  const found = await tables(tx)
    .selectFrom("formSubmission as submission")
    .innerJoin("formVersion as version", "version.id", "submission.formVersionId")
    .innerJoin("relationship", "relationship.id", "submission.relationshipId")
    .select([
      "submission.id",
      "submission.assignmentId as formAssignmentId",
      "submission.relationshipId",
      "relationship.workspaceId",
      "submission.submittedByUserId",
      "submission.submittedAt",
      "version.content",
      "submission.answers",
    ])
    .where("submission.id", "=", submissionId)
    .executeTakeFirst();
  return found ?? null;
}
