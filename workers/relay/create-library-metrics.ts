import { Gauge, type Registry } from "prom-client";
import type { ExplainedUsage } from "../../activities/exercises/media/explain-usage.ts";
import type { LibraryHealth } from "../../db/exercises/library-health.ts";

/** Registers the metrics of the exercise library, and returns their setter. */
export function createLibraryMetrics(registry: Registry): (library: ShownLibrary) => void {
  const gauge = <Label extends string>(name: string, help: string, more: readonly Label[]) =>
    new Gauge({
      name: `sideline_${name}`,
      help,
      labelNames: ["provider", ...more],
      registers: [registry],
    });
  const read = gauge(
    "catalogue_read_seconds",
    "Time since the last complete catalogue read began",
    [],
  );
  const waitingExercises = gauge(
    "exercises_held_waiting",
    "Exercises held back by an unmapped label",
    [],
  );
  const vanished = gauge(
    "exercises_vanished_waiting",
    "Exercises missing from the catalogue, too many at once to retire automatically",
    [],
  );
  const unfinished = gauge(
    "media_sessions_unfinished_waiting",
    "Video calls of the last day that have no outcome after ten minutes",
    [],
  );
  const account = gauge("media_usage_read_seconds", "Time since the account was read", []);
  const used = gauge(
    "media_allowance_used_ratio",
    "Used part of our quota, reconciliation difference included, for exercises and for minutes",
    ["of"],
  );
  return ({ providers, usage }) => {
    for (const { providerKey: provider, ...health } of providers) {
      // Never: later than any bound of an alert.
      read.set({ provider }, health.readingAgeSeconds ?? Number.POSITIVE_INFINITY);
      waitingExercises.set({ provider }, health.heldCount ?? 0);
      vanished.set({ provider }, health.retireHeldCount ?? 0);
      if (!health.metered) continue;
      unfinished.set({ provider }, health.unfinishedCount ?? 0);
      account.set({ provider }, health.usageAgeSeconds ?? Number.POSITIVE_INFINITY);
    }
    for (const { row, counted, own } of usage) {
      const provider = row.providerKey;
      const drift = { exercises: row.uniqueDrift ?? 0, minutes: row.minutesDrift ?? 0 };
      for (const what of ["exercises", "minutes"] as const)
        used.set({ provider, of: what }, ratioOf(counted[what] + drift[what], own[what]));
    }
  };
}

/** The state of the exercise library: each provider's catalogue, and the quota of metered ones. */
export interface ShownLibrary {
  readonly providers: readonly LibraryHealth[];
  readonly usage: readonly ExplainedUsage[];
}

/** An unlimited plan is never used up; a plan of zero always is. */
function ratioOf(used: number, limit: number | null): number {
  if (limit === null) return 0;
  return limit === 0 ? 1 : used / limit;
}
