import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder, sql } from "kysely";
import type { TaskSnapshot } from "../../../contract/agenda/schema.ts";
import type { MetricMode } from "../../../contract/agenda/value-vocabulary.ts";
import type { RecordFlag } from "../../../contract/quick-log/vocabulary.ts";
import { METRIC_DAY_ENTRIES } from "../../../contract/quick-log/metric-days-schema.ts";
import { snapshotOfTask } from "../../agenda/snapshots/queries.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { batchOf } from "../../platform/statements/receipt-range.ts";
import { type Tables, tables } from "../../tables.ts";

/** Selects days of a relationship's metric. */
export interface MetricRange {
  readonly relationshipId: string;
  readonly metricKind: string;
  readonly from: string;
  readonly to: string;
}

/** A value with the content of its task, if any, by their aliases in the statement. */
const ofValue = expressionBuilder<
  Tables & {
    readonly operation: Tables["quickLogOperation"];
    readonly content: { readonly snapshot: TaskSnapshot | null };
  },
  "content" | "operation"
>();

/** A field of the metric of a task; a measurement has a list with a single metric. */
const ofMetric = <T extends string>(field: "metricKind" | "mode" | "unit") => {
  const snapshotText = (...path: readonly string[]) =>
    ofValue.fn("jsonb_extract_path_text", [
      ofValue.ref("content.snapshot"),
      ...path.map((step) => sql.lit(step)),
    ]);
  return ofValue.fn<T | null>("coalesce", [
    snapshotText("metric", field),
    snapshotText("metrics", "0", field),
  ]);
};

const isTyped = ofValue.or([
  ofValue("operation.userEntered", "=", true),
  ofValue(
    ofValue.val("OUTSIDE_DAY"),
    "=",
    ofValue.fn.any(ofValue.fn.coalesce("operation.clockFlags", ofValue.val<RecordFlag[]>([]))),
  ),
]);

const supersededBy = ofValue
  .selectFrom("quickLogOperation as later")
  .select("later.receiptId")
  .whereRef("later.supersedesId", "=", "operation.receiptId")
  .limit(1);

/** The group in which a row can determine its day's fact: manual values in force, or a store's verified ones. */
const factGroup = ofValue
  .case()
  .when("operation.taskId", "is", null)
  .then(
    ofValue
      .case()
      .when(ofValue.or([ofValue("operation.numericValue", "is", null), ofValue.not(isTyped)]))
      .then(ofValue.ref("operation.sourceType"))
      .end(),
  )
  .when(
    ofValue.and([
      ofValue(
        ofValue.fn<number>("num_nonnulls", [
          "operation.numericValue",
          "operation.textValue",
          "operation.booleanValue",
        ]),
        "=",
        1,
      ),
      ofValue(supersededBy, "is", null),
    ]),
  )
  .then(sql.lit("MANUAL" as const))
  .end();

/** Values in different units are separate quantities. */
const unit = ofValue.fn.coalesce("operation.unit", ofMetric<string>("unit"));

/**
 * The values of a metric for some days, manual and imported, in the order of acceptance. For each day and unit it
 * returns the newest entries, and those that determine its fact. Each row has count and sum of the other manual
 * values in force. One statement.
 */
export async function listMetricEntries(em: SqlEntityManager, range: MetricRange) {
  const entries = tables(em)
    .selectFrom(countedIn(em, range).as("entry"))
    .selectAll("entry")
    .where("entry.isRead", "=", true)
    .orderBy("entry.id");
  return await runNamed(em, "metric-entries", entries);
}

function valuesIn(em: SqlEntityManager, range: MetricRange) {
  return tables(em)
    .selectFrom("quickLogOperation as operation")
    .innerJoin("syncBatch as sent", (join) =>
      join.on("sent.id", "=", batchOf("operation.receipt_id")),
    )
    .leftJoin("agendaTask as task", "task.id", "operation.taskId")
    .innerJoinLateral(
      tables(em).selectNoFrom(snapshotOfTask.as("snapshot")).offset(0).as("content"),
      (join) => join.onTrue(),
    )
    .select(["operation.receiptId as id", "operation.taskId", "operation.localDate"])
    .select(["operation.numericValue", "operation.textValue", "operation.booleanValue"])
    .select(["operation.sourceType", "operation.sourceDevice", "operation.windowStart"])
    .select(["operation.recordedAt", "operation.userEntered", "operation.clockFlags"])
    .select(["operation.supersedesId", "operation.restatesId", "sent.admittedAt"])
    .select(["sent.lineageId", ofMetric<MetricMode>("mode").as("mode")])
    .select([unit.as("unit"), factGroup.as("factGroup")])
    .where("operation.relationshipId", "=", range.relationshipId)
    .where("operation.localDate", ">=", range.from)
    .where("operation.localDate", "<=", range.to)
    .where("operation.status", "=", "ACCEPTED")
    .where("operation.sourceType", "is not", null)
    .where(
      ({ fn }) => fn.coalesce("operation.metricKind", ofMetric("metricKind")),
      "=",
      range.metricKind,
    );
}

/** The same with the rank of each within its day and within its group. */
function placedIn(em: SqlEntityManager, range: MetricRange) {
  return tables(em)
    .selectFrom(valuesIn(em, range).as("one"))
    .selectAll("one")
    .select((eb) => [
      eb.fn
        .agg<number>("row_number")
        .over((over) => over.partitionBy(["one.localDate", "one.unit"]).orderBy("one.id", "desc"))
        .as("ofDay"),
      // For a health store the latest measurement counts, for manual values the latest acceptance.
      eb.fn
        .agg<number>("row_number")
        .over((over) =>
          over
            .partitionBy(["one.localDate", "one.unit", "one.factGroup"])
            .orderBy(
              eb.case().when("one.taskId", "is", null).then(eb.ref("one.recordedAt")).end(),
              "desc",
            )
            .orderBy("one.id", "desc"),
        )
        .as("ofGroup"),
    ]);
}

/** The same with count and sum of the entries of its day that are not read individually. */
function countedIn(em: SqlEntityManager, range: MetricRange) {
  return tables(em)
    .selectFrom(placedIn(em, range).as("told"))
    .selectAll("told")
    .select((eb) => {
      const isRead = eb.or([
        eb("told.ofDay", "<=", METRIC_DAY_ENTRIES),
        eb.and([eb("told.factGroup", "is not", null), eb("told.ofGroup", "=", 1)]),
      ]);
      const isOther = eb.and([eb("told.factGroup", "=", "MANUAL"), eb.not(isRead)]);
      return [
        isRead.as("isRead"),
        eb.fn
          .countAll<number>()
          .filterWhere(isOther)
          .over((over) => over.partitionBy(["told.localDate", "told.unit"]))
          .as("otherCount"),
        eb.fn
          .coalesce(
            eb.fn
              .sum<number>("told.numericValue")
              .filterWhere(isOther)
              .over((over) => over.partitionBy(["told.localDate", "told.unit"])),
            eb.lit(0),
          )
          .as("otherSum"),
      ];
    });
}

/** A value of a metric as stored. */
export type MetricEntryRow = Awaited<ReturnType<typeof listMetricEntries>>[number];
