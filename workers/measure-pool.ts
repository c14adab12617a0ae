import { Gauge, type Registry } from "prom-client";
import type { Database } from "../db/open-database.ts";

/** Registers gauges of the connections of the process's pool, and of what waits for one. */
export function measurePool(metrics: Registry, { poolState }: Pick<Database, "poolState">): void {
  const connections = new Gauge({
    name: "sideline_database_connections",
    help: "Open connections of the pool, by state.",
    labelNames: ["state"],
    registers: [],
    collect() {
      const { open, idle } = poolState();
      this.set({ state: "busy" }, open - idle);
      this.set({ state: "idle" }, idle);
    },
  });
  const waiting = new Gauge({
    name: "sideline_database_connection_requests_waiting",
    help: "Requests of this process that wait for a connection of the pool.",
    registers: [],
    collect() {
      this.set(poolState().waiting);
    },
  });
  metrics.registerMetric(connections);
  metrics.registerMetric(waiting);
}
