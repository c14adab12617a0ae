import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type Expression, expressionBuilder, sql } from "kysely";
import type { QuickLogEffects } from "../../../rules/quick-log/types.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { daysBefore } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import { effectsOf } from "../effects-of.ts";

/** A skip in force, with its effects; null for one that another room reported. */
export type SkipAround = Awaited<ReturnType<typeof listSkipsAround>>[number];

/** The days before and after a given day. */
export interface SkipWindow {
  readonly relationshipId: string;
  readonly localDate: string;
  readonly windowDays: number;
}

/**
 * Skips in force of a relationship, on the days around a given one, settled or not, in order. They include those that
 * another room reported, and omit those of check-ins and workouts completed afterwards.
 */
export async function listSkipsAround(
  em: SqlEntityManager,
  { relationshipId, localDate, windowDays }: SkipWindow,
) {
  const { cast, val } = expressionBuilder();
  const around = { relationshipId, day: cast<string>(val(localDate), "date"), windowDays };
  const skips = tappedSkips(em, around).unionAll(listReportedSkips(em, around));
  return await runNamed(em, "skips-around", skips.orderBy("receiptId"));
}

interface Around extends Pick<SkipWindow, "relationshipId" | "windowDays"> {
  readonly day: Expression<string>;
}

function tappedSkips(em: SqlEntityManager, { relationshipId, day, windowDays }: Around) {
  return tables(em)
    .selectFrom("quickLogOperation as operation")
    .innerJoin("agendaTask as task", "task.id", "operation.taskId")
    .select(["operation.receiptId", "operation.receiptId as countsWith", "task.id as taskId"])
    .select(["operation.localDate", "task.sourceContext"])
    .select(({ eb, ref }) => [
      ref("operation.reason").$notNull().as("reason"),
      eb("operation.note", "is not", null).$castTo<boolean>().as("hasNote"),
      effectsOf("operation").$castTo<QuickLogEffects | null>().as("effects"),
    ])
    .where("operation.relationshipId", "=", relationshipId)
    .where("operation.localDate", ">=", daysBefore(day, windowDays))
    .where("operation.localDate", "<=", daysBefore(day, -windowDays))
    .where("operation.status", "=", "ACCEPTED")
    .where("operation.actionKind", "=", "SKIP")
    .where("operation.reason", "is not", null)
    .where(
      ({ selectFrom }) =>
        selectFrom("quickLogOperation as later")
          .select("later.receiptId")
          .whereRef("later.undoesReceiptId", "=", "operation.receiptId")
          .limit(1),
      "is",
      null,
    )
    .where(({ eb, and, not }) =>
      not(
        and([
          eb("task.taskKind", "in", ["CHECK_IN", "WORKOUT"]),
          eb("task.status", "=", "COMPLETED"),
        ]),
      ),
    );
}

function listReportedSkips(em: SqlEntityManager, { relationshipId, day, windowDays }: Around) {
  return tables(em)
    .selectFrom("reportedSkip as told")
    .select(["told.id as receiptId", "told.sourceId as countsWith", "told.taskId"])
    .select(["told.localDate", "told.sourceContext", "told.reason", "told.hasNote"])
    .select(sql.lit<QuickLogEffects | null>(null).as("effects"))
    .where("told.relationshipId", "=", relationshipId)
    .where("told.localDate", ">=", daysBefore(day, windowDays))
    .where("told.localDate", "<=", daysBefore(day, -windowDays));
}
