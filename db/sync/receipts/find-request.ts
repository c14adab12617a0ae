import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { packText, unpackText } from "../pack-text.ts";

/** The stored request of a batch; null if it was deleted. */
export async function findRequest(tx: Tx, batchId: string): Promise<string | null> {
  const found = await tables(tx)
    .selectFrom("syncRequest")
    .select("body")
    .where("batchId", "=", batchId)
    .executeTakeFirst();
  return found === undefined ? null : unpackText(found.body);
}

/** Replaces the text of a stored request. Its rows are never updated, so the former one is deleted. */
export async function replaceRequest(tx: Tx, batchId: string, body: string): Promise<void> {
  const former = await tables(tx)
    .deleteFrom("syncRequest")
    .where("batchId", "=", batchId)
    .returning("receivedAt")
    .executeTakeFirstOrThrow();
  await tables(tx)
    .insertInto("syncRequest")
    .values({ batchId, body: packText(body), ...former })
    .execute();
}
