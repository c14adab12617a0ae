import { sql } from "kysely";
import type { Tx } from "../transact.ts";

/**
 * Deletes what is kept of somebody who was told of things: decisions with their deliveries, preferences,
 * push tokens. One statement; a delivery under way finds its decision gone.
 */
export async function forgetRecipient(tx: Tx, userId: string): Promise<void> {
  await sql`
    with decisions as (delete from notification where recipient_user_id = ${userId}),
         preferences as (delete from notification_preference where user_id = ${userId})
    delete from push_token where user_id = ${userId}
  `.execute(tx.getKysely());
}
