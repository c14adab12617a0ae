import { runNamed } from "../platform/pipeline/run-named.ts";
import { zoneNow } from "../relationships/zone-now.ts";
import { records } from "../platform/statements/records.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import type { RelationshipDay } from "./queries.ts";

/** Stores the sums of days, one statement. The zone is the relationship's when the day is first stored. */
export async function upsertDays(tx: Tx, days: readonly ProjectedDay[], now: Date): Promise<void> {
  if (days.length === 0) return;
  const projected = COLUMNS.map(([name]) => name);
  const upsert = tables(tx)
    .insertInto("agendaDay")
    .columns([...projected, "timezone", "projectedAt", "openedAt"])
    .expression((query) =>
      query
        .selectFrom(records(days, COLUMNS).as("day"))
        .innerJoin("relationship", "relationship.id", "day.relationshipId")
        .select(projected.map((name) => `day.${name}` as const))
        .select(({ cast, val }) => [
          zoneNow("relationship").as("timezone"),
          cast<Date>(val(now), "timestamptz").as("projectedAt"),
          cast<Date>(val(now), "timestamptz").as("openedAt"),
        ])
        .orderBy("day.relationshipId")
        .orderBy("day.localDate"),
    )
    .onConflict((conflict) =>
      conflict.columns(["relationshipId", "localDate"]).doUpdateSet(({ ref }) => ({
        projectionVersion: ref("excluded.projectionVersion"),
        taskCount: ref("excluded.taskCount"),
        completedCount: ref("excluded.completedCount"),
        skippedCount: ref("excluded.skippedCount"),
        missedCount: ref("excluded.missedCount"),
        agendaChecksum: ref("excluded.agendaChecksum"),
        countedCount: ref("excluded.countedCount"),
        doneCount: ref("excluded.doneCount"),
        adherenceScore: ref("excluded.adherenceScore"),
        projectedAt: ref("excluded.projectedAt"),
        invalidatedAt: null,
      })),
    );
  await runNamed(tx, "agenda-days", upsert);
}

/** The sums of one day, computed from its tasks. */
export interface ProjectedDay extends RelationshipDay {
  readonly projectionVersion: number;
  readonly taskCount: number;
  readonly completedCount: number;
  readonly skippedCount: number;
  readonly missedCount: number;
  readonly agendaChecksum: string;
  readonly countedCount: number;
  readonly doneCount: number;
  /** Sum of the scores, in thousandths. */
  readonly adherenceScore: number;
}

const COLUMNS = [
  ["relationshipId", "uuid"],
  ["localDate", "date"],
  ["projectionVersion", "bigint"],
  ["taskCount", "int"],
  ["completedCount", "int"],
  ["skippedCount", "int"],
  ["missedCount", "int"],
  ["agendaChecksum", "text"],
  ["countedCount", "int"],
  ["doneCount", "int"],
  ["adherenceScore", "numeric"],
] as const;
