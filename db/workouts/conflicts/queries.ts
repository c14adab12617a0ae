import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { TaskStatus } from "../../../contract/agenda/vocabulary.ts";
import type { WorkoutSnapshotContent } from "../../../contract/workouts/package-schema.ts";
import type { SessionContent } from "../../../contract/workouts/session-content.ts";
import type {
  PerformedFrom,
  SessionStatus,
  WorkoutConflictKind,
  WorkoutConflictResolution,
} from "../../../contract/workouts/session-vocabulary.ts";
import { wireInstant } from "../../transact.ts";
import type { WorkoutConflictRefs } from "../workout-conflict.ts";

/** A conflict with all that its draft is compared with; instants as RFC 3339. */
export interface ConflictRow {
  readonly id: string;
  readonly clientSessionId: string;
  readonly kind: WorkoutConflictKind;
  readonly refs: WorkoutConflictRefs;
  readonly latestReceiptId: string;
  readonly openedAt: string;
  readonly latestAt: string;
  readonly expiresAt: string;
  readonly resolvedAt: string | null;
  readonly resolution: WorkoutConflictResolution | null;
  readonly resolvedBy: string | null;
  /** The refused payload; null once it is gone. */
  readonly content: unknown;
  /** What the session that counts says. */
  readonly counted: SessionContent | null;
  /** What the draft was trained from. */
  readonly trained: WorkoutSnapshotContent | null;
  readonly packageChecksum: string | null;
  /** What is offered of its task now. */
  readonly offered: {
    readonly packageId: string;
    readonly packageChecksum: string;
    readonly snapshotChecksum: string;
    readonly snapshot: WorkoutSnapshotContent;
  } | null;
  readonly task: {
    readonly taskId: string;
    readonly status: TaskStatus;
    readonly revision: number;
  } | null;
  /** The draft's own. */
  readonly session: {
    readonly sessionId: string;
    readonly status: SessionStatus;
    readonly frozenRevision: number | null;
    readonly performedFrom: PerformedFrom | null;
    readonly correctableUntil: string | null;
  } | null;
}

const explained = sql`
  select conflict.id, conflict.client_session_id as "clientSessionId", conflict.kind, conflict.refs,
    conflict.latest_receipt_id as "latestReceiptId", ${wireInstant("conflict.opened_at")} as "openedAt",
    ${wireInstant("conflict.latest_at")} as "latestAt",
    ${wireInstant("conflict.expires_at")} as "expiresAt",
    ${wireInstant("conflict.resolved_at")} as "resolvedAt", conflict.resolution,
    conflict.resolved_by as "resolvedBy", conflict.content, counted.content as counted,
    trained.content as trained, package.package_checksum as "packageChecksum",
    (select json_build_object('packageId', offered.id, 'packageChecksum', offered.package_checksum,
        'snapshotChecksum', offered.snapshot_checksum, 'snapshot', snapshot.content)
      from workout_package offered
      join workout_snapshot snapshot on snapshot.workspace_id = offered.workspace_id
        and snapshot.checksum = offered.snapshot_checksum
      where offered.relationship_id = conflict.relationship_id and offered.superseded_at is null
        and offered.task_id = (conflict.refs ->> 'taskId')::uuid) as offered,
    (select json_build_object('taskId', task.id, 'status', task.status, 'revision', task.revision)
      from agenda_task task
      where task.id = (conflict.refs ->> 'taskId')::uuid
        and task.relationship_id = conflict.relationship_id) as task,
    (select json_build_object('sessionId', session.id, 'status', session.status,
        'frozenRevision', session.frozen_revision, 'performedFrom', session.performed_from,
        'correctableUntil', ${wireInstant("session.correctable_until")})
      from workout_session session
      where session.relationship_id = conflict.relationship_id
        and session.client_session_id = conflict.client_session_id) as session
  from workout_conflict conflict
  left join workout_session counted on counted.id = (conflict.refs ->> 'serverSessionId')::uuid
  left join workout_snapshot trained on trained.workspace_id = conflict.workspace_id
    and trained.checksum = conflict.refs ->> 'snapshotChecksum'
  left join workout_package package on package.id = (conflict.refs ->> 'packageId')::uuid`;

/** A conflict of a relationship, with what it is compared with; null for none of its. */
export async function findConflict(
  em: SqlEntityManager,
  { relationshipId, conflictId }: { readonly relationshipId: string; readonly conflictId: string },
): Promise<ConflictRow | null> {
  const { rows } = await sql<ConflictRow>`/* named: workout-conflict */
    ${explained}
    where conflict.id = ${conflictId} and conflict.relationship_id = ${relationshipId}
  `.execute(em.getKysely());
  return rows[0] ?? null;
}

/** Conflicts that operations of a device's lineage led to last, oldest first. */
export async function listConflictsOf(
  em: SqlEntityManager,
  asked: {
    readonly relationshipId: string;
    readonly deviceId: string;
    readonly clientOperationIds: readonly string[];
  },
): Promise<readonly ConflictRow[]> {
  if (asked.clientOperationIds.length === 0) return [];
  const { rows } = await sql<ConflictRow>`/* named: workout-conflicts */
    ${explained}
    join device on device.lineage_id = conflict.lineage_id
    where device.id = ${asked.deviceId} and conflict.relationship_id = ${asked.relationshipId}
      and conflict.refs ->> 'clientOperationId' = any(${asked.clientOperationIds}::text[])
    order by conflict.id
  `.execute(em.getKysely());
  return rows;
}
