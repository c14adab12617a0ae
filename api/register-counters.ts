import type { Registry } from "prom-client";
import { droppedCounter } from "./http/count-dropped.ts";
import { verdictCounter } from "./sync/count-verdicts.ts";
import { refusedLookupCounter } from "./sync/support/alarm-lookups.ts";

/** Registers the counters of the rooms, so that a scrape shows them before the first event. */
export function registerCounters(metrics: Registry): void {
  verdictCounter(metrics);
  droppedCounter(metrics);
  refusedLookupCounter(metrics);
}
