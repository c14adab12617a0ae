import { readFileSync } from "node:fs";
import { collectDefaultMetrics, Registry } from "prom-client";
import * as z from "zod";
import { metricInventory } from "../../tools/metrics/metric-inventory.ts";

/** Names of the series that the processes export: our own, those of Node, and those of Temporal's SDK and server. */
export async function exportedSeries(): Promise<ReadonlySet<string>> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const ofNode = registry.getMetricsAsArray().map((metric) => typedSchema.parse(metric));
  registry.clear();
  const all = [...(await metricInventory()), ...ofNode, ...sdkMetrics(), ...SERVER_METRICS];
  return new Set([...all.flatMap(seriesOf), "up"]);
}

/**
 * The metrics of a worker's SDK that `sdk-metrics.json` lists, as real workers served them, and their failures. Tests
 * compare them with a worker's process and with the program of the SDK.
 */
export function sdkMetrics(): readonly Typed[] {
  const file = new URL("sdk-metrics.json", import.meta.url);
  const listed = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, "utf8")));
  return Object.entries(listed).map(([name, type]) => ({ name, type }));
}

/** The metrics of Temporal's server that the rules use (`common/metrics/metric_defs.go` of its module). */
const SERVER_METRICS: readonly Typed[] = [
  { name: "persistence_latency", type: "histogram" },
  { name: "persistence_errors", type: "counter" },
];

const typedSchema = z.object({ name: z.string(), type: z.string() });
type Typed = z.infer<typeof typedSchema>;

function seriesOf({ name, type }: Typed): readonly string[] {
  return type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
}
