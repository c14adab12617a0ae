import { Gauge, type Registry } from "prom-client";
import type { PartitionHealth } from "../../db/platform/partitions/partitions.ts";

/** Registers the metrics of partitioned tables, and returns their setter. */
export function createPartitionMetrics(
  registry: Registry,
): (tables: readonly PartitionHealth[]) => void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ["table"], registers: [registry] });
  const ahead = gauge(
    "sideline_partitions_ahead",
    "Future periods that have a partition, at most two, by table.",
  );
  const count = gauge("sideline_partitions", "Partitions, the default one included, by table.");
  const misplaced = gauge(
    "sideline_partition_rows_misplaced",
    "Rows in the default partition, up to a thousand, by table.",
  );
  return (tables) => {
    for (const { table, ...health } of tables) {
      ahead.set({ table }, health.ahead);
      count.set({ table }, health.count);
      misplaced.set({ table }, health.misplaced);
    }
  };
}
