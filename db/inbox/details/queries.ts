import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { TaskTimeline } from "../../../contract/inbox/schema.ts";
import type { SourceContext } from "../../../contract/inbox/source-vocabulary.ts";
import { INBOX_LIMITS } from "../../../contract/inbox/vocabulary.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { wireInstant } from "../../platform/transactions/transact.ts";
import { itemJoins, itemText, moment, readerFacts } from "../item-parts.ts";
import type { InboxItemRow } from "../queries.ts";

/** A task with its history. */
export interface TaskDetailRow extends InboxItemRow {
  readonly sourceId: string;
  readonly relationshipId: string;
  /** JSON text of what every reader sees in addition to the item. */
  readonly more: string;
  readonly occurrences: readonly {
    readonly key: string;
    readonly localDate: string | null;
    readonly acceptedAt: string;
    readonly reviewedAt: string | null;
  }[];
}

/** A task of a workspace with its history, or null. One statement. */
export async function findTaskDetail(
  em: SqlEntityManager,
  { workspaceId, taskId }: { readonly workspaceId: string; readonly taskId: string },
): Promise<TaskDetailRow | null> {
  const statement = sql<TaskDetailRow>`
    select ${itemText} as text, ${readerFacts}, t.source_id as "sourceId",
      t.relationship_id as "relationshipId",
      json_build_object(
        'timeline', (select coalesce(json_agg(json_build_object('type', event.type,
            'at', ${wireInstant("event.occurred_at")},
            'actor', json_build_object('kind', event.actor_kind, 'userId', event.actor_user_id),
            'resolutionType', event.metadata ->> 'resolutionType',
            'reopenReason', event.metadata ->> 'reopenReason')
            order by event.occurred_at, event.id), '[]')
          from coach_task_event event where event.task_id = t.id),
        'resolutionType', t.resolution_type, 'dismissReason', t.dismiss_reason, 'note', t.note,
        'nudge', case when t.nudge_at is not null then json_build_object(
          'at', ${wireInstant("t.nudge_at")}, 'outcome', nudge.outcome, 'reason', nudge.reason,
          'deliverAfter', ${wireInstant("nudge.deliver_after")}) end,
        'previousTaskId', t.previous_task_id, 'duplicateOf', t.duplicate_of)::text as more,
      (select coalesce(json_agg(json_build_object('key', covered.occurrence_key,
          'localDate', covered.local_date, 'reviewedAt', ${wireInstant("covered.reviewed_at")}, 'acceptedAt', ${wireInstant("covered.accepted_at")})
          order by covered.accepted_at, covered.occurrence_key), '[]')
        from (select * from coach_task_occurrence where task_id = t.id
          order by accepted_at, occurrence_key limit 100) covered) as occurrences
    from coach_task t
    cross join ${moment}
    join client_profile p on p.user_id = t.client_user_id
    ${itemJoins}
    left join notification nudge on nudge.id = t.nudge_notification_id
    where t.workspace_id = ${workspaceId} and t.id = ${taskId}
  `;
  const rows = await runNamed(em, "coach-task-detail", statement);
  return rows[0] ?? null;
}

/** A closed task of a client. */
type TimelineRow = TaskTimeline["items"][number] & {
  readonly sourceContext: SourceContext;
  readonly sourceRoute: string;
};

/**
 * Tasks of a client of a workspace that were resolved or dismissed in the last 30 days, newest first.
 *
 * @returns null if the workspace has no such client.
 */
export async function listTaskTimeline(
  em: SqlEntityManager,
  { workspaceId, clientUserId }: { readonly workspaceId: string; readonly clientUserId: string },
): Promise<readonly TimelineRow[] | null> {
  const { timelineDays, timelineItems } = INBOX_LIMITS;
  const statement = sql<{ readonly items: readonly TimelineRow[] }>`
    select (select coalesce(json_agg(json_build_object('taskType', closed.task_type,
        'date', ${wireInstant("closed.closed_at")},
        'resolutionLabel', coalesce(closed.resolution_type, closed.dismiss_reason),
        'sourceRoute', closed.route, 'sourceContext', closed.source_context)
        order by closed.closed_at desc, closed.id desc), '[]')
      from (select t.* from coach_task t
        join relationship r on r.id = t.relationship_id and r.workspace_id = ${workspaceId}
          and r.client_user_id = ${clientUserId}
        where t.status in ('RESOLVED', 'DISMISSED')
          and t.closed_at > clock_now() - make_interval(days => ${timelineDays}::int)
        order by t.closed_at desc, t.id desc limit ${timelineItems}) closed) as items
    where exists (select from relationship
      where workspace_id = ${workspaceId} and client_user_id = ${clientUserId})
  `;
  const rows = await runNamed(em, "task-timeline", statement);
  return rows[0]?.items ?? null;
}
