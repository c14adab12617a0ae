import type { Logger } from "pino";
import { failQuietly } from "../fail-quietly.ts";
import type { PrunedSlice } from "../prune-tables.ts";
import { pruneRecords, type PruneRecordsInput, type RetentionDeps } from "./prune-records.ts";

/** The acts of keeping no longer than needed, as a worker registers them. */
export interface PrivacyActivities {
  pruneRecords(input: PruneRecordsInput): Promise<PrunedSlice>;
}

/** Makes the activities of privacy. */
export function createPrivacyActivities(
  deps: RetentionDeps & { readonly log: Logger },
): PrivacyActivities {
  return {
    pruneRecords: failQuietly({ log: deps.log, name: "pruneRecords" }, (input: PruneRecordsInput) =>
      pruneRecords(deps, input),
    ),
  };
}
