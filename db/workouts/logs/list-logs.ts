import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { WorkoutLog } from "../../../contract/sync/workout-log-schema.ts";
import { shownSnapshot, snapshotOfTask } from "../../agenda/snapshots/queries.ts";
import { wireInstant } from "../../platform/transactions/transact.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/**
 * A page of a relationship's workout logs, newest day first. There is one log for each assignment, program day and
 * local date. It shows the session that counts, else the latest open one, or a skipped task. One statement.
 */
export async function listLogs(
  em: SqlEntityManager,
  { relationshipId, changed, after, limit }: LogsQuery,
): Promise<readonly WorkoutLog[]> {
  const { sessionIds, taskIds } = changed ?? { sessionIds: [], taskIds: [] };
  const isOfPage = (row: string, assignment: string, day: string) => {
    const [date, source, place] = [sql.raw(`${row}.local_date`), sql.raw(assignment), sql.raw(day)];
    const isNamed = sql`(${date}, ${source}, ${place}) in (select * from named) and`;
    return sql`${changed === null ? sql.raw("") : isNamed} ${date} <= coalesce(${after?.localDate ?? null}::date, 'infinity')
      and (${after === null} or ${date} < ${after?.localDate ?? null}::date
        or (${source}, ${place}) > (${after?.assignmentId ?? null}::uuid, ${after?.programDay ?? null}::int))`;
  };
  const dayOfTask = `(${shownSnapshot("task")} ->> 'programDay')::int`;
  // The first rows of both kinds: they include the page, and the rest of a long history is not read.
  // The text for some of the logs needs its own plan.
  const name = changed === null ? "workout-logs" : "changed-workout-logs";
  const statement = sql<WorkoutLog>`
    with named as (
      select distinct ${logKey("session")} from workout_session session
      where session.id = any(${sessionIds}::uuid[])
      union
      select task.local_date, task.source_id, ${sql.raw(dayOfTask)}
      from agenda_task task where task.id = any(${taskIds}::uuid[]) and task.task_kind = 'WORKOUT'
    ), logged as (
      select distinct on (${logKey("session")}) ${logKey("session")}, session.task_id, session.id as session_id
      from workout_session session
      where session.relationship_id = ${relationshipId}
        and session.status in ('IN_PROGRESS', 'SUBMITTED')
        and ${isOfPage("session", "session.assignment_id", "session.program_day")}
      order by session.local_date desc, session.assignment_id, session.program_day,
        session.status = 'SUBMITTED' desc, session.changed_receipt_id desc
      limit ${limit}
    ), skipped as (
      select task.local_date, task.source_id as assignment_id, ${sql.raw(dayOfTask)} as program_day,
        task.id as task_id
      from agenda_task task
      where task.relationship_id = ${relationshipId} and task.task_kind = 'WORKOUT'
        and task.status = 'SKIPPED' and jsonb_exists(${snapshotOfTask}, 'programDay')
        and ${isOfPage("task", "task.source_id", dayOfTask)}
      order by task.local_date desc, task.source_id, ${sql.raw(dayOfTask)}
      limit ${limit}
    ), page as (
      select ${logKey("log")}, coalesce(logged.task_id, skipped.task_id) as task_id, logged.session_id,
        skipped.task_id is not null as is_skipped
      from logged full join skipped using (local_date, assignment_id, program_day)
      cross join lateral (select local_date, assignment_id, program_day) log
      order by log.local_date desc, log.assignment_id, log.program_day
      limit ${limit}
    )
    select page.assignment_id as "assignmentId", page.program_day as "programDay",
      page.local_date::text as "localDate", page.task_id as "taskId",
      case when session.status = 'SUBMITTED' then 'COMPLETED' when page.is_skipped then 'SKIPPED'
        else 'IN_PROGRESS' end as status,
      session.id as "sessionId", session.client_session_id as "clientSessionId",
      session.performed_from as "performedFrom",
      ${wireInstant("session.accepted_at")} as "acceptedAt",
      ${wireInstant("session.correctable_until")} as "correctableUntil",
      ${wireInstant("session.reviewed_at")} as "reviewedAt",
      coalesce((select jsonb_agg(logged_set - 'toldAt' order by place)
        from jsonb_array_elements(session.content -> 'sets') with ordinality logged_set (logged_set, place)),
        '[]') as sets
    from page left join workout_session session on session.id = page.session_id
    order by page.local_date desc, page.assignment_id, page.program_day
  `;
  return await runNamed(em, name, statement);
}

/** Selects logs of a relationship. */
export interface LogsQuery {
  readonly relationshipId: string;
  /** Null for all. */
  readonly changed: {
    readonly sessionIds: readonly string[];
    readonly taskIds: readonly string[];
  } | null;
  readonly after: Pick<WorkoutLog, "localDate" | "assignmentId" | "programDay"> | null;
  readonly limit: number;
}

const logKey = (row: string) =>
  sql.raw(`${row}.local_date, ${row}.assignment_id, ${row}.program_day`);
