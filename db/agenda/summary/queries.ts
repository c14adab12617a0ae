import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { CompletionSummary } from "../../../contract/agenda/schema.ts";
import type {
  HoldReason,
  TaskKind,
  TaskPrincipalKind,
  TaskSourceContext,
  TaskSourceType,
  TaskStatus,
} from "../../../contract/agenda/vocabulary.ts";
import type { SkipReason } from "../../../contract/quick-log/vocabulary.ts";
import { wireInstant } from "../../transact.ts";

/** A change of a task's status; the instant is RFC 3339. */
export interface SummaryEventRow {
  readonly at: string;
  readonly from: TaskStatus | null;
  readonly to: TaskStatus;
  readonly actorKind: TaskPrincipalKind;
  readonly reason: string | null;
  readonly skipReason: SkipReason | null;
  readonly byDevice: boolean;
  readonly counts: boolean | null;
  readonly score: number | null;
}

/** A task of a summary with its history, oldest first; instants are RFC 3339. */
export interface SummaryTaskRow {
  readonly id: string;
  readonly taskKind: TaskKind;
  readonly title: string;
  readonly status: TaskStatus;
  readonly revision: number;
  readonly priority: number;
  readonly sortKey: string;
  readonly startsAt: string | null;
  readonly dueAt: string | null;
  readonly completedAt: string | null;
  readonly source: {
    readonly context: TaskSourceContext;
    readonly type: TaskSourceType;
    readonly id: string;
    readonly revision: number;
  };
  readonly completionSummary: CompletionSummary;
  readonly lateEvidence: boolean;
  readonly supersededBy: string | null;
  readonly final: boolean;
  readonly events: readonly SummaryEventRow[];
}

/** A day that was opened with its tasks, those that were taken back too. */
export interface SummaryDayRow {
  readonly localDate: string;
  readonly timezone: string;
  readonly closedAt: string | null;
  readonly heldReason: HoldReason | null;
  readonly reviewedAt: string | null;
  readonly notOffered: boolean;
  readonly lateCount: number;
  readonly tasks: readonly SummaryTaskRow[];
}

/** Some dates of a relationship, the first and the last of them included. */
export interface DateSpan {
  readonly relationshipId: string;
  readonly from: string;
  readonly to: string;
}

/** SQL of the history of `task`, as `history.list`. */
const history = sql`(select coalesce(jsonb_agg(jsonb_build_object(
    'at', ${wireInstant("event.occurred_at")}, 'from', event.from_status, 'to', event.to_status,
    'actorKind', event.actor_kind, 'reason', event.reason,
    'skipReason', case when event.to_status = 'SKIPPED'
      then coalesce(event.metadata ->> 'skipReason', event.reason) end,
    'byDevice', event.device_id is not null, 'counts', event.metadata -> 'counts',
    'score', event.metadata -> 'score') order by event.occurred_at, event.id), '[]') as list
  from agenda_task_event event where event.task_id = task.id)`;

/**
 * SQL of whether what was logged of a task can be undone no more: its day's undo has been closed since the client
 * last changed the task. Nothing that was logged needs no undo to close.
 */
const isFinal = sql`day.closed_at is not null and case when day.undo_closed_at is null
    then day.undo_closes_at is null and task.changed_by_kind <> 'CLIENT'
    else task.changed_by_kind <> 'CLIENT' or task.changed_at <= greatest(day.undo_closed_at, day.closed_at) end`;

/** The days of some dates that were opened, the newest first, with their tasks by id. One statement. */
export async function listSummaryDays(
  em: SqlEntityManager,
  { relationshipId, from, to }: DateSpan,
): Promise<readonly SummaryDayRow[]> {
  const { rows } = await sql<SummaryDayRow>`/* named: daily-summary */
    select day.local_date::text as "localDate", day.timezone,
      ${wireInstant("day.closed_at")} as "closedAt", day.hold_reason as "heldReason",
      ${wireInstant("day.reviewed_at")} as "reviewedAt", day.not_offered as "notOffered",
      day.late_count as "lateCount", tasks.list as tasks
    from agenda_day day
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', task.id, 'taskKind', task.task_kind, 'title', task.snapshot -> 'title',
        'status', task.status, 'revision', task.revision, 'priority', task.priority,
        'sortKey', task.sort_key, 'startsAt', ${wireInstant("task.starts_at")},
        'dueAt', ${wireInstant("task.due_at")}, 'completedAt', ${wireInstant("task.completed_at")},
        'source', jsonb_build_object('context', task.source_context, 'type', task.source_type,
          'id', task.source_id, 'revision', task.source_revision),
        'completionSummary', task.completion_summary, 'lateEvidence', task.late_evidence,
        'supersededBy', task.superseded_by_task_id, 'final', ${isFinal},
        'events', history.list) order by task.id), '[]') as list
      from agenda_task task cross join lateral ${history} history
      where task.relationship_id = day.relationship_id and task.local_date = day.local_date
    ) tasks
    where day.relationship_id = ${relationshipId}
      and day.local_date between ${from}::date and ${to}::date
    order by day.local_date desc
  `.execute(em.getKysely());
  return rows;
}
