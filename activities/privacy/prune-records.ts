import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { PrunedRecords } from "../../contract/privacy/vocabulary.ts";
import { transact, type Tx } from "../../db/transact.ts";

/** Rows of one slice: short enough for any lock. */
const SLICE = 1_000;

/** Which records. */
export interface PruneRecordsInput {
  readonly records: PrunedRecords;
}

/** What one slice took away; while `full`, there may be more. */
export interface PrunedSlice {
  readonly deletedCount: number;
  readonly full: boolean;
}

/** Takes at most so many records away; answers how many it took. */
export type Prune = (tx: Tx, limit: number) => Promise<number>;

/** How records of every kind are taken away. */
export type Retention = Readonly<Record<PrunedRecords, Prune>>;

/** What records are taken away with. */
export interface RetentionDeps {
  readonly em: SqlEntityManager;
  readonly retention: Retention;
}

/** Takes a slice of records away whose time is over. Interrupted or repeated, it goes on where it was. */
export async function pruneRecords(
  { em, retention }: RetentionDeps,
  { records }: PruneRecordsInput,
): Promise<PrunedSlice> {
  const deletedCount = await transact(em, (tx) => retention[records](tx, SLICE));
  return { deletedCount, full: deletedCount === SLICE };
}
