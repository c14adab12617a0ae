import { sql } from "kysely";
import { EXPIRED_VALIDATION_HOURS } from "../../contract/privacy/vocabulary.ts";
import type { Tx } from "../transact.ts";

/**
 * Deletes validations of invitations that ended more than a day ago, oldest first. Who registered with
 * one is found by invitation and sign-in.
 *
 * @returns how many were deleted.
 */
export async function pruneValidations(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from invitation_validation
     where id in (
       select id from invitation_validation
        where expires_at < clock_now() - make_interval(hours => ${EXPIRED_VALIDATION_HOURS})
        order by expires_at limit ${limit} for update skip locked)
    returning 1
  `.execute(tx.getKysely());
  return rows.length;
}
