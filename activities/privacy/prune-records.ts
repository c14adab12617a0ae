import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { PrunedRecords } from "../../contract/privacy/vocabulary.ts";
import type { FaultLog } from "../bisect-work.ts";
import { type Prune, type PrunedSlice, pruneTables } from "../prune-tables.ts";

/** Which records, and how many rows at the front of each of their tables this run has passed over. */
export interface PruneRecordsInput {
  readonly records: PrunedRecords;
  readonly passedOver?: readonly number[];
}

/** How records of every kind are taken away, table by table. */
export type Retention = Readonly<Record<PrunedRecords, readonly Prune[]>>;

/** What records are taken away with. */
export interface RetentionDeps {
  readonly em: SqlEntityManager;
  readonly retention: Retention;
  /** Hears of each row that cannot be taken away. */
  readonly log?: FaultLog;
}

/** Takes a slice of records away whose time is over (docs/rooms/house.md#one-fault). */
export async function pruneRecords(
  { em, retention, log }: RetentionDeps,
  { records, passedOver }: PruneRecordsInput,
): Promise<PrunedSlice> {
  return await pruneTables({ em, prunes: retention[records], records, log }, passedOver);
}
