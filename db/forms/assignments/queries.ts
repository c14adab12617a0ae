import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type {
  FormAssignmentAnswer,
  OwnFormAssignment,
} from "../../../contract/forms/assignment-schema.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { Relationship } from "../../relationships/relationship.ts";
import { wireInstant } from "../../transact.ts";
import { assignmentColumns, assignmentTables } from "./assignment-columns.ts";

/** An assignment as a client names it. */
export interface OwnAssignmentKey {
  readonly formAssignmentId: string;
  readonly clientUserId: string;
}

/** The relationship that a client's assignment belongs to, or null when they cannot write there. */
export async function findOwnAssignmentScope(
  em: SqlEntityManager,
  { formAssignmentId, clientUserId }: OwnAssignmentKey,
): Promise<string | null> {
  const { rows } = await sql<{ relationshipId: string }>`
    select relationship.id as "relationshipId"
    from form_assignment assignment
    join relationship on relationship.id = assignment.relationship_id
    where assignment.id = ${formAssignmentId} and relationship.client_user_id = ${clientUserId}
      and relationship.status <> 'ENDED'
  `.execute(em.getKysely());
  return rows[0]?.relationshipId ?? null;
}

/** The relationship a coach gives a form to, or takes it from. @throws Refusal NOT_FOUND. */
export async function getFormRecipient(
  em: SqlEntityManager,
  key: { readonly workspaceId: string; readonly relationshipId: string },
): Promise<Relationship> {
  const { relationshipId: id, workspaceId } = key;
  const relationship = await em.findOne(Relationship, { id, workspaceId });
  if (relationship === null) throw new Refusal("NOT_FOUND");
  return relationship;
}

/** An assignment with the form that it is of. */
export type AssignmentRow = Omit<FormAssignmentAnswer, "formAssignmentId"> & {
  readonly id: string;
};

/** A place in the list of a client's assignments: the open ones, then the others, newest first. */
export interface OwnAssignmentPlace {
  readonly isOpen: boolean;
  readonly id: string;
}

const IS_OPEN = sql`(assignment.status in ('ASSIGNED', 'IN_PROGRESS'))`;

/**
 * Assignments of a client's one open relationship, open ones first; one more than the limit tells of a
 * further page. One statement.
 *
 * @throws Refusal NOT_FOUND when there is no such relationship.
 */
export async function listOwnFormAssignments(
  em: SqlEntityManager,
  asked: {
    readonly clientUserId: string;
    readonly after: OwnAssignmentPlace | null;
    readonly limit: number;
  },
): Promise<readonly AssignmentRow[]> {
  const { clientUserId, after, limit } = asked;
  const { rows } = await sql<{ list: readonly AssignmentRow[] }>`
    select page.list from relationship
    cross join lateral (
      select coalesce(jsonb_agg(to_jsonb(found) - 'is_open' order by is_open desc, id desc), '[]')
        as list
      from (
        select ${IS_OPEN} as is_open, ${assignmentColumns} from ${assignmentTables}
        where assignment.relationship_id = relationship.id
          and (${after === null} or (${IS_OPEN}, assignment.id)
               < (${after?.isOpen ?? null}::boolean, ${after?.id ?? null}::uuid))
        order by ${IS_OPEN} desc, assignment.id desc
        limit ${limit + 1}) found) page
    where relationship.client_user_id = ${clientUserId} and relationship.status <> 'ENDED'
  `.execute(em.getKysely());
  const found = rows[0];
  if (found === undefined) throw new Refusal("NOT_FOUND");
  return found.list;
}

/** A client's assignment with the form that it is of, or null. */
export async function findOwnAssignment(
  em: SqlEntityManager,
  { formAssignmentId, clientUserId }: OwnAssignmentKey,
): Promise<AssignmentRow | null> {
  const { rows } = await sql<AssignmentRow>`
    select ${assignmentColumns} from ${assignmentTables}
    join relationship on relationship.id = assignment.relationship_id
    where assignment.id = ${formAssignmentId} and relationship.client_user_id = ${clientUserId}
  `.execute(em.getKysely());
  return rows[0] ?? null;
}

/** An assignment as its client fills it in. */
export type OwnAssignmentRow = Omit<OwnFormAssignment, "formAssignmentId"> & {
  readonly id: string;
};

/** An assignment with its form and answers. One statement. @throws Refusal NOT_FOUND. */
export async function getOwnFormAssignment(
  em: SqlEntityManager,
  { formAssignmentId, clientUserId }: OwnAssignmentKey,
): Promise<OwnAssignmentRow> {
  const { rows } = await sql<OwnAssignmentRow>`
    select ${assignmentColumns}, version.content,
      coalesce(submission.answers, draft.answers, '{}') as answers,
      ${wireInstant("draft.saved_at")} as "draftSavedAt",
      ${IS_OPEN} and relationship.status <> 'PAUSED' as "canSave"
    from ${assignmentTables}
    join relationship on relationship.id = assignment.relationship_id
    left join form_draft draft on draft.assignment_id = assignment.id
    where assignment.id = ${formAssignmentId} and relationship.client_user_id = ${clientUserId}
      and relationship.status <> 'ENDED'
  `.execute(em.getKysely());
  const row = rows[0];
  if (row === undefined) throw new Refusal("NOT_FOUND");
  return row;
}
