import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { PrunedRecords } from "../../contract/privacy/vocabulary.ts";
import type { FaultLog } from "../bisect-work.ts";
import { type Prune, type PrunedSlice, pruneTables } from "../prune-tables.ts";

/** Deletes a slice of expired records (docs/rooms/house.md#one-fault). */
export async function pruneRecords(
  { em, retention, log }: RetentionDeps,
  { records, passedOver }: PruneRecordsInput,
): Promise<PrunedSlice> {
  return await pruneTables({ em, prunes: retention[records], records, log }, passedOver);
}

/** The kind of records, and how many rows at the front of each table this run has passed over. */
export interface PruneRecordsInput {
  readonly records: PrunedRecords;
  readonly passedOver?: readonly number[];
}

/** How to delete records of each kind, table by table. */
export type Retention = Readonly<Record<PrunedRecords, readonly Prune[]>>;

export interface RetentionDeps {
  readonly em: SqlEntityManager;
  readonly retention: Retention;
  /** Log for each row that cannot be deleted. */
  readonly log?: FaultLog;
}
