import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { relationshipsOf } from "./facts/read-facts.ts";

/**
 * Every id by which answers to others refer to a person (`api/about.ts`). These are the account, the devices, the
 * accepted invitations, and the relationships as a client with their onboardings. One statement.
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
