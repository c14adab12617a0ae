import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { pruneAuthAudit, pruneProviderLogouts } from "../../db/identity/prune-auth-records.ts";
import { transact } from "../../db/transact.ts";

/** Rows of one slice: short enough for any lock. */
const SLICE = 1_000;

/** What one slice took away; while `full`, there may be more. */
export interface PrunedSlice {
  readonly deletedCount: number;
  readonly full: boolean;
}

/** Takes away what is older than 30 days: the auth audit, and logouts that providers told of. */
export async function pruneAuthRecords(em: SqlEntityManager): Promise<PrunedSlice> {
  return await transact(em, async (tx) => {
    const lines = await pruneAuthAudit(tx, SLICE);
    const logouts = await pruneProviderLogouts(tx, SLICE);
    return { deletedCount: lines + logouts, full: lines === SLICE || logouts === SLICE };
  });
}
