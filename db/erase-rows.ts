import { sql } from "kysely";
import { anyOf } from "./sql-parts.ts";
import type { Tx } from "./transact.ts";

/** Rows of one table that one slice of an erasure takes, at most: short enough for any lock. */
export const ERASED_ROWS = 1_000;

/**
 * Deletes what tables hold of some relationships, one after the other in the given order, at most
 * {@link ERASED_ROWS} of each; who holds rows that name others comes first. Their scopes are locked, so that
 * nobody adds to them.
 *
 * @param names of tables with a column `relationship_id` that an index begins with.
 * @returns whether there may be more: the tables behind the first that has are left for the next slice.
 */
export async function eraseRows(
  tx: Tx,
  names: readonly string[],
  relationshipIds: readonly string[],
): Promise<boolean> {
  for (const name of names) {
    const table = sql.table(name);
    const { numAffectedRows } = await sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where relationship_id = ${anyOf(relationshipIds)} limit ${ERASED_ROWS}))
    `.execute(tx.getKysely());
    if (Number(numAffectedRows ?? 0n) >= ERASED_ROWS) return true;
  }
  return false;
}
