import { clockNow, given, idFromDatabase } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/**
 * Draws new epochs for a page of scopes, in one statement, and marks them as restored.
 *
 * @returns null if none is left.
 */
export async function renewEpochPage(
  tx: Tx,
  { afterId, limit }: ScopePage,
): Promise<RenewedPage | null> {
  const page = tables(tx)
    .selectFrom("relationshipScope")
    .where((eb) => given(afterId, (id) => eb("relationshipId", ">", id)))
    .select("relationshipId")
    .orderBy("relationshipId")
    .limit(limit)
    .forNoKeyUpdate();
  const renewed = await tables(tx)
    .updateTable("relationshipScope")
    .set({ epoch: idFromDatabase, restoredAt: clockNow })
    .where("relationshipId", "in", page)
    .returning("relationshipId as id")
    .execute();
  const last = renewed
    .map(({ id }) => id)
    .toSorted()
    .at(-1);
  return last === undefined ? null : { count: renewed.length, lastId: last };
}

/** A page of scopes, ordered by id. */
export interface ScopePage {
  /** The last scope of the previous page; null for the first page. */
  readonly afterId: string | null;
  readonly limit: number;
}

/** Result of a page: how many scopes it had, and the last of them. */
export interface RenewedPage {
  readonly count: number;
  readonly lastId: string;
}
