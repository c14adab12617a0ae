import type { Logger } from "pino";
import { failQuietly } from "../fail-quietly.ts";
import { type CheckDeps, checkProviders } from "./check-providers.ts";
import {
  type RetainInput,
  type RetainedSlice,
  retainProviderRecords,
} from "./retain-provider-records.ts";

/** Scheduled activities of providers that a worker registers. */
export interface ProviderActivities {
  checkProviders(): Promise<{ readonly checkedCount: number; readonly changedCount: number }>;
  retainProviderRecords(input?: RetainInput): Promise<RetainedSlice>;
}

/** Creates the activities of providers. */
export function createProviderActivities(
  deps: CheckDeps & { readonly log: Logger },
): ProviderActivities {
  const { em, log } = deps;
  return {
    checkProviders: failQuietly({ log, name: "checkProviders" }, () => checkProviders(deps)),
    // A run started by an earlier version passes no input.
    retainProviderRecords: failQuietly(
      { log, name: "retainProviderRecords" },
      (input?: RetainInput) => retainProviderRecords(em, input, log),
    ),
  };
}
