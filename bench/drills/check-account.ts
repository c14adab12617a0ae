import { Client } from "pg";
import { type Account, sendAgain } from "./drill-load.ts";
import { DATABASE } from "./drill-environment.ts";
import type { DrillStack } from "./drill-types.ts";

/** Acknowledged operations that the database does not have, with their receipt and their effect. */
export async function listLost(
  { cluster, databasePort }: DrillStack,
  receipts: ReadonlySet<string>,
): Promise<readonly string[]> {
  const client = new Client({ connectionString: cluster.superuserUrl(DATABASE, databasePort) });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `select id from unnest($1::uuid[]) as id
        where not exists (select 1 from receipt where receipt_id = id)
           or not exists (select 1 from quick_log_operation where receipt_id = id)`,
      [[...receipts]],
    );
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

/** Batches that are sent again after a failover. */
const SENT_AGAIN = 20;

/**
 * Sends the last batches again.
 *
 * @returns how many operations did not get their own receipt as ALREADY_ACCEPTED.
 */
export async function countOtherReceipts(
  { urls }: DrillStack,
  batches: Account["batches"],
): Promise<number> {
  let others = 0;
  for (const batch of batches.slice(-SENT_AGAIN)) {
    const results = await sendAgain(urls, batch);
    const same = results.filter(
      ({ status, receiptId }, place) =>
        status === "ALREADY_ACCEPTED" && receiptId === batch.receipts[place],
    );
    others += results.length - same.length;
  }
  return others;
}
