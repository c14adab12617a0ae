import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { records } from "../../platform/statements/records.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** An occurrence withheld under an id that a device computed, or the whole withheld day of that id. */
export interface WithheldTask {
  readonly relationshipId: string;
  readonly localDate: string;
  /** Null if the whole day could not be opened. */
  readonly taskId: string | null;
  /** When the day closes; null while that is not planned. */
  readonly closesAt: Date | null;
  readonly isClosed: boolean;
}

/** Ids without a task, with the local dates that they contain. */
export interface AbsentTasks {
  readonly relationshipId: string;
  readonly taskIds: readonly string[];
  readonly localDates: readonly string[];
}

/** Withheld occurrences of absent tasks. One statement, or none without such tasks. */
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

/** The version of the code, the present instant, and the most relationships. */
export interface WithheldDue {
  readonly codeVersion: string;
  readonly now: Date;
  readonly limit: number;
}

/**
 * Relationships with something withheld that this version of the code should retry, or that must be settled because
 * its day has closed or was opened. One statement, which reads only what is withheld from open days, by index.
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
 * Relationships whose days may need a repair, by id: days have begun but were not opened, or something is withheld.
 * One statement.
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

/** Everything withheld from a relationship's days and not given up, with the present state of the day. */
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

/** A plan assignment that may have an occurrence on some days. */
export type PlanSource = Awaited<ReturnType<typeof listPlanSources>>[number];

/**
 * The plan assignments that may have an occurrence on some days, regardless of their content: no plan content is
 * read. One statement.
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

/**
 * The forms that coaches assigned to some relationships and that are open or were withdrawn recently. One statement.
 */
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
