import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder } from "kysely";
import { Refusal } from "../../../contract/refusal.ts";
import { given, instantText } from "../../platform/statements/sql-parts.ts";
import { zoneNow } from "../../relationships/zone-now.ts";
import { type Tables, tables } from "../../tables.ts";
import { assignments, isListed } from "../assignments/assignments.ts";
import type { FormKey } from "../queries.ts";

/** An assignment as a coach sees it. */
export type CoachAssignmentRow = Awaited<ReturnType<typeof getFormAssignment>>;

/** Assignments of a relationship, newest first; one more than the limit shows that there is a further page. */
export async function listFormAssignments(
  em: SqlEntityManager,
  relationshipId: string,
  { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
): Promise<readonly CoachAssignmentRow[]> {
  const all = coachAssignments(em, relationshipId).where(isListed);
  const further = afterId === null ? all : all.where("assignment.id", "<", afterId);
  return await further
    .orderBy("assignment.id", "desc")
    .limit(limit + 1)
    .execute();
}

/** One assignment as a coach sees it. @throws Refusal NOT_FOUND. */
export async function getFormAssignment(
  em: SqlEntityManager,
  key: { readonly relationshipId: string; readonly formAssignmentId: string },
) {
  const row = await coachAssignments(em, key.relationshipId)
    .where("assignment.id", "=", key.formAssignmentId)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("NOT_FOUND");
  return row;
}

/** A relationship by its alias, for a subquery of each one. */
const ofRelationship = expressionBuilder<Tables & { readonly r: Tables["relationship"] }, "r">();

/** A client who has a form, with the newest assignment of it. */
export type FormClientRow = Awaited<ReturnType<typeof listFormClients>>[number];

/**
 * Clients who have a form, the newest relationship first, each with the newest assignment that was not withdrawn. One
 * more row than the limit means that there is a next page. One statement. It reads the assignments of each client from
 * the newest back to one of this form, so it needs no index by form.
 */
export async function listFormClients(
  em: SqlEntityManager,
  { workspaceId, formId }: FormKey,
  { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
) {
  const ofClient = assignments(tables(em))
    .select(["assignment.relationshipId", "assignment.assignedByUserId"])
    .where("assignment.relationshipId", "=", ofRelationship.ref("r.id"))
    .where("version.formId", "=", formId)
    .where("assignment.status", "<>", "CANCELLED")
    .where(isListed)
    .orderBy("assignment.id", "desc")
    .limit(1);
  return await tables(em)
    .selectFrom("relationship as r")
    .innerJoin("clientProfile as profile", "profile.userId", "r.clientUserId")
    .innerJoinLateral(ofClient.as("newest"), (join) => join.onTrue())
    .selectAll("newest")
    .select(["r.clientUserId", "profile.displayName as clientDisplayName"])
    .select(zoneNow("r").as("timezone"))
    .where("r.workspaceId", "=", workspaceId)
    .where("r.status", "<>", "ENDED")
    .where(({ eb }) => given(afterId, (id) => eb("r.id", "<", id)))
    .orderBy("r.id", "desc")
    .limit(limit + 1)
    .execute();
}

function coachAssignments(em: SqlEntityManager, relationshipId: string) {
  return assignments(tables(em))
    .select(["assignment.relationshipId", "assignment.assignedByUserId"])
    .where("assignment.relationshipId", "=", relationshipId);
}

/**
 * A client's submission with the questions, their privacy settings, and the locale of the coach who reads it. One
 * statement.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function getFormSubmission(
  em: SqlEntityManager,
  key: {
    readonly workspaceId: string;
    readonly relationshipId: string;
    readonly submissionId: string;
    readonly readerUserId: string;
  },
) {
  const row = await tables(em)
    .selectFrom("formSubmission as submission")
    .innerJoin("formAssignment as assignment", "assignment.id", "submission.assignmentId")
    .innerJoin("formVersion as version", "version.id", "submission.formVersionId")
    .innerJoin("relationship", "relationship.id", "submission.relationshipId")
    .innerJoin("clientProfile as client", "client.userId", "relationship.clientUserId")
    .leftJoin("coachProfile as reader", (join) => join.on("reader.userId", "=", key.readerUserId))
    .select((submission) => [
      "submission.id as formSubmissionId",
      "submission.assignmentId as formAssignmentId",
      "submission.relationshipId",
      "version.formId",
      "version.id as formVersionId",
      "version.version",
      "version.title",
      "assignment.sourceType",
      "submission.submittedByUserId",
      instantText(submission.ref("submission.submittedAt")).as("submittedAt"),
      "version.content",
      "submission.answers",
      "reader.locale",
      "client.privacySettings",
    ])
    .where("submission.id", "=", key.submissionId)
    .where("relationship.id", "=", key.relationshipId)
    .where("relationship.workspaceId", "=", key.workspaceId)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("NOT_FOUND");
  return row;
}
