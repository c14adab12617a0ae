import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/** The people of an onboarding. */
export async function findPeopleOfOnboarding(tx: Tx, instanceId: string) {
  const found = await people(tx)
    .innerJoin("onboardingInstance as i", "i.relationshipId", "r.id")
    .where("i.id", "=", instanceId)
    .executeTakeFirst();
  return found ?? null;
}

/** The two people of a relationship, with its id. */
function people(tx: Tx) {
  return tables(tx)
    .selectFrom("relationship as r")
    .select(["r.id as relationshipId", "r.clientUserId", "r.coachUserId"]);
}

/** The people of a form that a coach assigned; null for other assignments, and for a withdrawn one. */
export async function findPeopleOfCoachForm(tx: Tx, formAssignmentId: string) {
  const found = await people(tx)
    .innerJoin("formAssignment as a", "a.relationshipId", "r.id")
    .where("a.id", "=", formAssignmentId)
    .where("a.sourceType", "=", "COACH")
    .where("a.status", "<>", "CANCELLED")
    .executeTakeFirst();
  return found ?? null;
}
