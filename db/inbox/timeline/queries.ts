import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type RawBuilder, sql } from "kysely";
import type { TimelineCode } from "../../../contract/inbox/console/timeline-vocabulary.ts";
import type { TimelineEntry } from "../../../contract/inbox/console/timeline-schema.ts";
import type { SourceContext } from "../../../contract/inbox/source-vocabulary.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { wireInstant } from "../../platform/transactions/transact.ts";
import { zoneNow } from "../../relationships/zone-now.ts";
import { timelineFacts } from "./timeline-facts.ts";

/** A place in a timeline: two entries of one instant follow each other by code and id. */
export interface TimelinePosition {
  /** RFC 3339 with microseconds. */
  readonly at: string;
  readonly code: string;
  readonly id: string;
}

/** Selects a page of a client's timeline. */
export interface TimelinePage {
  readonly relationshipId: string;
  readonly codes: readonly TimelineCode[];
  readonly after: TimelinePosition | null;
  readonly limit: number;
}

/** An entry with its position; `route` and context are those of a task of the inbox, else null. */
export type TimelineRow = Pick<TimelineEntry, "at" | "code" | "facts" | "localDate"> & {
  readonly position: string;
  readonly id: string;
  readonly route: string | null;
  readonly context: SourceContext | null;
};

/**
 * A page of a client's timeline, newest first; one more row shows that there is a next page. The facts are read for
 * the entries of the page alone. One statement.
 */
export async function listTimeline(
  em: SqlEntityManager,
  { relationshipId, codes, after, limit }: TimelinePage,
): Promise<readonly TimelineRow[]> {
  const statement = sql<TimelineRow>`
    with page as (
      select entry.* from (${timelineKeys(relationshipId)}) entry
      where entry.code = any (${[...codes]}::text[])
        and (${after?.at ?? null}::timestamptz is null
          or (entry.at, entry.code, entry.id)
            < (${after?.at ?? null}::timestamptz, ${after?.code ?? null}::text, ${after?.id ?? null}::text))
      order by entry.at desc, entry.code desc, entry.id desc
      limit ${limit + 1}::int
    )
    select page.code, page.id, ${wireInstant("page.at")} as at,
      to_char(page.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position,
      (page.at at time zone ${zoneNow("r")})::date as "localDate",
      ${timelineFacts} as facts, task.route, task.source_context as context
    from page
    join relationship r on r.id = ${relationshipId}::uuid
    left join coach_task task on page.code in ('TASK_OPENED', 'TASK_CLOSED')
      and task.id = page.ref
    order by page.at desc, page.code desc, page.id desc
  `;
  return await runNamed(em, "client-timeline", statement);
}

/**
 * When what happened with a client: instant, code, id, and the row that its facts are read from. Check-ins of a plan
 * are assigned day by day, so only their submissions are listed.
 */
function timelineKeys(relationshipId: string): RawBuilder<unknown> {
  const own = sql`${relationshipId}::uuid`;
  return sql`
    select started_at as at, 'RELATIONSHIP_STARTED' as code, id::text as id, id as ref
    from relationship where id = ${own}
    union all
    select occurred_at, case when from_status = to_status then 'COACH_CHANGED'
      else 'RELATIONSHIP_CHANGED' end, id::text, id
    from relationship_event where relationship_id = ${own}
    union all
    select created_at, 'PLAN_ASSIGNED', id::text, id
    from plan_assignment where relationship_id = ${own}
    union all
    select revision.published_at, 'PLAN_REVISED', assigned.id || ':' || revision.revision, assigned.id
    from plan_assignment assigned
    join plan_revision revision on revision.plan_id = assigned.plan_id
      and revision.revision <= assigned.applied_revision
      and revision.published_at > assigned.created_at
    where assigned.relationship_id = ${own}
    union all
    select created_at, 'FORM_ASSIGNED', id::text, id
    from form_assignment where relationship_id = ${own} and source_type <> 'CHECK_IN'
    union all
    select submitted_at, 'FORM_SUBMITTED', id::text, id
    from form_submission where relationship_id = ${own}
    union all
    select accepted_at, 'WORKOUT_SUBMITTED', id::text, id
    from workout_session
    where relationship_id = ${own} and status = 'SUBMITTED' and accepted_at is not null
    union all
    select created_at, 'TASK_OPENED', id::text, id
    from coach_task where relationship_id = ${own}
    union all
    select closed_at, 'TASK_CLOSED', id::text, id
    from coach_task where relationship_id = ${own} and closed_at is not null
  `;
}
