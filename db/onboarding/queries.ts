import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { Refusal } from "../../contract/refusal.ts";
import { RUNNING_RELATIONSHIP_STATUSES } from "../../contract/relationships/vocabulary.ts";
import type { AssignmentBlocks } from "../../rules/plans/assignment-blocks.ts";
import { tables } from "../tables.ts";
import { onboardingPart, type OnboardingView } from "./onboarding-view.ts";

/** The onboarding of a relationship in one statement, or null. */
export async function findOnboarding(
  em: SqlEntityManager,
  relationshipId: string,
): Promise<OnboardingView | null> {
  const found = await tables(em)
    .selectFrom("relationship as r")
    .select((relationship) => onboardingPart(relationship.ref("r.id")).as("view"))
    .where("r.id", "=", relationshipId)
    .executeTakeFirst();
  return found?.view ?? null;
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

/**
 * The onboarding of a client's relationship that has not ended; `relationshipId` names it, if the client does.
 *
 * @throws Refusal NOT_FOUND, also for another client's relationship and for one that has ended.
 */
export async function getOwnOnboarding(
  em: SqlEntityManager,
  key: { readonly clientUserId: string; readonly relationshipId: string | null },
) {
  const own = tables(em)
    .selectFrom("relationship as r")
    .select((relationship) => [
      "r.status as relationshipStatus",
      onboardingPart(relationship.ref("r.id")).as("onboarding"),
    ])
    .where("r.clientUserId", "=", key.clientUserId)
    .where("r.status", "<>", "ENDED");
  const { relationshipId } = key;
  const named = relationshipId === null ? own : own.where("r.id", "=", relationshipId);
  const row = await named.executeTakeFirst();
  if (row === undefined || row.onboarding === null) throw new Refusal("NOT_FOUND");
  return { relationshipStatus: row.relationshipStatus, onboarding: row.onboarding };
}

/** The onboarding of a relationship, or null. */
export async function findInstanceId(
  em: SqlEntityManager,
  relationshipId: string,
): Promise<string | null> {
  const found = await tables(em)
    .selectFrom("onboardingInstance")
    .select("id")
    .where("relationshipId", "=", relationshipId)
    .orderBy("startedAt", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Whether an open task of a running relationship asks for this form. */
export async function isStillPending(
  em: SqlEntityManager,
  { taskId, formAssignmentId }: { readonly taskId: string; readonly formAssignmentId: string },
): Promise<boolean> {
  const found = await tables(em)
    .selectFrom("onboardingTask as t")
    .innerJoin("onboardingInstance as i", "i.id", "t.instanceId")
    .innerJoin("relationship as r", "r.id", "i.relationshipId")
    .select("t.id")
    .where("t.id", "=", taskId)
    .where("t.formAssignmentId", "=", formAssignmentId)
    .where("t.status", "in", ["READY", "OPENED", "SKIPPED_FOR_NOW"])
    .where("r.status", "in", RUNNING_RELATIONSHIP_STATUSES)
    .executeTakeFirst();
  return found !== undefined;
}

/** The assignments that a relationship's onboarding blocks. Read it under the relationship's lock. */
export async function findAssignmentBlocks(
  em: SqlEntityManager,
  relationshipId: string,
): Promise<AssignmentBlocks> {
  const instances = await tables(em)
    .selectFrom("onboardingInstance")
    .select(["programAssignmentBlocked", "nutritionAssignmentBlocked"])
    .where("relationshipId", "=", relationshipId)
    .execute();
  return {
    programs: instances.some(({ programAssignmentBlocked }) => programAssignmentBlocked),
    nutrition: instances.some(({ nutritionAssignmentBlocked }) => nutritionAssignmentBlocked),
  };
}
