import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { runNamed } from "../named-query.ts";
import { records } from "../records.ts";
import { tables } from "../tables.ts";
import type { RelationshipDay } from "./queries.ts";
import { skipReasonOfTask } from "./task-rows.ts";

/**
 * What the sums of some days are made of, of any relationships: every task's revision, and what tells whether it
 * counts. One statement, which looks each day up: of a record set the planner assumes 100 rows, for which it would
 * read all tasks there are.
 */
export async function listDayTaskStates(em: SqlEntityManager, days: readonly RelationshipDay[]) {
  const day = records(days, [
    ["relationshipId", "uuid"],
    ["localDate", "date"],
  ]);
  const states = tables(em)
    .selectFrom(day.as("day"))
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom("agendaTask as task")
          .select(["id", "relationshipId", "localDate", "status", "revision", "completionSummary"])
          .select(skipReasonOfTask.as("skipReason"))
          .whereRef("relationshipId", "=", "day.relationshipId")
          .whereRef("localDate", "=", "day.localDate")
          .offset(0)
          .as("task"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom("agendaDay")
          .select("notOffered")
          .whereRef("relationshipId", "=", "day.relationshipId")
          .whereRef("localDate", "=", "day.localDate")
          .limit(1)
          .as("opened"),
      (join) => join.onTrue(),
    )
    .selectAll("task")
    .select(({ fn, lit }) => fn.coalesce("opened.notOffered", lit(false)).as("notOffered"));
  return await runNamed(em, "day-task-states", states);
}
