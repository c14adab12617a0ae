import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { AssignmentBlocks } from "../../rules/plans/assignment-blocks.ts";
import { onboardingPart, type OnboardingView } from "./onboarding-view.ts";

/** The onboarding of a relationship in one statement, or null. */
export async function findOnboarding(
  em: SqlEntityManager,
  relationshipId: string,
): Promise<OnboardingView | null> {
  const { rows } = await sql<{ view: OnboardingView | null }>`
    select ${onboardingPart("r.id")} as view from relationship r where r.id = ${relationshipId}
  `.execute(em.getKysely());
  return rows[0]?.view ?? null;
}

/** The onboarding of a relationship that has one. @throws Refusal NOT_FOUND. */
export async function getOnboarding(
  em: SqlEntityManager,
  relationshipId: string,
): Promise<OnboardingView> {
  const view = await findOnboarding(em, relationshipId);
  if (view === null) throw new Refusal("NOT_FOUND");
  return view;
}

/** An onboarding and where its relationship stands. */
export interface OwnOnboarding {
  readonly relationshipStatus: RelationshipStatus;
  readonly onboarding: OnboardingView;
}

/**
 * The onboarding of a client's relationship that has not ended; `relationshipId` names it, where the
 * client does.
 *
 * @throws Refusal NOT_FOUND, also for the relationship of somebody else and for one that has ended.
 */
export async function getOwnOnboarding(
  em: SqlEntityManager,
  key: { readonly clientUserId: string; readonly relationshipId: string | null },
): Promise<OwnOnboarding> {
  const { rows } = await sql<{
    relationshipStatus: RelationshipStatus;
    onboarding: OnboardingView | null;
  }>`
    select r.status as "relationshipStatus", ${onboardingPart("r.id")} as onboarding
      from relationship r
     where r.client_user_id = ${key.clientUserId} and r.status <> 'ENDED'
       and (${key.relationshipId}::uuid is null or r.id = ${key.relationshipId}::uuid)
  `.execute(em.getKysely());
  const [row] = rows;
  if (row === undefined || row.onboarding === null) throw new Refusal("NOT_FOUND");
  return { relationshipStatus: row.relationshipStatus, onboarding: row.onboarding };
}

/** The onboarding of a relationship, or null. */
export async function findInstanceId(
  em: SqlEntityManager,
  relationshipId: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from onboarding_instance where relationship_id = ${relationshipId}
     order by started_at desc, id desc limit 1
  `.execute(em.getKysely());
  return rows[0]?.id ?? null;
}

/** What a relationship's onboarding keeps from being assigned. Read it under the relationship's lock. */
export async function findAssignmentBlocks(
  em: SqlEntityManager,
  relationshipId: string,
): Promise<AssignmentBlocks> {
  const { rows } = await sql<AssignmentBlocks>`
    select coalesce(bool_or(program_assignment_blocked), false) as programs,
           coalesce(bool_or(nutrition_assignment_blocked), false) as nutrition
      from onboarding_instance where relationship_id = ${relationshipId}
  `.execute(em.getKysely());
  return rows[0] ?? { programs: false, nutrition: false };
}
