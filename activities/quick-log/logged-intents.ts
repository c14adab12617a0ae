import type { ImportIntent } from "../../contract/quick-log/import-schema.ts";
import type { LoggedIntent, QuickLogIntent } from "../../contract/quick-log/schema.ts";
import type { MetricDay } from "../../db/quick-log/load-imports.ts";
import type { ReadyOperation } from "../sync/operation-feature.ts";

/** Whether something is asked of a task, not of a day's metric. */
export function isOfTask(intent: LoggedIntent): intent is QuickLogIntent {
  return intent.actionKind !== "IMPORT_VALUE";
}

/** The same of a whole operation. */
export function isTaskOperation(
  operation: ReadyOperation<LoggedIntent>,
): operation is ReadyOperation<QuickLogIntent> {
  return isOfTask(operation.intent);
}

/** Whether an operation is an import. */
export function isImport(
  operation: ReadyOperation<LoggedIntent>,
): operation is ReadyOperation<ImportIntent> {
  return !isOfTask(operation.intent);
}

/** The metrics and days that imports are of, each once. */
export function importedDays(intents: readonly LoggedIntent[]): readonly MetricDay[] {
  const days = new Map<string, MetricDay>();
  for (const intent of intents) {
    if (intent.actionKind !== "IMPORT_VALUE") continue;
    const { localDate, metricKind } = intent.payload;
    days.set(metricDayKey(intent.payload), { localDate, metricKind });
  }
  return [...days.values()];
}

/** Names a metric of a day. */
export function metricDayKey({ localDate, metricKind }: MetricDay): string {
  return `${localDate}/${metricKind}`;
}
