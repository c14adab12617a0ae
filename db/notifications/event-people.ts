import { sql } from "kysely";
import type { Tx } from "../transact.ts";

/** The two people of a relationship. */
export interface RelationshipPeople {
  readonly relationshipId: string;
  readonly clientUserId: string;
  readonly coachUserId: string;
}

/** Who began an onboarding, and with whom. */
export async function findPeopleOfOnboarding(
  tx: Tx,
  instanceId: string,
): Promise<RelationshipPeople | null> {
  const { rows } = await sql<RelationshipPeople>`
    select r.id as "relationshipId", r.client_user_id as "clientUserId",
           r.coach_user_id as "coachUserId"
      from onboarding_instance i join relationship r on r.id = i.relationship_id
     where i.id = ${instanceId}
  `.execute(tx.getKysely());
  return rows[0] ?? null;
}

/** Whose form a coach assigned; null for other assignments, and for one that was taken back. */
export async function findPeopleOfCoachForm(
  tx: Tx,
  formAssignmentId: string,
): Promise<RelationshipPeople | null> {
  const { rows } = await sql<RelationshipPeople>`
    select r.id as "relationshipId", r.client_user_id as "clientUserId",
           r.coach_user_id as "coachUserId"
      from form_assignment a join relationship r on r.id = a.relationship_id
     where a.id = ${formAssignmentId} and a.source_type = 'COACH' and a.status <> 'CANCELLED'
  `.execute(tx.getKysely());
  return rows[0] ?? null;
}
