import type { Logger } from "pino";
import { failQuietly } from "../fail-quietly.ts";
import type { PrunedSlice } from "../prune-tables.ts";
import { pruneRecords, type PruneRecordsInput, type RetentionDeps } from "./prune-records.ts";

/** The retention activities that a worker registers. */
export interface PrivacyActivities {
  pruneRecords(input: PruneRecordsInput): Promise<PrunedSlice>;
}

/** Creates the privacy activities. */
export function createPrivacyActivities(
  deps: RetentionDeps & { readonly log: Logger },
): PrivacyActivities {
  return {
    pruneRecords: failQuietly({ log: deps.log, name: "pruneRecords" }, (input: PruneRecordsInput) =>
      pruneRecords(deps, input),
    ),
  };
}
