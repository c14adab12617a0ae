import { Counter, type Registry } from "prom-client";

/** Counts the outcomes of media calls, by provider and outcome. */
export function measureProviderCalls(
  registry: Registry,
): (provider: string, outcome: string) => void {
  const outcomes = new Counter({
    name: "sideline_provider_media_calls_total",
    help: "Media calls to exercise providers, by outcome.",
    labelNames: ["provider", "outcome"],
    registers: [registry],
  });
  return (provider, outcome) => outcomes.inc({ provider, outcome });
}

/** Counts the outcomes of reading provider accounts, by provider and outcome. */
export function measureUsageReadings(
  registry: Registry,
): (provider: string, outcome: string) => void {
  const readings = new Counter({
    name: "sideline_provider_account_reads_total",
    help: "Reads of exercise providers' accounts, by outcome.",
    labelNames: ["provider", "outcome"],
    registers: [registry],
  });
  return (provider, outcome) => readings.inc({ provider, outcome });
}
