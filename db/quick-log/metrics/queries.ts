import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { MetricMode } from "../../../contract/agenda/vocabulary.ts";
import { METRIC_DAY_ENTRIES } from "../../../contract/quick-log/metric-days-schema.ts";
import { runNamed } from "../../named-query.ts";
import { batchOf } from "../../receipt-range.ts";
import { tables } from "../../tables.ts";

/** Which days of a relationship's metric are read. */
export interface MetricRange {
  readonly relationshipId: string;
  readonly metricKind: string;
  readonly from: string;
  readonly to: string;
}

/** SQL of what the metric of a row `task` says; that of a measurement is the only one of its list. */
const ofMetric = <T extends string>(field: string) =>
  sql<T | null>`coalesce(task.snapshot #>> ${sql.lit(`{metric,${field}}`)},
    task.snapshot #>> ${sql.lit(`{metrics,0,${field}}`)})`;

/** How many of a day's entries are read one by one, the newest of them. */
const DAY_ENTRIES = sql.lit(METRIC_DAY_ENTRIES);

/** What a row can make of its day's fact: one that was typed and stands, or of a store all that is verified. */
const factGroup = sql<string | null>`case
  when operation.task_id is null then case
    when operation.numeric_value is null or not (operation.user_entered
      or 'OUTSIDE_DAY' = any(coalesce(operation.clock_flags, '{}'))) then operation.source_type end
  when num_nonnulls(operation.numeric_value, operation.text_value, operation.boolean_value) = 1
    and (select later.receipt_id from quick_log_operation later
      where later.supersedes_id = operation.receipt_id limit 1) is null then 'MANUAL' end`;

/** What is measured in another unit is another amount, and is told by itself. */
const unit = sql<string | null>`coalesce(operation.unit, ${ofMetric("unit")})`;

const newestOfDay = sql<number>`row_number() over (
  partition by operation.local_date, ${unit} order by operation.receipt_id desc)`;
/** Of a store the one measured last stands, of what was typed the one accepted last. */
const newestOfGroup = sql<number>`row_number() over (
  partition by operation.local_date, ${unit}, ${factGroup}
  order by case when operation.task_id is null then operation.recorded_at end desc, operation.receipt_id desc)`;
const isRead = sql<boolean>`(told.of_day <= ${DAY_ENTRIES}
  or (told.fact_group is not null and told.of_group = 1))`;
const others = sql`filter (where told.fact_group = 'MANUAL' and not ${isRead})
  over (partition by told.local_date, told.unit)`;

/**
 * The values of a metric of some days, typed and imported, in the order of acceptance: of each day and unit the newest,
 * and what its fact follows from. Of those that were typed before and stand each row tells sum and count. One statement.
 */
export async function listMetricEntries(em: SqlEntityManager, range: MetricRange) {
  const told = tables(em)
    .selectFrom("quickLogOperation as operation")
    .innerJoin("syncBatch as sent", (join) =>
      join.on("sent.id", "=", batchOf("operation.receipt_id")),
    )
    .leftJoin("agendaTask as task", "task.id", "operation.taskId")
    .select(["operation.receiptId as id", "operation.taskId", "operation.localDate"])
    .select(["operation.numericValue", "operation.textValue", "operation.booleanValue"])
    .select(["operation.sourceType", "operation.sourceDevice", "operation.windowStart"])
    .select(["operation.recordedAt", "operation.userEntered", "operation.clockFlags"])
    .select(["operation.supersedesId", "operation.restatesId", "sent.admittedAt"])
    .select(["sent.lineageId", ofMetric<MetricMode>("mode").as("mode")])
    .select(unit.as("unit"))
    .select([newestOfDay.as("ofDay"), newestOfGroup.as("ofGroup"), factGroup.as("factGroup")])
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
  const counted = tables(em)
    .selectFrom(told.as("told"))
    .selectAll("told")
    .select([isRead.as("isRead")])
    .select(sql<number>`(count(*) ${others})::int`.as("otherCount"))
    .select(sql<number>`coalesce(sum(told.numeric_value) ${others}, 0)::float8`.as("otherSum"));
  const entries = tables(em)
    .selectFrom(counted.as("entry"))
    .selectAll("entry")
    .where("entry.isRead", "=", true)
    .orderBy("entry.id");
  return await runNamed(em, "metric-entries", entries);
}

/** A value of a metric as it is stored. */
export type MetricEntryRow = Awaited<ReturnType<typeof listMetricEntries>>[number];
