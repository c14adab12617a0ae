import { sql } from "kysely";
import type { PlanContent } from "../../contract/plans/content-schema.ts";
import type { DayContent } from "../../rules/plans/assigned-plan.ts";
import type { PackableTask } from "../../rules/workouts/packed-workout.ts";
import { snapshotOfTask } from "../agenda/snapshots/queries.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";
import { anyOf, combined } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/** The workouts of the present local days of relationships that can still be trained, by task. One statement. */
export async function listOpenWorkouts(
  tx: Tx,
  relationshipIds: readonly string[],
): Promise<readonly OpenWorkout[]> {
  const open = tables(tx)
    .selectFrom("relationshipCalendar as calendar")
    .innerJoin("agendaTask as task", (on) =>
      on
        .onRef("task.relationshipId", "=", "calendar.relationshipId")
        .onRef("task.localDate", "=", "calendar.localDate"),
    )
    .innerJoin("planAssignment as assignment", "assignment.id", "task.sourceId")
    .innerJoin("planRevision as revision", (on) =>
      on
        .onRef("revision.planId", "=", "assignment.planId")
        .onRef("revision.revision", "=", "task.sourceRevision"),
    )
    .select(["task.id", "task.workspaceId", "task.relationshipId", "task.localDate"])
    .select(["task.timezone", "task.sourceContext", "task.sourceType", "task.sourceId"])
    .select(["task.sourceRevision", "task.priority", "task.timeCritical", "task.startsAt"])
    .select(["task.dueAt", snapshotOfTask.as("snapshot")])
    .select(({ ref }) =>
      combined<ProgramHead>(ref("revision.content"), "-", sql.lit("weeks")).as("program"),
    )
    .where("calendar.relationshipId", "=", anyOf(relationshipIds))
    .where("task.taskKind", "=", "WORKOUT")
    .where("task.status", "in", ["PENDING", "IN_PROGRESS"])
    // A started workout stays as a task; once its coach has stopped its use, it is not offered again.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("workoutPackage as stopped")
            .select("stopped.id")
            .whereRef("stopped.relationshipId", "=", "task.relationshipId")
            .whereRef("stopped.taskId", "=", "task.id")
            .where("stopped.stopUse", "=", true),
        ),
      ),
    )
    .orderBy("task.id");
  return await runNamed(tx, "open-workouts", open);
}

/** A program without its weeks: the part shared by all days. */
type ProgramHead = Omit<Extract<PlanContent, { readonly kind: "PROGRAM" }>, "weeks">;

/** An unfinished workout of the present local day, with the part of its program shared by all days. */
export interface OpenWorkout extends PackableTask {
  readonly workspaceId: string;
  readonly program: ProgramHead;
}

/** The next workout of a running program, and the content of its revision on that date. */
export interface NextWorkout {
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly localDate: string;
  /** Time zone on that date, as far as it is known. */
  readonly timezone: string;
  readonly assignmentId: string;
  readonly planId: string;
  readonly revision: number;
  readonly content: Extract<DayContent, { readonly kind: "PROGRAM" }>;
}

/** The first workouts of running programs after the present local days of relationships. One statement. */
export async function listNextWorkouts(
  tx: Tx,
  relationshipIds: readonly string[],
): Promise<readonly NextWorkout[]> {
  const statement = sql<NextWorkout>`
    select relationship.workspace_id as "workspaceId", relationship.id as "relationshipId",
      next.local_date as "localDate",
      coalesce(relationship.next_timezone, relationship.timezone) as timezone,
      assignment.id as "assignmentId", assignment.plan_id as "planId", span.revision,
      revision.content - 'weeks' || jsonb_build_object('programDay', span.day,
        'day', jsonb_path_query_first(revision.content,
          '$.weeks[$week].days[*] ? (@.dayNumber == $number)',
          jsonb_build_object('week', span.day / 7, 'number', span.day % 7 + 1))) as content
    from relationship_calendar calendar
    join relationship on relationship.id = calendar.relationship_id
    join plan_assignment assignment on assignment.relationship_id = relationship.id
      and assignment.plan_kind = 'PROGRAM' and assignment.status = 'ACTIVE'
    join lateral (
      select min(planned) as local_date from unnest(assignment.planned_dates) planned
      where planned > calendar.local_date
    ) next on next.local_date is not null
    join lateral (
      select part.revision, part."programDay" + (next.local_date - part."from") as day
      from jsonb_to_recordset(assignment.spans)
        as part ("from" date, until date, revision int, "programDay" int)
      where part."from" <= next.local_date and (part.until is null or next.local_date < part.until)
      limit 1
    ) span on true
    join plan_revision revision on revision.plan_id = assignment.plan_id
      and revision.revision = span.revision
    where relationship.id = any(${relationshipIds}::uuid[])
    order by assignment.id
  `;
  return await runNamed(tx, "next-workouts", statement);
}
