import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { IssueStatus, WorkoutIssueKind } from "../../../contract/workouts/issue-vocabulary.ts";
import type { WorkoutIssue } from "../../../contract/workouts/issue-schema.ts";
import type { WorkoutSnapshotContent } from "../../../contract/workouts/package-schema.ts";
import { wireInstant } from "../../platform/transactions/transact.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/** Selects a page of a client's issues for a coach. */
export interface IssuesQuery {
  readonly relationshipId: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly status: IssueStatus | null;
  readonly kind: WorkoutIssueKind | null;
  /** Last issue of the previous page. */
  readonly after: { readonly localDate: string; readonly issueId: string } | null;
  readonly limit: number;
}

/** An issue, with the snapshot trained and the one in force now. */
export interface IssueRow extends Omit<WorkoutIssue, "explanation" | "messagingHint"> {
  readonly trainedSnapshot: string;
  readonly presentSnapshot: string | null;
  readonly trained: WorkoutSnapshotContent;
  /** Snapshot of its task, or of the one that replaced it; null if there is none, or if it is the same. */
  readonly present: WorkoutSnapshotContent | null;
}

const conflictIssues = sql`
  select conflict.id, conflict.kind,
    case when conflict.resolved_at is null then 'OPEN' else 'RESOLVED' end as status,
    (conflict.refs ->> 'localDate')::date as local_date, conflict.client_session_id,
    (conflict.refs ->> 'serverSessionId')::uuid as session_id,
    (conflict.refs ->> 'taskId')::uuid as task_id, conflict.refs ->> 'snapshotChecksum' as checksum,
    conflict.opened_at as raised_at, conflict.resolved_at, conflict.resolution,
    case when conflict.resolved_at is null then conflict.expires_at end as expires_at,
    conflict.workspace_id, conflict.relationship_id
  from workout_conflict conflict`;

const labelledIssues = sql`
  select session.id, session.performed_from, 'ACCEPTED', session.local_date, session.client_session_id,
    session.id, session.task_id, session.snapshot_checksum, session.accepted_at, null, null, null,
    session.workspace_id, session.relationship_id
  from workout_session session
  where session.status = 'SUBMITTED' and session.performed_from <> 'CURRENT'`;

/**
 * A page of a client's sessions that are or were in conflict, or that count under a label, newest day first. Refused
 * payloads are not read. One statement.
 */
export async function listIssues(
  em: SqlEntityManager,
  { relationshipId, from, to, status, kind, after, limit }: IssuesQuery,
): Promise<readonly IssueRow[]> {
  const statement = sql<IssueRow>`
    with issue as (
      select * from (${conflictIssues} union all ${labelledIssues}) told
      where told.relationship_id = ${relationshipId}
        and told.local_date >= coalesce(${from}::date, '-infinity')
        and told.local_date <= coalesce(${to}::date, 'infinity')
        and (${status}::text is null or told.status = ${status})
        and (${kind}::text is null or told.kind = ${kind})
        and (${after === null} or (told.local_date, told.id)
          < (${after?.localDate ?? null}::date, ${after?.issueId ?? null}::uuid))
      order by told.local_date desc, told.id desc
      limit ${limit}
    )
    select issue.id as "issueId", issue.kind, issue.status, issue.local_date::text as "localDate",
      issue.client_session_id as "clientSessionId", issue.session_id as "sessionId",
      json_build_object('taskId', issue.task_id, 'title', trained.content #>> '{day,title}',
        'status', (select status from agenda_task where id = issue.task_id)) as task,
      ${wireInstant("issue.raised_at")} as "raisedAt",
      ${wireInstant("issue.resolved_at")} as "resolvedAt", issue.resolution,
      ${wireInstant("issue.expires_at")} as "expiresAt", issue.checksum as "trainedSnapshot",
      present.checksum as "presentSnapshot", trained.content as trained,
      case when present.checksum <> issue.checksum then present.content end as present,
      case when present.task_id <> issue.task_id then json_build_object('taskId', present.task_id,
        'title', present.content #>> '{day,title}', 'packageId', present.id,
        'revision', present.revision) end as replacement
    from issue
    join workout_snapshot trained on trained.workspace_id = issue.workspace_id
      and trained.checksum = issue.checksum
    left join lateral (
      select snapshot.checksum, snapshot.content, package.id, package.task_id, task.revision
      from workout_package package
      join workout_snapshot snapshot on snapshot.workspace_id = package.workspace_id
        and snapshot.checksum = package.snapshot_checksum
      left join agenda_task task on task.id = package.task_id
      where package.relationship_id = issue.relationship_id and package.superseded_at is null
        and (package.task_id = issue.task_id or (
          issue.kind in ('SNAPSHOT_SUPERSEDED', 'SUPERSEDED_SNAPSHOT')
          and package.local_date = issue.local_date))
      order by package.task_id = issue.task_id desc, package.task_id
      limit 1
    ) present on true
    order by issue.local_date desc, issue.id desc
  `;
  return await runNamed(em, "workout-issues", statement);
}
