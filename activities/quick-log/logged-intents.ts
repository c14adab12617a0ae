import type { ImportIntent } from "../../contract/quick-log/import-schema.ts";
import type { LoggedIntent, QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";
import type { MetricDay, WantedImports } from "../../db/quick-log/load-imports.ts";
import type { ReadyOperation } from "../sync/operation-feature.ts";

/** True if the intent concerns a task, not a metric of a day. */
export function isOfTask(intent: LoggedIntent): intent is QuickLogIntent {
  return intent.actionKind !== "IMPORT_VALUE";
}

/** The same for a whole operation. */
export function isTaskOperation(
  operation: ReadyOperation<LoggedIntent>,
): operation is ReadyOperation<QuickLogIntent> {
  return isOfTask(operation.intent);
}

/** True if an operation is an import. */
export function isImport(
  operation: ReadyOperation<LoggedIntent>,
): operation is ReadyOperation<ImportIntent> {
  return !isOfTask(operation.intent);
}

/** The metrics and days of a relationship that imports name, without duplicates, with their instants. */
export function wantedImports(
  relationshipId: string,
  intents: readonly LoggedIntent[],
): readonly WantedImports[] {
  const imports = intents.flatMap((intent) =>
    intent.actionKind === "IMPORT_VALUE" ? [intent.payload] : [],
  );
  return [...Map.groupBy(imports, metricDayKey).values()].flatMap((ofDay) => {
    const [first] = ofDay;
    if (first === undefined) return [];
    const { localDate, metricKind } = first;
    const measuredUntil = ofDay.map(({ windowEnd }) => windowEnd);
    return [{ relationshipId, localDate, metricKind, measuredUntil }];
  });
}

/** Key of a metric on a day of a relationship. */
export function metricDayKey({
  localDate,
  metricKind,
}: Pick<MetricDay, "localDate" | "metricKind">): string {
  return `${localDate}/${metricKind}`;
}
