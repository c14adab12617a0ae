import { Counter, type Registry } from "prom-client";
import { Refusal } from "../../../contract/refusal.ts";
import type { ApiDeps } from "../../api-deps.ts";

/** Raises an alarm, as log line and metric, if a search is refused because its operator searched too often. */
export async function alarmLookups<T>(
  { log, metrics }: Pick<ApiDeps, "log" | "metrics">,
  requestId: string,
  search: () => Promise<T>,
): Promise<T> {
  try {
    return await search();
  } catch (error) {
    if (error instanceof Refusal && error.code === "RATE_LIMITED") {
      refusedLookupCounter(metrics).inc();
      log.warn({ requestId }, "an operator looked up too many contacts");
    }
    throw error;
  }
}

/** The counter of a registry; the first call registers it. */
export function refusedLookupCounter(metrics: Registry): Counter {
  const known = metrics.getSingleMetric(NAME);
  if (known instanceof Counter) return known;
  const help = "Searches for a contact that were refused because the operator searched too often.";
  return new Counter({ name: NAME, help, registers: [metrics] });
}

const NAME = "sideline_contact_lookups_refused_total";
