import type { TaskSnapshot } from "../../../contract/agenda/schema.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import type { RelationshipDay } from "../../../db/agenda/queries.ts";
import { loadImports, type MetricDay } from "../../../db/quick-log/load-imports.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import type { ImportedValue } from "../../../rules/agenda/imported-value.ts";
import { importedFact, shownImport } from "../../../rules/quick-log/imports/import-entry.ts";
import { importedMetric } from "../../../rules/quick-log/imports/take-import.ts";

/**
 * Values that phones imported from health stores for the days of some tasks, before the tasks were created or resumed
 * (docs/rooms/quick-log.md#imports). One statement; none if no task counts imported values.
 *
 * @returns a function that returns the imported value of a task, or null.
 */
export async function importsOfDays(
  tx: Tx,
  tasks: readonly MeasuredTask[],
): Promise<(task: MeasuredTask) => ImportedValue | null> {
  const days = new Map<string, MetricDay>();
  for (const task of tasks) {
    const day = metricDayOf(task);
    if (day !== null) days.set(keyOf(day), day);
  }
  const wanted = [...days.values()].map((day) => ({ ...day, measuredUntil: [] }));
  const { imports: loaded } = await loadImports(executorOf(tx), wanted);
  const imports = Map.groupBy(loaded, keyOf);
  return (task) => {
    const day = metricDayOf(task);
    return day === null ? null : shownImport(importedFact(imports.get(keyOf(day)) ?? []));
  };
}

/** The part of a task that decides which imported values it counts. */
export interface MeasuredTask {
  readonly day: RelationshipDay;
  readonly snapshot: Pick<TaskSnapshot, "metric" | "metrics">;
}

function metricDayOf({ day, snapshot }: MeasuredTask): MetricDay | null {
  const metricKind = importedMetric(snapshot);
  const { relationshipId, localDate } = day;
  return metricKind === null ? null : { relationshipId, localDate, metricKind };
}

const keyOf = ({ relationshipId, localDate, metricKind }: MetricDay) =>
  `${relationshipId}/${localDate}/${metricKind}`;
