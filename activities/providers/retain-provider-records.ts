import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { retainProviderRows, type RetainedRows } from "../../db/providers/retain-provider-rows.ts";
import { transact } from "../../db/transact.ts";

/** Detailed rows of each kind that one transaction takes away. */
const SLICE = 2_000;

/** One slice of the retention; run it again while `full`. */
export async function retainProviderRecords(
  em: SqlEntityManager,
): Promise<RetainedRows & { readonly full: boolean }> {
  const retained = await transact(em, (tx) => retainProviderRows(tx, SLICE));
  return { ...retained, full: Math.max(retained.healthCount, retained.auditCount) === SLICE };
}
