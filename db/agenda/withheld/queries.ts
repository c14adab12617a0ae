import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { QueryExecutor } from "../../pipeline.ts";
import { runNamed } from "../../named-query.ts";
import { records } from "../../records.ts";
import { anyOf } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/** What is withheld under an id that a device computed, or on the whole day of that id. */
export interface WithheldTask {
  readonly relationshipId: string;
  readonly localDate: string;
  /** Null where the whole day could not be opened. */
  readonly taskId: string | null;
  /** When the day closes; null while that is not planned. */
  readonly closesAt: Date | null;
  readonly isClosed: boolean;
}

/** Ids that no task has, with the local dates that they tell. */
export interface AbsentTasks {
  readonly relationshipId: string;
  readonly taskIds: readonly string[];
  readonly localDates: readonly string[];
}

/** What is withheld of absent tasks. One statement, none without such tasks. */
export async function listWithheldTasks(
  executor: QueryExecutor,
  { relationshipId, taskIds, localDates }: AbsentTasks,
): Promise<readonly WithheldTask[]> {
  if (taskIds.length === 0) return [];
  const withheld = executor.tables
    .selectFrom("withheldOccurrence as withheld")
    .leftJoin("agendaDay as day", (join) =>
      join
        .onRef("day.relationshipId", "=", "withheld.relationshipId")
        .onRef("day.localDate", "=", "withheld.localDate"),
    )
    .select(["withheld.relationshipId", "withheld.localDate", "withheld.taskId", "day.closesAt"])
    .select("day.closedAt")
    .where("withheld.relationshipId", "=", relationshipId)
    .where(({ eb, fn, val }) => eb("withheld.localDate", "=", fn.any(val(localDates))))
    .where(({ or, eb }) =>
      or([eb("withheld.taskId", "=", anyOf(taskIds)), eb("withheld.sourceType", "=", "DAY")]),
    );
  const rows = await executor.named("withheld-tasks", withheld);
  return rows.map(({ closedAt, ...row }) => ({ ...row, isClosed: closedAt !== null }));
}

/** By which code, when, and how many relationships at most. */
export interface WithheldDue {
  readonly codeVersion: string;
  readonly now: Date;
  readonly limit: number;
}

/**
 * Relationships with something withheld that is to be tried again by this version of the code, or to be settled because
 * its day has closed or has been opened. One statement, which reads by index only what is withheld from open days.
 */
export async function listWithheldDue(
  em: SqlEntityManager,
  { codeVersion, now, limit }: WithheldDue,
): Promise<readonly string[]> {
  const due = tables(em)
    .selectFrom("withheldOccurrence as withheld")
    .leftJoin("agendaDay as day", (join) =>
      join
        .onRef("day.relationshipId", "=", "withheld.relationshipId")
        .onRef("day.localDate", "=", "withheld.localDate"),
    )
    .select("withheld.relationshipId")
    .distinct()
    .where("withheld.retryAt", "<=", now)
    .where(({ and, or, eb }) =>
      or([
        eb("day.closedAt", "is not", null),
        and([eb("withheld.sourceType", "=", "DAY"), eb("day.localDate", "is not", null)]),
        eb("withheld.codeVersion", "<>", codeVersion),
      ]),
    )
    .orderBy("withheld.relationshipId")
    .limit(limit);
  return (await runNamed(em, "withheld-due", due)).map(({ relationshipId }) => relationshipId);
}

/**
 * Relationships whose days may need a repair, by id: days have begun that were not opened, or something is withheld. One
 * statement.
 */
export async function listToRepair(
  em: SqlEntityManager,
  { afterId, now, limit }: { readonly afterId: string; readonly now: Date; readonly limit: number },
): Promise<readonly string[]> {
  const page = tables(em)
    .selectFrom("relationshipCalendar")
    .select("relationshipId")
    .where("relationshipId", ">", afterId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb("nextDayAt", "<=", now),
        exists(
          selectFrom("withheldOccurrence as withheld")
            .select("withheld.sourceId")
            .whereRef("withheld.relationshipId", "=", "relationshipCalendar.relationshipId")
            .where("withheld.retryAt", "is not", null),
        ),
      ]),
    )
    .orderBy("relationshipId")
    .limit(limit);
  return (await page.execute()).map(({ relationshipId }) => relationshipId);
}

/** What is withheld from the days of a relationship and was not given up, with what became of the day. */
export async function listWithheldOf(tx: Tx, relationshipId: string) {
  return await tables(tx)
    .selectFrom("withheldOccurrence as withheld")
    .leftJoin("agendaDay as day", (join) =>
      join
        .onRef("day.relationshipId", "=", "withheld.relationshipId")
        .onRef("day.localDate", "=", "withheld.localDate"),
    )
    .select(["withheld.relationshipId", "withheld.localDate", "withheld.sourceType"])
    .select(["withheld.sourceId", "withheld.codeVersion", "withheld.failures"])
    .select(["withheld.faultClass", "day.timezone", "day.closedAt"])
    .where("withheld.relationshipId", "=", relationshipId)
    .where("withheld.retryAt", "is not", null)
    .orderBy("withheld.sourceId")
    .orderBy("withheld.localDate")
    .execute();
}

/** An assignment of a plan that some days may have an occurrence of. */
export type PlanSource = Awaited<ReturnType<typeof listPlanSources>>[number];

/**
 * The assignments of plans that some days may have an occurrence of, whatever their revisions say: nothing of a plan's
 * content is read. One statement.
 */
export async function listPlanSources(
  tx: Tx,
  days: readonly { readonly relationshipId: string; readonly localDate: string }[],
) {
  const ofDays = records(days, [
    ["relationshipId", "uuid"],
    ["localDate", "date"],
  ]);
  return await tables(tx)
    .selectFrom("planAssignment as assignment")
    .innerJoin(ofDays.as("day"), "day.relationshipId", "assignment.relationshipId")
    .select(["assignment.relationshipId", "assignment.id as sourceId", "assignment.spans"])
    .select("assignment.planKind")
    .distinctOn(["assignment.relationshipId", "assignment.id"])
    .where(({ or, eb, ref, exists, selectFrom, fn }) =>
      or([
        eb("assignment.status", "=", "ACTIVE"),
        eb(ref("day.localDate"), "=", fn.any("assignment.plannedDates")),
        exists(
          selectFrom("agendaTask as task")
            .select("task.id")
            .whereRef("task.relationshipId", "=", "day.relationshipId")
            .whereRef("task.localDate", "=", "day.localDate")
            .whereRef("task.sourceId", "=", "assignment.id"),
        ),
      ]),
    )
    .orderBy("assignment.relationshipId")
    .orderBy("assignment.id")
    .execute();
}

/** The forms that coaches gave to some relationships and that are open or were taken back lately. One statement. */
export async function listFormSources(
  tx: Tx,
  relationshipIds: readonly string[],
  cancelledFrom: Date,
) {
  return await tables(tx)
    .selectFrom("formAssignment as form")
    .select(["form.relationshipId", "form.id as sourceId"])
    .where("form.relationshipId", "=", anyOf(relationshipIds))
    .where("form.sourceType", "=", "COACH")
    .where(({ or, eb }) =>
      or([
        eb("form.status", "in", ["ASSIGNED", "IN_PROGRESS"]),
        eb("form.cancelledAt", ">=", cancelledFrom),
      ]),
    )
    .orderBy("form.relationshipId")
    .orderBy("form.id")
    .execute();
}
