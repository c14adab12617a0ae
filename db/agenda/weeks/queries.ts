import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder, sql } from "kysely";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import {
  instantText,
  jsonList,
  jsonObject,
  jsonText,
} from "../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";
import { snapshotOfTask } from "../snapshots/queries.ts";
import { skipReasonsOfTask } from "../task-rows.ts";

/** A day of a client's weeks with its sums and tasks; instants are RFC 3339. */
export type WeekDayRow = Awaited<ReturnType<typeof listWeekDays>>[number];

const ofTask = expressionBuilder<
  Tables & { readonly day: Tables["agendaDay"]; readonly task: Tables["agendaTask"] },
  "day" | "task"
>();

const tasksOfDay = jsonList(
  ofTask
    .selectFrom("agendaTask as task")
    .select(({ ref }) =>
      jsonObject({
        id: ref("task.id"),
        taskKind: ref("task.taskKind"),
        title: jsonText(snapshotOfTask, "title").$castTo<string>(),
        status: ref("task.status"),
        completionSummary: ref("task.completionSummary"),
        skipReasons: skipReasonsOfTask,
        lateEvidence: ref("task.lateEvidence"),
      }).as("entry"),
    )
    .whereRef("task.relationshipId", "=", "day.relationshipId")
    .whereRef("task.localDate", "=", "day.localDate")
    .orderBy("task.sortKey")
    .orderBy("task.id"),
);

/** The days of a client in the week of the newest one and in those before it, oldest first. One statement. */
export async function listWeekDays(
  em: SqlEntityManager,
  { relationshipId, weeks }: { readonly relationshipId: string; readonly weeks: number },
) {
  const monday = sql<string>`(date_trunc('week', calendar.local_date)::date
    - 7 * (${weeks}::int - 1))`;
  const days = tables(em)
    .selectFrom("relationshipCalendar as calendar")
    .innerJoin("agendaDay as day", "day.relationshipId", "calendar.relationshipId")
    .select(["day.localDate", "day.timezone", "day.notOffered", "day.lateCount"])
    .select(["day.countedCount", "day.doneCount", "day.adherenceScore as score"])
    .select(({ ref }) => [
      instantText(ref("day.closedAt")).as("closedAt"),
      instantText(ref("day.reviewedAt")).as("reviewedAt"),
      instantText(ref("day.changedAfterReviewAt")).as("changedAfterReviewAt"),
      tasksOfDay.as("tasks"),
    ])
    .where("calendar.relationshipId", "=", relationshipId)
    .where("day.localDate", ">=", monday)
    .orderBy("day.localDate");
  return await runNamed(em, "client-weeks", days);
}
