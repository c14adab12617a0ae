import { ApplicationFailure, patched } from "@temporalio/workflow";
import { isFaultOfOurs } from "../is-fault-of-ours.ts";
import { scheduledActs } from "../scheduled-acts.ts";
import { PRUNED_RECORDS, type PrunedRecords } from "../../contract/privacy/vocabulary.ts";

const retention = scheduledActs({
  tryMs: 15_000,
  summary: "delete records whose retention has ended",
});

/** Slices of one kind of records in one run; the next run finds the rest. */
const MOST_SLICES = 200;

/**
 * The scheduled workflow `prune-records`: deletes records whose retention has ended, kind by kind and slice by slice.
 * Each slice is a transaction of its own, so that a later run can continue after any interruption. A row or kind that
 * fails does not delay the others; the run fails at the end, so that somebody checks it
 * (docs/rooms/house.md#one-fault).
 *
 * @returns how many rows were deleted.
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

/** Kinds that runs of an earlier version do not know, by their patch: those runs replay without them. */
const PATCHES: Partial<Record<PrunedRecords, string>> = {
  WITHHELD_OCCURRENCES: "prune-withheld-occurrences",
  TASK_SNAPSHOTS: "prune-task-snapshots",
};

/** Failure type of a run that could not delete all records. */
const RECORDS_LEFT = "RECORDS_LEFT";

interface PrunedKind {
  readonly records: PrunedRecords;
  readonly deletedCount: number;
  /** A row was skipped, or the whole kind failed because of an internal error. */
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
