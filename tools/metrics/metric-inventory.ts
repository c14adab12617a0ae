import type { Registry } from "prom-client";
import * as z from "zod";
import { openRegistries } from "./process-registries.ts";

/** Every metric of our own by name, with the processes that export it. */
export async function metricInventory(): Promise<readonly Metric[]> {
  const byName = new Map<string, Metric>();
  for (const [process, registry] of Object.entries(await openRegistries())) {
    for (const metric of metricsOf(registry)) {
      const processes = [...(byName.get(metric.name)?.processes ?? []), process];
      byName.set(metric.name, { ...metric, processes });
    }
  }
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** A metric as its users see it. */
export interface Metric {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary";
  readonly help: string;
  readonly labels: readonly string[];
  readonly processes: readonly string[];
}

/** Path of the generated reference. */
export const INVENTORY_FILE = "deploy/prometheus/metrics.json";

/** The parts of a prom-client metric that its types hide. */
const registeredSchema = z.object({
  name: z.string(),
  type: z.enum(["counter", "gauge", "histogram", "summary"]),
  help: z.string(),
  labelNames: z.array(z.string()),
});

function metricsOf(registry: Registry): readonly Metric[] {
  return registry.getMetricsAsArray().map((metric) => {
    const { name, type, help, labelNames } = registeredSchema.parse(metric);
    return { name, type, help, labels: labelNames, processes: [] };
  });
}
