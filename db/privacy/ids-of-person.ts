import { tables } from "../tables.ts";
import type { Tx } from "../transact.ts";
import { relationshipsOf } from "./facts/read-facts.ts";

/**
 * Every id that leads to a person where others are answered about them (`api/about.ts`): the account, the relationships
 * it is the client of with their onboardings, the invitations it accepted, and its devices. One statement.
 */
export async function listIdsOfPerson(tx: Tx, userId: string): Promise<readonly string[]> {
  const from = tables(tx);
  const found = await relationshipsOf(tx, userId)
    .unionAll(
      from
        .selectFrom("onboardingInstance")
        .where("relationshipId", "in", relationshipsOf(tx, userId))
        .select("id"),
    )
    .unionAll(from.selectFrom("invitation").where("consumedByUserId", "=", userId).select("id"))
    .unionAll(
      from.selectFrom("memberInvitation").where("acceptedByUserId", "=", userId).select("id"),
    )
    .unionAll(from.selectFrom("device").where("userId", "=", userId).select("id"))
    .execute();
  return [userId, ...found.map(({ id }) => id)];
}
