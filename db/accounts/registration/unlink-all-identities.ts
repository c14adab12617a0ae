import { sql } from "kysely";
import type { Tx } from "../../transact.ts";

/** Lets go of every sign-in of a user; they may then be linked anew, by anybody who proves them. */
export async function unlinkAllIdentities(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`
    update auth_identity set unlinked_at = ${now} where user_id = ${userId} and unlinked_at is null
  `.execute(tx.getKysely());
}
