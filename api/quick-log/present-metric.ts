import type { MetricDays } from "../../contract/quick-log/metric-days-schema.ts";
import type { ImportSourceType } from "../../contract/agenda/value-vocabulary.ts";
import type { MetricEntryRow } from "../../db/quick-log/metrics/queries.ts";
import type { ValueEntry } from "../../rules/agenda/day-value.ts";
import type { ImportEntry } from "../../rules/quick-log/imports/import-entry.ts";
import {
  metricFact,
  type MetricEntries,
  uncountedEntries,
} from "../../rules/quick-log/imports/metric-fact.ts";

/** The days of a metric, each with its fact and all its entries. */
export function presentMetric(metricKind: string, rows: readonly MetricEntryRow[]): MetricDays {
  const days = [...Map.groupBy(rows, ({ localDate, unit }) => `${localDate}/${unit ?? ""}`)];
  const inOrder = days.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { metricKind, days: inOrder.flatMap(([, own]) => presentDay(own)) };
}

type Day = MetricDays["days"][number];

/** The entries of a day in one unit. */
function presentDay(rows: readonly MetricEntryRow[]): Day[] {
  const [first] = rows;
  if (first === undefined) return [];
  const { localDate, unit } = first;
  const entries = entriesOf(rows);
  const reasons = uncountedEntries(entries);
  const presented = rows.map((row) => presentEntry(row, reasons.get(row.id) ?? null));
  return [{ localDate, unit, fact: presentFact(entries, rows), entries: presented }];
}

function presentFact(entries: MetricEntries, rows: readonly MetricEntryRow[]): Day["fact"] {
  const fact = metricFact(entries);
  if (fact === null) return null;
  const { importId, value, entryCount, recordedAt } = fact;
  const source = rows.findLast(({ id, taskId }) =>
    importId === null ? taskId !== null : id === importId,
  );
  const { unit = null, sourceType } = source ?? {};
  return { value, unit, sourceType: sourceType ?? "MANUAL", entryCount, recordedAt };
}

function presentEntry(
  row: MetricEntryRow,
  reason: Day["entries"][number]["reason"],
): Day["entries"][number] {
  return {
    entryId: row.id,
    taskId: row.taskId,
    value: valueOf(row),
    unit: row.unit,
    sourceType: row.sourceType ?? "MANUAL",
    sourceDevice: row.sourceDevice,
    recordedAt: instantOf(row.recordedAt).toISOString(),
    windowStart: row.windowStart?.toISOString() ?? null,
    supersedesEntryId: row.supersedesId,
    restatesEntryId: row.restatesId,
    flags: [...(row.clockFlags ?? [])],
    effect: reason === null ? "COUNTED" : "NOT_COUNTED",
    reason,
    acceptedAt: row.admittedAt.toISOString(),
  };
}

function entriesOf(rows: readonly MetricEntryRow[]): MetricEntries {
  const manual = rows.filter(({ taskId }) => taskId !== null);
  const { otherCount: count = 0, otherSum: sum = 0 } = rows.at(0) ?? {};
  return {
    mode: manual.at(0)?.mode ?? "REPLACE",
    manual: manual.map(manualEntry),
    otherManual: { count, sum },
    imports: rows.flatMap((row) => importEntry(row) ?? []),
  };
}

function manualEntry(row: MetricEntryRow): ValueEntry {
  const { id, lineageId, supersedesId, restatesId } = row;
  const recordedAt = instantOf(row.recordedAt);
  return {
    id,
    value: valueOf(row),
    lineageId,
    recordedAt,
    supersedesId,
    restatesId,
    superseded: false,
  };
}

function importEntry(row: MetricEntryRow): ImportEntry | null {
  const { id, taskId, sourceType, numericValue: value, supersedesId } = row;
  if (taskId !== null || sourceType === null || sourceType === "MANUAL") return null;
  return {
    id,
    sourceType: sourceType satisfies ImportSourceType,
    value,
    sourceDevice: row.sourceDevice ?? "",
    windowStart: instantOf(row.windowStart),
    windowEnd: instantOf(row.recordedAt),
    userEntered: row.userEntered ?? false,
    withinDay: !(row.clockFlags ?? []).includes("OUTSIDE_DAY"),
    supersedesId,
  };
}

function valueOf({ numericValue, textValue, booleanValue }: MetricEntryRow) {
  return numericValue ?? textValue ?? booleanValue;
}

/** An entry that records a value always has an instant. */
function instantOf(instant: Date | null): Date {
  if (instant === null) throw new Error("A value has no instant");
  return instant;
}
