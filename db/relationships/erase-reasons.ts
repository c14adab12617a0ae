import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/** Erases the stated reasons for changes of a client's relationships; the steps and their instants stay. */
export async function eraseReasons(tx: Tx, clientUserId: string): Promise<void> {
  await tables(tx)
    .updateTable("relationshipEvent")
    .set({ reason: null })
    .where("relationshipId", "in", (from) =>
      from.selectFrom("relationship").where("clientUserId", "=", clientUserId).select("id"),
    )
    .where("reason", "is not", null)
    .execute();
}
