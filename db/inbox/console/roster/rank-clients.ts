import { type Expression, type RawBuilder, sql } from "kysely";
import type { RosterQuery } from "../../../../contract/inbox/console/roster-schema.ts";
import type {
  CoachTaskType,
  SourceContext,
  SourceKind,
  SummaryCode,
} from "../../../../contract/inbox/source-vocabulary.ts";
import type { Severity } from "../../../../contract/inbox/vocabulary.ts";
import { foldWords } from "../../../../contract/relationships/fold-name.ts";
import { wireInstant } from "../../../platform/transactions/transact.ts";
import { clientAdherence } from "./client-adherence.ts";
import { foldedName } from "./folded-name.ts";
import {
  afterPosition,
  rankColumns,
  rosterOrder,
  type RosterPosition,
  rosterPosition,
} from "./roster-order.ts";
import { phonesOf } from "./phones-of.ts";

/** A client in their place, with their most important task. */
export interface RankedClient {
  readonly id: string;
  /** Null unless the client is the last of a full page. */
  readonly position: RosterPosition | null;
  /** The instant by which they were ranked. */
  readonly rankedAt: Date;
  /** Null if no task is open or in progress. */
  readonly task: RankedTask | null;
}

/** The most important task about a client. */
export interface RankedTask {
  readonly taskId: string;
  readonly taskType: CoachTaskType;
  readonly severity: Severity;
  readonly code: SummaryCode;
  readonly dueAt: string | null;
  readonly sourceKind: SourceKind;
  readonly sourceContext: SourceContext;
}

/** A client as the statement returns them; without a task, its columns are null. */
interface RankedRow extends Omit<RankedClient, "task">, Omit<RankedTask, "taskId"> {
  readonly taskId: string | null;
}

/** A client of the statement's row. */
export function rankedClientOf(row: RankedRow): RankedClient {
  const { id, position, rankedAt, taskId, ...task } = row;
  return { id, position, rankedAt, task: taskId === null ? null : { taskId, ...task } };
}

/** Selects a page of a workspace's roster. */
export interface RosterSelection extends Pick<
  RosterQuery,
  "q" | "status" | "bucket" | "coachUserId" | "sort" | "limit"
> {
  readonly workspaceId: string | RawBuilder<string>;
  /** The instant of the first page, and the position after which this one begins; null for the first. */
  readonly after: { readonly rankedAt: Date; readonly position: RosterPosition } | null;
}

/** SQL of the tasks of a workspace whose snooze is over and that nobody woke yet. */
const woken = (workspaceId: RosterSelection["workspaceId"]) => sql`
  select t.* from coach_task t where t.workspace_id = ${workspaceId} and t.status = 'SNOOZED'
    and t.snoozed_until <= (select now from moment)`;

const TASK = sql.raw(
  `id, urgent, priority_score, due_order, last_occurrence_at, task_type, severity, summary, due_at,
    source_kind, source_context`,
);
const TASK_ORDER = sql.raw(
  `urgent desc, priority_score desc, due_order, last_occurrence_at desc, id`,
);

/** SQL of the first task of client `r` in the order of the inbox. */
const topTask = sql`select * from (
    (select ${TASK} from coach_task where workspace_id = r.workspace_id and relationship_id = r.id
      and status in ('OPEN', 'IN_PROGRESS') order by ${TASK_ORDER} limit 1)
    union all (select ${TASK} from woken where relationship_id = r.id)) awake
  order by ${TASK_ORDER} limit 1`;

/** Plain columns, because PostgreSQL takes longer to make JSON of them than to rank the client. */
const task = sql`top.id as "taskId", top.task_type as "taskType", top.severity,
  top.summary ->> 'code' as code, ${wireInstant("top.due_at")} as "dueAt",
  top.source_kind as "sourceKind", top.source_context as "sourceContext"`;

const TASK_COLUMNS = sql.raw(
  `ranked."taskId", ranked."taskType", ranked.severity, ranked.code, ranked."dueAt", ranked."sourceKind",
    ranked."sourceContext"`,
);

/**
 * SQL of a page of the roster in its order, and one more client that shows that there is a next page. Every client of
 * the workspace is ranked, each by a few index lookups.
 *
 * @param isOwn whether the reader belongs to the workspace.
 */
export function rankedClients(
  { workspaceId, sort, limit, after, ...filters }: RosterSelection,
  isOwn: Expression<boolean>,
): RawBuilder<RankedRow> {
  const at = after === null ? sql`clock_now()` : sql`${after.rankedAt}::timestamptz`;
  const isLater =
    after === null ? sql`true` : afterPosition(sort, after.position, (id) => nameOf(id));
  const needs = (part: RawBuilder<unknown>, isNeeded: boolean) => (isNeeded ? [part] : []);
  const joins = [
    ...needs(
      sql`cross join lateral (${clientAdherence(workspaceId)}) adherence`,
      filters.bucket !== undefined,
    ),
    ...needs(
      sql`left join lateral (select phones.last_sync_at as at from (${phonesOf("r")}) phones) synced on true`,
      sort === "LAST_SYNC",
    ),
  ];
  return sql<RankedRow>`
    with moment as materialized (select ${at} as now),
    woken as materialized (${woken(workspaceId)}),
    ranked as (
      select ${rankColumns(sort)} ${foldedName("p.display_name")} as name, r.id, ${task}
      from relationship r
      join client_profile p on p.user_id = r.client_user_id
      left join lateral (${topTask}) top on true
      ${sql.join(joins, sql` `)}
      where r.workspace_id = ${workspaceId} and ${isOwn} and ${sql.join(narrowed(filters), sql` and `)})
    select ranked.id, case when ranked.place = ${sql.lit(limit)} then ${rosterPosition(sort)} end as position,
      (select now from moment) as "rankedAt", ${TASK_COLUMNS}
    from (select ranked.*, row_number() over (order by ${rosterOrder(sort)}) as place
      from ranked where ${isLater} order by ${rosterOrder(sort)} limit ${sql.lit(limit + 1)}) ranked
    order by ranked.place`;
}

/** SQL of the name of a client as it is ordered. */
const nameOf = (relationshipId: RawBuilder<unknown>) => sql`(
  select ${foldedName("p.display_name")} from relationship r
  join client_profile p on p.user_id = r.client_user_id where r.id = ${relationshipId})`;

/** SQL of the filters, for clients `r` with their profile `p`. */
function narrowed({
  q,
  status,
  bucket,
  coachUserId,
}: Pick<RosterSelection, "q" | "status" | "bucket" | "coachUserId">): RawBuilder<unknown>[] {
  const words = q === undefined ? [] : foldWords(q);
  return [
    status === undefined ? sql`r.status <> 'ENDED'` : sql`r.status = any(${status}::text[])`,
    ...(coachUserId === undefined ? [] : [sql`r.coach_user_id = ${coachUserId}`]),
    ...(bucket === undefined ? [] : [sql`adherence.bucket = any(${bucket}::text[])`]),
    ...words.map((word) => sql`position(${word} in ${foldedName("p.display_name")}) > 0`),
  ];
}
