import { ApplicationFailure, patched } from "@temporalio/workflow";
import { isFaultOfOurs } from "../is-fault-of-ours.ts";
import { scheduledActs } from "../scheduled-acts.ts";
import { PRUNED_RECORDS, type PrunedRecords } from "../../contract/privacy/vocabulary.ts";

const retention = scheduledActs({
  tryMs: 15_000,
  summary: "take away what is kept no longer",
});

/** Slices of one kind of records in one run; what is left over is found by the next. */
const MOST_SLICES = 200;

/**
 * The scheduled workflow `prune-records`: records whose time is over are taken away, kind by kind and
 * slice by slice. Each slice is a transaction of its own: wherever it is stopped, the next run goes on. A row or a kind
 * that fails by itself holds no other one up; the run fails in the end, so that somebody looks
 * (docs/rules.md#house-one-fault).
 *
 * @returns how many rows were taken away.
 */
export async function pruneRecords(): Promise<number> {
  const runs: PrunedKind[] = [];
  for (const records of PRUNED_RECORDS) {
    const patch = PATCHES[records];
    if (patch === undefined || patched(patch)) runs.push(await pruneKind(records));
  }
  const faulty = runs.filter(({ isFaulty }) => isFaulty).map(({ records }) => records);
  if (faulty.length > 0)
    throw ApplicationFailure.nonRetryable(`Records are left: ${faulty.join(", ")}`, RECORDS_LEFT);
  return runs.reduce((sum, { deletedCount }) => sum + deletedCount, 0);
}

/** Kinds that a run of a former version does not know, by their patch: it replays without them. */
const PATCHES: Partial<Record<PrunedRecords, string>> = {
  WITHHELD_OCCURRENCES: "prune-withheld-occurrences",
};

/** Type of the failure of a run that had to leave records. */
const RECORDS_LEFT = "RECORDS_LEFT";

interface PrunedKind {
  readonly records: PrunedRecords;
  readonly deletedCount: number;
  /** A row was passed over, or the kind as a whole failed by a fault of ours. */
  readonly isFaulty: boolean;
}

async function pruneKind(records: PrunedRecords): Promise<PrunedKind> {
  let deletedCount = 0;
  let passedOver: readonly number[] | undefined;
  try {
    for (let slice = 0; slice < MOST_SLICES; slice += 1) {
      const pruned = await retention().pruneRecords({
        records,
        ...(passedOver !== undefined && { passedOver }),
      });
      ({ passedOver } = pruned);
      deletedCount += pruned.deletedCount;
      if (!pruned.full) break;
    }
  } catch (error) {
    if (!isFaultOfOurs(error)) throw error;
    return { records, deletedCount, isFaulty: true };
  }
  return { records, deletedCount, isFaulty: passedOver !== undefined };
}
