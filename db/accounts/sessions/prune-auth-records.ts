import { sql } from "kysely";
import { AUTH_AUDIT_DAYS } from "../../../contract/accounts/session-vocabulary.ts";
import { idMadeBefore } from "../../id-made-before.ts";
import type { Tx } from "../../transact.ts";

const bound = sql`clock_now() - make_interval(days => ${AUTH_AUDIT_DAYS})`;

/**
 * Deletes lines of the auth audit that are older than 30 days, oldest first. Ids grow with time, so
 * that the oldest are found without an index on the time; one day of leeway covers clocks that differ.
 *
 * @returns how many were deleted.
 */
export async function pruneAuthAudit(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from auth_audit_event
     where id in (
       select id from auth_audit_event
        where id < ${idMadeBefore(AUTH_AUDIT_DAYS - 1)}
          and created_at < ${bound}
        order by id limit ${limit} for update skip locked)
    returning id
  `.execute(tx.getKysely());
  return rows.length;
}

/** Deletes logouts told of by providers more than 30 days ago; tokens of then are long expired. */
export async function pruneProviderLogouts(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from provider_logout
     where (issuer, jti) in (
       select issuer, jti from provider_logout where received_at < ${bound}
        order by received_at limit ${limit} for update skip locked)
    returning jti
  `.execute(tx.getKysely());
  return rows.length;
}
