import { sql } from "kysely";
import { anyOf } from "./sql-parts.ts";
import type { Tx } from "../transactions/transact.ts";

/**
 * Deletes the rows of some relationships from several tables, in the given order, at most {@link ERASED_ROWS} from
 * each. Referencing tables come first. The caller has locked the scopes, so that no rows are added.
 *
 * @param names of tables with a column `relationship_id` that an index begins with.
 * @returns whether there may be more: it stops at the first table that has more rows and leaves the rest to the next
 *   slice.
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

/** Most rows that one slice of an erasure deletes from a table: short enough for any lock. */
export const ERASED_ROWS = 1_000;
