import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder, sql } from "kysely";
import type { CompletionSummary } from "../../contract/agenda/schema.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";
import { records } from "../platform/statements/records.ts";
import { combined, jsonEquals } from "../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../tables.ts";
import type { RelationshipDay } from "./queries.ts";
import { skipReasonsOfTask } from "./task-rows.ts";

/**
 * The facts for the sums of some days, of any relationships: every task's revision, and what decides whether it
 * counts. Tasks that count alike are one row, with the summary of any of them, because most tasks of a day are alike.
 * One statement, which looks each day up: for a record set the planner assumes 100 rows and would read all tasks.
 */
export async function listDayTaskStates(em: SqlEntityManager, days: readonly RelationshipDay[]) {
  const day = records(days, [
    ["relationshipId", "uuid"],
    ["localDate", "date"],
  ]);
  const alike = tables(em)
    .selectFrom(day.as("day"))
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom((from) =>
            from
              .selectFrom("agendaTask as task")
              .select(["id", "status", "revision", "completionSummary"])
              .select(skipReasonsOfTask.as("skipReasons"))
              .whereRef("relationshipId", "=", "day.relationshipId")
              .whereRef("localDate", "=", "day.localDate")
              .offset(0)
              .as("task"),
          )
          .select(["task.status", "task.skipReasons"])
          .select(({ fn }) => [
            fn<CompletionSummary>("any_value", ["task.completionSummary"]).as("completionSummary"),
            fn<Revisions>("json_object_agg", ["task.id", "task.revision"]).as("revisions"),
          ])
          .groupBy(["task.status", "task.skipReasons", countedItems, hasNoValue])
          .as("alike"),
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
    .select(["day.relationshipId", "day.localDate"])
    .selectAll("alike")
    .select(({ fn, lit }) => fn.coalesce("opened.notOffered", lit(false)).as("notOffered"));
  const rows = await runNamed(em, "day-task-states", alike);
  return rows.flatMap(({ revisions, ...state }) =>
    Object.entries(revisions).map(([id, revision]) => ({ id, revision, ...state })),
  );
}

/** A task, by its alias in the statement. */
const ofTask = expressionBuilder<{ readonly task: Tables["agendaTask"] }, "task">();

const summary = ofTask.ref("task.completionSummary");

/**
 * The parts of a task's summary that count: its items, and whether it has any value (`rules/agenda/adherence.ts`).
 */
const countedItems = combined(summary, "-", sql.lit("value"));
const hasNoValue = jsonEquals(ofTask.ref("task.completionSummary", "->").key("value"), null);

/** Revisions of tasks by their ids. */
type Revisions = Readonly<Record<string, number>>;
