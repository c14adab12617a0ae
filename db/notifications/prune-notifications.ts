import { sql } from "kysely";
import { NOTIFICATION_DAYS } from "../../contract/notifications/vocabulary.ts";
import { idMadeBefore } from "../id-made-before.ts";
import type { Tx } from "../transact.ts";

const bound = sql`clock_now() - make_interval(days => ${NOTIFICATION_DAYS})`;

/**
 * Deletes decisions of more than 90 days ago with their deliveries, oldest first. Ids grow with time, so
 * that the oldest are found without an index on the time; one day of leeway covers clocks that differ.
 *
 * @returns how many decisions were deleted.
 */
export async function pruneNotifications(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from notification
     where id in (
       select id from notification
        where id < ${idMadeBefore(NOTIFICATION_DAYS - 1)}
          and decided_at < ${bound}
        order by id limit ${limit} for update skip locked)
    returning 1
  `.execute(tx.getKysely());
  return rows.length;
}

/** Deletes push tokens that were retired more than 90 days ago. @returns how many. */
export async function prunePushTokens(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from push_token
     where id in (
       select id from push_token where status = 'RETIRED' and retired_at < ${bound}
        order by retired_at limit ${limit} for update skip locked)
    returning 1
  `.execute(tx.getKysely());
  return rows.length;
}
