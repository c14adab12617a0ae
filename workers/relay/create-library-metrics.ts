import { Gauge, type Registry } from "prom-client";
import type { ExplainedUsage } from "../../activities/exercises/media/explain-usage.ts";
import type { LibraryHealth } from "../../db/exercises/library-health.ts";

/** Registers the metrics of the exercise library, and returns their setter. */
export function createLibraryMetrics(registry: Registry): (library: ShownLibrary) => void {
  const gauge = <Label extends string>(name: string, help: string, more: readonly Label[]) =>
    new Gauge({
      name,
      help,
      labelNames: ["provider", ...more],
      registers: [registry],
    });
  const read = gauge(
    "sideline_catalogue_read_age_seconds",
    "Time since the last complete read of the catalogue began; +Inf if there was none.",
    [],
  );
  const waitingExercises = gauge(
    "sideline_exercises_on_hold",
    "Exercises that search hides because a label of theirs is not mapped.",
    [],
  );
  const vanished = gauge(
    "sideline_exercises_vanished",
    "Exercises missing from the catalogue, too many at once to retire automatically.",
    [],
  );
  const unfinished = gauge(
    "sideline_media_sessions_unfinished",
    "Video calls of the last 24 hours that have no outcome after ten minutes.",
    [],
  );
  const account = gauge(
    "sideline_provider_account_read_age_seconds",
    "Time since the account was read; +Inf if it never was.",
    [],
  );
  const used = gauge(
    "sideline_media_quota_used_ratio",
    "Used part of our media quota, reconciliation difference included, by resource.",
    ["resource"],
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
      for (const resource of ["exercises", "minutes"] as const) {
        const usedCount = counted[resource] + drift[resource];
        used.set({ provider, resource }, ratioOf(usedCount, own[resource]));
      }
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
