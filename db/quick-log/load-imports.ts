import type { ImportSourceType } from "../../contract/agenda/vocabulary.ts";
import type { ImportEntry } from "../../rules/quick-log/imports/import-entry.ts";
import type { Line } from "../flight.ts";
import { type RecordColumn, records } from "../records.ts";

/** A metric of one day of a relationship. */
export interface MetricDay {
  readonly localDate: string;
  readonly metricKind: string;
}

/** An import of one of some days. */
export interface ImportOfDay extends ImportEntry, MetricDay {}

/** Imports of one metric and day that are looked at, those measured last: a phone has some dozens. */
const MOST_IMPORTS = 200;

const DAY = [
  ["localDate", "date"],
  ["metricKind", "text"],
] as const satisfies readonly RecordColumn<keyof MetricDay>[];

/** The imports of some days of a relationship, each with what tells whether it stands. One statement. */
export async function loadImports(
  line: Line,
  relationshipId: string,
  days: readonly MetricDay[],
): Promise<readonly ImportOfDay[]> {
  if (days.length === 0) return [];
  const known = line.tables
    .selectFrom(records(days, DAY).as("day"))
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom("quickLogOperation")
          .select(["receiptId", "sourceType", "numericValue", "sourceDevice", "windowStart"])
          .select(["recordedAt", "userEntered", "clockFlags", "supersedesId"])
          .where("relationshipId", "=", relationshipId)
          .whereRef("localDate", "=", "day.localDate")
          .whereRef("metricKind", "=", "day.metricKind")
          .where("taskId", "is", null)
          .orderBy("recordedAt", "desc")
          .orderBy("receiptId", "desc")
          .limit(MOST_IMPORTS)
          .as("entry"),
      (join) => join.onTrue(),
    )
    .selectAll("entry")
    .select(["day.localDate", "day.metricKind"])
    .orderBy("entry.receiptId");
  return (await line.named("imports-of-days", known)).map((row) => ({
    id: row.receiptId,
    localDate: row.localDate,
    metricKind: row.metricKind,
    sourceType: importSource(row.sourceType),
    value: row.numericValue,
    sourceDevice: row.sourceDevice ?? "",
    windowStart: row.windowStart ?? new Date(0),
    windowEnd: row.recordedAt ?? new Date(0),
    userEntered: row.userEntered ?? false,
    withinDay: !(row.clockFlags ?? []).includes("OUTSIDE_DAY"),
    supersedesId: row.supersedesId,
  }));
}

/** @throws Error for what no import has. */
function importSource(sourceType: string | null): ImportSourceType {
  if (sourceType === "APPLE_HEALTH" || sourceType === "HEALTH_CONNECT") return sourceType;
  throw new Error("An import has a source");
}
