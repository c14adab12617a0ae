import { Gauge, type Registry } from "prom-client";
import type { Database } from "../db/open-database.ts";

/** Registers gauges of the process's open, idle and awaited connections. */
export function measurePool(metrics: Registry, { poolState }: Pick<Database, "poolState">): void {
  const connections = new Gauge({
    name: "sideline_database_connections",
    help: "Connections of the pool by state; waiting counts requests for a connection.",
    labelNames: ["state"],
    registers: [],
    collect() {
      for (const [state, count] of Object.entries(poolState())) this.set({ state }, count);
    },
  });
  metrics.registerMetric(connections);
}
