import type { ImportSourceType } from "../../contract/agenda/value-vocabulary.ts";
import type { ImportEntry } from "../../rules/quick-log/imports/import-entry.ts";
import type { RelationshipDay } from "../agenda/queries.ts";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { type RecordColumn, records } from "../platform/statements/records.ts";
import type { QuickLogOperation } from "./quick-log-operation.ts";

/**
 * For each day, the import of each source that is in force, and the imports selected by instant. The number of rows
 * read does not depend on how many imports a day has. One statement.
 */
export async function loadImports(
  executor: QueryExecutor,
  wanted: readonly WantedImports[],
): Promise<LoadedImports> {
  if (wanted.length === 0) return { imports: [], zones: new Map() };
  const known = executor.tables
    .selectFrom(records(wanted, WANTED).as("day"))
    // A separate look-up: the cached plan of a join, made while there are few days, would scan them all.
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom("agendaDay")
          .select("timezone")
          .whereRef("relationshipId", "=", "day.relationshipId")
          .whereRef("localDate", "=", "day.localDate")
          .limit(1)
          .as("opened"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom("quickLogOperation")
          .select(["receiptId", "sourceType", "numericValue", "sourceDevice", "windowStart"])
          .select(["recordedAt", "userEntered", "clockFlags", "supersedesId"])
          .select(({ eb, fn, lit, or, val }) => {
            const isOutside = fn.coalesce(
              eb(val("OUTSIDE_DAY"), "=", fn.any("clockFlags")),
              lit(false),
            );
            const isTyped = fn.coalesce("userEntered", lit(false));
            const isVerified = or([
              eb("numericValue", "is", null),
              eb.not(or([isTyped, isOutside])),
            ]);
            return fn
              .agg<number>("row_number")
              .over((over) =>
                over
                  .partitionBy("sourceType")
                  .orderBy(isVerified, "desc")
                  .orderBy("recordedAt", "desc")
                  .orderBy("receiptId", "desc"),
              )
              .as("place");
          })
          .whereRef("relationshipId", "=", "day.relationshipId")
          .whereRef("localDate", "=", "day.localDate")
          .whereRef("metricKind", "=", "day.metricKind")
          .where("taskId", "is", null)
          .as("entry"),
      (join) => join.onTrue(),
    )
    .selectAll("entry")
    .select(["day.relationshipId", "day.localDate", "day.metricKind", "opened.timezone"])
    .where(({ eb, fn, or }) =>
      or([
        eb("entry.receiptId", "is", null),
        eb("entry.place", "=", 1),
        eb("entry.recordedAt", "=", fn<Date>("any", ["day.measuredUntil"])),
      ]),
    )
    .orderBy("entry.receiptId");
  const rows = await executor.named("imports-of-days", known);
  const zones = rows.flatMap(({ localDate, timezone }) =>
    timezone === null ? [] : [[localDate, timezone] as const],
  );
  const imports = rows.flatMap(({ receiptId: id, timezone: _zone, ...row }) =>
    id === null ? [] : [{ id, ...importOf(row) }],
  );
  return { imports, zones: new Map(zones) };
}

/** A metric of one day of a relationship. */
export interface MetricDay extends RelationshipDay {
  readonly metricKind: string;
}

/** Selects imports of a metric of a day, in addition to those in force. */
export interface WantedImports extends MetricDay {
  /** Those whose measurement ended at one of these instants, RFC 3339; a repeated report is among them. */
  readonly measuredUntil: readonly string[];
}

/** An import of one of the days. */
export interface ImportOfDay extends ImportEntry, MetricDay {}

const WANTED = [
  ["relationshipId", "uuid"],
  ["localDate", "date"],
  ["metricKind", "text"],
  ["measuredUntil", "timestamptz[]"],
] as const satisfies readonly RecordColumn<keyof WantedImports>[];

/** The stored facts about the days of imports. */
export interface LoadedImports {
  /** Ordered by acceptance. */
  readonly imports: readonly ImportOfDay[];
  /** The zones of the opened days, by date. */
  readonly zones: ReadonlyMap<string, string>;
}

type ImportRow = MetricDay &
  Pick<
    QuickLogOperation,
    | "sourceType"
    | "numericValue"
    | "sourceDevice"
    | "windowStart"
    | "recordedAt"
    | "userEntered"
    | "clockFlags"
    | "supersedesId"
  >;

/** Converts a row to an import. */
function importOf(row: ImportRow): Omit<ImportOfDay, "id"> {
  const { relationshipId, localDate, metricKind, supersedesId } = row;
  return {
    relationshipId,
    localDate,
    metricKind,
    supersedesId,
    sourceType: importSource(row.sourceType),
    value: row.numericValue,
    sourceDevice: row.sourceDevice ?? "",
    windowStart: row.windowStart ?? new Date(0),
    windowEnd: row.recordedAt ?? new Date(0),
    userEntered: row.userEntered ?? false,
    withinDay: !(row.clockFlags ?? []).includes("OUTSIDE_DAY"),
  };
}

/** @throws Error for any other text, also null: no import has it. */
function importSource(sourceType: string | null): ImportSourceType {
  if (sourceType === "APPLE_HEALTH" || sourceType === "HEALTH_CONNECT") return sourceType;
  throw new Error("An import has no source");
}
