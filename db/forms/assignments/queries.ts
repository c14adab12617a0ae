import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder, type QueryCreator } from "kysely";
import { Refusal } from "../../../contract/refusal.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { Relationship } from "../../relationships/relationship.ts";
import { holds, instantText } from "../../platform/statements/sql-parts.ts";
import { tables, type Tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { FormAssignment } from "../form-assignment.ts";
import { type AssignmentRow, assignments, isListed } from "./assignments.ts";

/** A client's assignment, by id. */
export interface OwnAssignmentKey {
  readonly formAssignmentId: string;
  readonly clientUserId: string;
}

/** The relationship of a client's assignment, or null if they cannot write there. */
export async function findOwnAssignmentScope(
  em: SqlEntityManager,
  { formAssignmentId, clientUserId }: OwnAssignmentKey,
): Promise<string | null> {
  const found = await tables(em)
    .selectFrom("formAssignment as assignment")
    .innerJoin("relationship", "relationship.id", "assignment.relationshipId")
    .select("relationship.id")
    .where("assignment.id", "=", formAssignmentId)
    .where("relationship.clientUserId", "=", clientUserId)
    .where("relationship.status", "<>", "ENDED")
    .executeTakeFirst();
  return found?.id ?? null;
}

/** The relationship to which a coach assigns a form, or from which they withdraw it. @throws Refusal NOT_FOUND. */
export async function getFormRecipient(
  em: SqlEntityManager,
  key: { readonly workspaceId: string; readonly relationshipId: string },
): Promise<Relationship> {
  const { relationshipId: id, workspaceId } = key;
  const relationship = await em.findOne(Relationship, { id, workspaceId });
  if (relationship === null) throw new Refusal("NOT_FOUND");
  return relationship;
}

/** How many open forms coaches have assigned to a client. */
export async function countOpenGivenForms(tx: Tx, relationshipId: string): Promise<number> {
  return await tx.count(FormAssignment, {
    relationshipId,
    sourceType: "COACH",
    status: { $in: ["ASSIGNED", "IN_PROGRESS"] },
  });
}

/** An assignment for its client, with the client's locale; BCP 47. */
export interface OwnAssignmentRow extends AssignmentRow {
  readonly locale: string;
}

/** A position in the list of a client's assignments: the open ones, then the others, newest first. */
export interface OwnAssignmentPlace {
  readonly isOpen: boolean;
  readonly id: string;
}

const {
  and,
  or,
  eb: assignment,
} = expressionBuilder<Tables & { assignment: Tables["formAssignment"] }, "assignment">();

const isOpen = assignment("assignment.status", "in", ["ASSIGNED", "IN_PROGRESS"]);

/**
 * Assignments of a client's one open relationship, open ones first; one more than the limit shows that there is a
 * further page.
 *
 * @throws Refusal NOT_FOUND if there is no such relationship.
 */
export async function listOwnFormAssignments(
  em: SqlEntityManager,
  page: {
    readonly clientUserId: string;
    readonly after: OwnAssignmentPlace | null;
    readonly limit: number;
  },
): Promise<readonly OwnAssignmentRow[]> {
  const { clientUserId, after, limit } = page;
  const relationship = await em.findOne(Relationship, { clientUserId, status: { $ne: "ENDED" } });
  if (relationship === null) throw new Refusal("NOT_FOUND");
  const own = assignments(tables(em))
    .innerJoin("clientProfile as profile", (join) => join.on("profile.userId", "=", clientUserId))
    .select("profile.locale")
    .where("assignment.relationshipId", "=", relationship.id)
    .where(isListed);
  const further = after === null ? own : own.where(comesAfter(after));
  return await further
    .orderBy(isOpen, "desc")
    .orderBy("assignment.id", "desc")
    .limit(limit + 1)
    .execute();
}

function comesAfter(place: OwnAssignmentPlace) {
  const isOlder = assignment("assignment.id", "<", place.id);
  return place.isOpen
    ? or([assignment.not(isOpen), isOlder])
    : and([assignment.not(isOpen), isOlder]);
}

/** A client's assignment with its form, or null. */
export async function findOwnAssignment(
  executor: QueryExecutor,
  key: OwnAssignmentKey,
): Promise<OwnAssignmentRow | null> {
  return (await ownAssignments(executor.tables, key).executeTakeFirst()) ?? null;
}

/** An assignment with its form and answers. One statement. @throws Refusal NOT_FOUND. */
export async function getOwnFormAssignment(em: SqlEntityManager, key: OwnAssignmentKey) {
  const row = await ownAssignments(tables(em), key)
    .leftJoin("formDraft as draft", "draft.assignmentId", "assignment.id")
    .where("relationship.status", "<>", "ENDED")
    .select((own) => [
      "version.content",
      "submission.answers as submitted",
      "draft.answers as drafted",
      instantText(own.ref("draft.savedAt")).as("draftSavedAt"),
      holds(own.and([isOpen, own("relationship.status", "<>", "PAUSED")])).as("canSave"),
    ])
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("NOT_FOUND");
  const { submitted, drafted, ...rest } = row;
  return { ...rest, answers: submitted ?? drafted ?? {} };
}

function ownAssignments(
  within: QueryCreator<Tables>,
  { formAssignmentId, clientUserId }: OwnAssignmentKey,
) {
  return assignments(within)
    .innerJoin("relationship", "relationship.id", "assignment.relationshipId")
    .innerJoin("clientProfile as profile", "profile.userId", "relationship.clientUserId")
    .select("profile.locale")
    .where("assignment.id", "=", formAssignmentId)
    .where("relationship.clientUserId", "=", clientUserId);
}
