import { scheduledActs } from "../scheduled-acts.ts";
import { PRUNED_RECORDS } from "../../contract/privacy/vocabulary.ts";

const retention = scheduledActs({
  tryMs: 15_000,
  summary: "take away what is kept no longer",
});

/** Slices of one kind of records in one run; what is left over is found by the next. */
const MOST_SLICES = 200;

/**
 * The scheduled workflow `prune-records`: records whose time is over are taken away, kind by kind and
 * slice by slice. Each slice is a transaction of its own: wherever it is stopped, the next run goes on.
 *
 * @returns how many rows were taken away.
 */
export async function pruneRecords(): Promise<number> {
  let deletedCount = 0;
  for (const records of PRUNED_RECORDS) deletedCount += await pruneKind(records);
  return deletedCount;
}

async function pruneKind(records: (typeof PRUNED_RECORDS)[number]): Promise<number> {
  let deletedCount = 0;
  for (let slice = 0; slice < MOST_SLICES; slice += 1) {
    const pruned = await retention().pruneRecords({ records });
    deletedCount += pruned.deletedCount;
    if (!pruned.full) break;
  }
  return deletedCount;
}
