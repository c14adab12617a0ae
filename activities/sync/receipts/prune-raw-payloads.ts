import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { RAW_PAYLOAD_DAYS } from "../../../contract/sync/support-vocabulary.ts";
import { idMadeAt } from "../../../db/new-id.ts";
import { pruneEnvelopes, prunePayloads } from "../../../db/sync/receipts/prune-payloads.ts";
import { clockNow, transact } from "../../../db/transact.ts";

/** Rows of one slice: short enough for any lock. */
const SLICE = 1_000;

const DAY_MS = 86_400_000;
/** Clocks of processes may differ from the database's; the age itself is judged by the database. */
const CLOCKS_DIFFER_MS = 3_600_000;

/** What one slice took away; while `full`, there may be more. */
export interface PrunedPayloads {
  readonly prunedCount: number;
  readonly full: boolean;
}

/**
 * Takes a slice of raw payloads away that are older than 90 days: requests of batches, then envelopes of
 * operations that were deferred. Interrupted or repeated, it goes on where it was.
 */
export async function pruneRawPayloads(em: SqlEntityManager): Promise<PrunedPayloads> {
  const requests = await transact(em, async (tx) => {
    const now = await clockNow(tx);
    const at = now.getTime() - RAW_PAYLOAD_DAYS * DAY_MS + CLOCKS_DIFFER_MS;
    return await prunePayloads(tx, { before: idMadeAt(at), limit: SLICE });
  });
  const envelopes = await transact(em, (tx) => pruneEnvelopes(tx, SLICE));
  const full = requests === SLICE || envelopes === SLICE;
  return { prunedCount: requests + envelopes, full };
}
