import { sql } from "kysely";
import type { WorkoutConflictKind } from "../../../contract/workouts/session-vocabulary.ts";
import type { WorkoutSession } from "../../../rules/workouts/session-state.ts";
import type { Line } from "../../flight.ts";
import type { WorkoutConflictRefs } from "../workout-conflict.ts";

/** Whose rows they are. */
export interface SessionOwner {
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly lineageId: string;
  readonly now: Date;
}

/** Brings sessions to their final state of the batch: made, or changed by the phone that made them. */
export async function writeSessions(
  line: Line,
  owner: SessionOwner,
  sessions: readonly WorkoutSession[],
): Promise<void> {
  if (sessions.length === 0) return;
  await sql`/* named: write-sessions */
    with written as (
      insert into workout_session as session (id, workspace_id, relationship_id, client_session_id,
        lineage_id, task_id, credited_task_id, package_id, snapshot_checksum, assignment_id,
        program_day, local_date, status, client_revision, frozen_revision, performed_from, started_at,
        finished_at, accepted_at, correctable_until, reviewed_at, changed_after_review_at,
        overtook_skip, submitted_receipt_id, changed_receipt_id, changed_at, content)
      select id, ${owner.workspaceId}::uuid, ${owner.relationshipId}::uuid, "clientSessionId",
        "lineageId", "taskId", "creditedTaskId", "packageId", "snapshotChecksum", "assignmentId",
        "programDay", "localDate", status, "clientRevision", "frozenRevision", "performedFrom",
        "startedAt", "finishedAt", "acceptedAt", "correctableUntil", "reviewedAt",
        "changedAfterReviewAt", "overtookSkip", "submittedReceiptId", "changedReceiptId",
        "changedAt", content
      from json_to_recordset(${JSON.stringify(sessions)}::json) as row (
        id uuid, "clientSessionId" uuid, "lineageId" uuid, "taskId" uuid, "creditedTaskId" uuid,
        "packageId" uuid, "snapshotChecksum" text, "assignmentId" uuid, "programDay" int,
        "localDate" date, status text, "clientRevision" int, "frozenRevision" int,
        "performedFrom" text, "startedAt" timestamptz, "finishedAt" timestamptz,
        "acceptedAt" timestamptz, "correctableUntil" timestamptz, "reviewedAt" timestamptz,
        "changedAfterReviewAt" timestamptz, "overtookSkip" boolean, "submittedReceiptId" uuid,
        "changedReceiptId" uuid, "changedAt" timestamptz, content jsonb)
      order by id
      on conflict (id) do update
      set task_id = excluded.task_id, credited_task_id = excluded.credited_task_id,
        package_id = excluded.package_id, snapshot_checksum = excluded.snapshot_checksum,
        assignment_id = excluded.assignment_id, program_day = excluded.program_day,
        local_date = excluded.local_date, status = excluded.status,
        client_revision = excluded.client_revision, frozen_revision = excluded.frozen_revision,
        performed_from = excluded.performed_from, started_at = excluded.started_at,
        finished_at = excluded.finished_at, accepted_at = excluded.accepted_at,
        correctable_until = excluded.correctable_until,
        changed_after_review_at = excluded.changed_after_review_at,
        overtook_skip = excluded.overtook_skip, submitted_receipt_id = excluded.submitted_receipt_id,
        changed_receipt_id = excluded.changed_receipt_id, changed_at = excluded.changed_at,
        content = excluded.content
      where session.changed_receipt_id < excluded.changed_receipt_id
        and session.lineage_id = excluded.lineage_id
      returning 1
    )
    select require_rows('workout_session', (select count(*) from written), ${sessions.length}::int)
  `.execute(line);
}

/** A draft that was refused now. */
export interface RaisedConflict {
  readonly id: string;
  readonly clientSessionId: string;
  readonly kind: WorkoutConflictKind;
  readonly refs: WorkoutConflictRefs;
  readonly latestReceiptId: string;
  readonly expiresAt: Date;
  /** First local date on which the client is reminded; of one that was open it stays. */
  readonly remindFrom: string;
  readonly content: unknown;
}

/** Opens conflicts, or keeps what the newest receipt of an open one says. */
export async function raiseConflicts(
  line: Line,
  owner: SessionOwner,
  raised: readonly RaisedConflict[],
): Promise<void> {
  if (raised.length === 0) return;
  await sql`/* named: raise-conflicts */
    insert into workout_conflict (id, workspace_id, relationship_id, client_session_id, lineage_id, kind,
      refs, latest_receipt_id, opened_at, latest_at, expires_at, remind_from, content)
    select id, ${owner.workspaceId}::uuid, ${owner.relationshipId}::uuid, "clientSessionId",
      ${owner.lineageId}::uuid, kind, refs, "latestReceiptId", ${owner.now}::timestamptz,
      ${owner.now}::timestamptz, "expiresAt", "remindFrom", content
    from json_to_recordset(${JSON.stringify(raised)}::json) as row (
      id uuid, "clientSessionId" uuid, kind text, refs jsonb, "latestReceiptId" uuid,
      "expiresAt" timestamptz, "remindFrom" date, content jsonb)
    order by id
    on conflict (relationship_id, client_session_id) where resolved_at is null do update
    set lineage_id = excluded.lineage_id, kind = excluded.kind, refs = excluded.refs, latest_receipt_id = excluded.latest_receipt_id,
      latest_at = excluded.latest_at, expires_at = excluded.expires_at, content = excluded.content
  `.execute(line);
}

/** A conflict that an operation resolved. */
export interface ResolvedConflict extends Pick<RaisedConflict, "id" | "clientSessionId" | "kind"> {
  readonly taskId: string;
  readonly resolution: "RESUBMIT" | "DISCARD";
  /** The operation, as its device names it. */
  readonly resolvedBy: string;
}

/** Resolves conflicts; what they kept of a refused draft goes. */
export async function resolveConflicts(
  line: Line,
  { relationshipId, now }: Pick<SessionOwner, "relationshipId" | "now">,
  resolved: readonly ResolvedConflict[],
): Promise<void> {
  if (resolved.length === 0) return;
  await sql`/* named: resolve-conflicts */
    update workout_conflict conflict
    set resolved_at = ${now}::timestamptz, resolution = wanted.resolution,
      resolved_by = wanted."resolvedBy", content = null
    from json_to_recordset(${JSON.stringify(resolved)}::json)
      as wanted (id uuid, resolution text, "resolvedBy" text)
    where conflict.id = wanted.id and conflict.relationship_id = ${relationshipId}
      and conflict.resolved_at is null
  `.execute(line);
}
