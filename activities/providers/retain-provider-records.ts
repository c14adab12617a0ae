import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { retainProviderRows, type RetainedRows } from "../../db/providers/retain-provider-rows.ts";
import type { FaultLog } from "../bisect-work.ts";
import { type Prune, type PrunedSlice, pruneTables } from "../prune-tables.ts";

/**
 * Deletes one slice; run it again while `full`. A row that fails does not delay the others. It is passed over until the
 * next run, with the rows at the same position of the other kinds (docs/rooms/house.md#one-fault).
 */
export async function retainProviderRecords(
  em: SqlEntityManager,
  { passedOver }: RetainInput = {},
  log?: FaultLog,
): Promise<RetainedSlice> {
  let [healthCount, auditCount] = [0, 0];
  const prune: Prune = async (tx, limit, skip) => {
    const retained = await retainProviderRows(tx, { limit, skip });
    healthCount += retained.healthCount;
    auditCount += retained.auditCount;
    return Math.max(retained.healthCount, retained.auditCount);
  };
  const pruning = { em, log, prunes: [prune], records: "PROVIDER_RECORDS", slice: SLICE };
  const { deletedCount: _counted, ...slice } = await pruneTables(pruning, passedOver);
  return { healthCount, auditCount, ...slice };
}

/** Detail rows of each kind that one transaction deletes. */
const SLICE = 2_000;

/** How many rows at the front this run has passed over. */
export type RetainInput = Pick<PrunedSlice, "passedOver">;

/** The result of one slice; while `full`, there may be more. */
export type RetainedSlice = RetainedRows & Omit<PrunedSlice, "deletedCount">;
