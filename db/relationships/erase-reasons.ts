import { tables } from "../tables.ts";
import type { Tx } from "../transact.ts";

/** Erases the reasons that anybody gave for what became of a client's relationships: steps and instants stay. */
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
