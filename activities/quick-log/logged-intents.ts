import type { ImportIntent } from "../../contract/quick-log/import-schema.ts";
import type { LoggedIntent, QuickLogIntent } from "../../contract/quick-log/schema.ts";
import type { MetricDay, WantedImports } from "../../db/quick-log/load-imports.ts";
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

/** The metrics and days that imports of a relationship are of, each once, with the instants that they name. */
export function wantedImports(
  relationshipId: string,
  intents: readonly LoggedIntent[],
): readonly WantedImports[] {
  const told = intents.flatMap((intent) =>
    intent.actionKind === "IMPORT_VALUE" ? [intent.payload] : [],
  );
  return [...Map.groupBy(told, metricDayKey).values()].flatMap((ofDay) => {
    const [first] = ofDay;
    if (first === undefined) return [];
    const { localDate, metricKind } = first;
    const measuredUntil = ofDay.map(({ windowEnd }) => windowEnd);
    return [{ relationshipId, localDate, metricKind, measuredUntil }];
  });
}

/** Names a metric of a day of a relationship. */
export function metricDayKey({
  localDate,
  metricKind,
}: Pick<MetricDay, "localDate" | "metricKind">): string {
  return `${localDate}/${metricKind}`;
}
