import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";
import { packText, unpackText } from "../packed-text.ts";

/** The request that is kept of a batch; null where none is any more. */
export async function findRequest(tx: Tx, batchId: string): Promise<string | null> {
  const found = await tables(tx)
    .selectFrom("syncRequest")
    .select("body")
    .where("batchId", "=", batchId)
    .executeTakeFirst();
  return found === undefined ? null : unpackText(found.body);
}

/** Keeps another text in the place of a request: no row of it is ever changed, so the former one goes. */
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
