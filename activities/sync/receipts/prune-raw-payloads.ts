import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { RAW_PAYLOAD_DAYS } from "../../../contract/sync/support/support-vocabulary.ts";
import { idMadeAt } from "../../../db/platform/new-id.ts";
import { pruneEnvelopes, prunePayloads } from "../../../db/sync/receipts/prune-payloads.ts";
import { clockNow } from "../../../db/platform/transactions/transact.ts";
import type { FaultLog } from "../../bisect-work.ts";
import { type Prune, pruneTables } from "../../prune-tables.ts";

/**
 * Deletes a slice of raw payloads older than 90 days: first requests of batches, then envelopes of deferred operations.
 * Interrupted or repeated, it continues where it stopped. One that cannot be deleted does not delay the others
 * (docs/rooms/house.md#one-fault).
 */
export async function pruneRawPayloads(
  em: SqlEntityManager,
  { passedOver }: PrunePayloadsInput = {},
  log?: FaultLog,
): Promise<PrunedPayloads> {
  const pruning = { em, prunes: [pruneRequests, pruneEnvelopes], records: "RAW_PAYLOADS", log };
  const { deletedCount, ...slice } = await pruneTables(pruning, passedOver);
  return { prunedCount: deletedCount, ...slice };
}

const DAY_MS = 86_400_000;
/** Processes' clocks may differ from the database's by this much; the database judges the age itself. */
const CLOCKS_DIFFER_MS = 3_600_000;

/** How many requests and envelopes at the front this run has passed over. */
export interface PrunePayloadsInput {
  readonly passedOver?: readonly number[];
}

/** The result of one slice; while `full`, there may be more. */
export interface PrunedPayloads extends PrunePayloadsInput {
  readonly prunedCount: number;
  readonly full: boolean;
}

const pruneRequests: Prune = async (tx, limit, skip) => {
  const now = await clockNow(tx);
  const at = now.getTime() - RAW_PAYLOAD_DAYS * DAY_MS + CLOCKS_DIFFER_MS;
  return await prunePayloads(tx, { before: idMadeAt(at), limit, skip });
};
