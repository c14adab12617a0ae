import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { PrunedRecords } from "../../../contract/privacy/vocabulary.ts";
import { operationKey } from "../../../db/platform/statements/operation-key.ts";
import { CoachTask } from "../../../db/inbox/coach-task.ts";
import { clockNow } from "../../../db/platform/transactions/transact.ts";
import { coachTaskRow } from "../inbox/coach-tasks.ts";
import { buildCoach, buildInvitation, buildRelationship } from "../accounts/identity.ts";
import { buildMediaRoom } from "../exercises/media-room.ts";
import { buildSession } from "../notifications/push-tokens.ts";
import { buildDevice } from "../sync/sync.ts";
import { verdictNumber } from "../../../contract/sync/verdict-number.ts";

/** Seconds of a day, for the clock. */
export const DAY = 86_400;

/** Maximum number of rows that one transaction deletes. */
export const SLICE = 1_000;

/** A task that is known to consoles. */
const REPORTED_TASK = "00000000-0000-4000-8000-000000000001";

const TABLES = {
  AUTH_AUDIT: "auth_audit_event",
  PROVIDER_LOGOUTS: "provider_logout",
  IDEMPOTENCY_KEYS: "idempotency_key",
  INVITATION_VALIDATIONS: "invitation_validation",
  INVITATION_CONTACTS:
    "(select from invitation where status = 'REVOKED' and target_email <> '') as contacts",
  SKIP_REASONS: "(select from onboarding_task where payload <> '{}') as put_off",
  RATE_LIMITS: "rate_limit",
  NOTIFICATIONS: "notification",
  LETTERS: "(select from letter where type = 'UserSuspended') as letters",
  PUSH_TOKENS: "push_token",
  OUTBOX_HEALTH: "(select from device_seen where outbox_reported_at is not null) as health",
  SCOPE_CHANGES: "scope_change",
  SYNC_BATCHES: "sync_batch",
  REPLACEMENTS: "operation_replacement",
  PURGE_ORDERS: "purge_order",
  WORKOUT_PACKAGES:
    "(select from workout_package where id not in (select package_id from workout_session)) as offered",
  CLIENT_BATCHES: "client_batch",
  OPEN_DRAFTS: "(select from workout_session where status = 'IN_PROGRESS') as draft",
  CLOSED_COACH_TASKS: "(select from coach_task where status = 'RESOLVED') as closed",
  COACH_TASK_NOTES: "(select from coach_task where note is not null) as noted",
  SOURCE_EVENTS: "source_event",
  // Consoles know archived tasks too.
  INBOX_CHANGES: `(select from coach_task_change where task_ids = '{${REPORTED_TASK}}') as told`,
  MEDIA_ACCESSES: "media_access",
  USAGE_SNAPSHOTS: "usage_snapshot",
  WITHHELD_OCCURRENCES: "withheld_occurrence",
  TASK_SNAPSHOTS: `(select from agenda_task_snapshot where not exists (
    select from agenda_task where snapshot_key = key)) as unused`,
} as const satisfies Record<PrunedRecords, string>;

/** The table that holds the records of a kind. */
export const PRUNED_TABLES = {
  AUTH_AUDIT: "auth_audit_event",
  PROVIDER_LOGOUTS: "provider_logout",
  IDEMPOTENCY_KEYS: "idempotency_key",
  INVITATION_VALIDATIONS: "invitation_validation",
  INVITATION_CONTACTS: "invitation",
  SKIP_REASONS: "onboarding_task",
  RATE_LIMITS: "rate_limit",
  NOTIFICATIONS: "notification",
  LETTERS: "letter",
  PUSH_TOKENS: "push_token",
  OUTBOX_HEALTH: "device_seen",
  SCOPE_CHANGES: "scope_change",
  SYNC_BATCHES: "sync_batch",
  REPLACEMENTS: "operation_replacement",
  PURGE_ORDERS: "purge_order",
  WORKOUT_PACKAGES: "workout_package",
  CLIENT_BATCHES: "client_batch",
  OPEN_DRAFTS: "workout_session",
  CLOSED_COACH_TASKS: "coach_task",
  COACH_TASK_NOTES: "coach_task",
  SOURCE_EVENTS: "source_event",
  INBOX_CHANGES: "coach_task_change",
  MEDIA_ACCESSES: "media_access",
  USAGE_SNAPSHOTS: "usage_snapshot",
  WITHHELD_OCCURRENCES: "withheld_occurrence",
  TASK_SNAPSHOTS: "agenda_task_snapshot",
} as const satisfies Record<PrunedRecords, string>;

/**
 * Creates records of each kind at the present time of the moved clock, by default one of each. This also adds rows to
 * the audit.
 */
export async function buildPrunable(
  em: SqlEntityManager,
  counts: Partial<Record<PrunedRecords, number>> = {},
): Promise<void> {
  const coach = await buildCoach(em);
  const { invitation } = await buildInvitation(em, coach);
  const sessionId = await buildSession(em, coach.userId);
  const rows = (records: PrunedRecords) => `generate_series(1, ${counts[records] ?? 1})`;
  const at = "clock_now()";
  const run = (statement: string) => em.fork().execute(statement);
  await run(`insert into auth_audit_event (id, event_type, actor, metadata, created_at)
    select uuidv7((select shift from clock_offset)), 'PRUNABLE', 'x', '{}', ${at}
      from ${rows("AUTH_AUDIT")}`);
  await run(`insert into provider_logout
    select 'issuer', gen_random_uuid()::text, 'sid', null, ${at}, ${at}
      from ${rows("PROVIDER_LOGOUTS")}`);
  await run(`insert into idempotency_key
    select 'caller', 'POST', '/route', gen_random_uuid()::text, 'x', 200, '{}', ${at}
      from ${rows("IDEMPOTENCY_KEYS")}`);
  await run(`insert into invitation_validation
      (id, invitation_id, provider, issuer, tenant, subject, expires_at, created_at)
    select gen_random_uuid(), '${invitation.id}', 'x', 'x', '', gen_random_uuid(), ${at}, ${at}
      from ${rows("INVITATION_VALIDATIONS")}`);
  await run(`insert into invitation (id, workspace_id, invited_by_user_id, target_email, status,
      generation, token_hash, expires_at, created_at, updated_at, revoked_at)
    select gen_random_uuid(), workspace_id, invited_by_user_id, target_email, 'REVOKED',
           1, gen_random_uuid()::text, ${at} + interval '14 days', ${at}, ${at}, ${at}
      from invitation cross join ${rows("INVITATION_CONTACTS")} where id = '${invitation.id}'`);
  await run(`insert into client_batch
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '[]', ${at}, null
      from ${rows("CLIENT_BATCHES")}`);
  // The counter of the e-mail to the invited client has not expired yet.
  await run("delete from rate_limit where key like 'recipient:%'");
  await run(`insert into rate_limit
    select gen_random_uuid()::text, 1, (extract(epoch from ${at}) * 1000)::bigint
      from ${rows("RATE_LIMITS")}`);
  await run(`insert into notification (id, dedupe_key, category, recipient_user_id, subject_id,
      timezone, outcome, reason, channels, revision, decided_at, judged_at)
    select uuidv7((select shift from clock_offset)), gen_random_uuid()::text, 'WELCOME',
           '${coach.userId}', gen_random_uuid(), 'UTC', 'SEND', 'ALLOWED', '{MAIL}', 1, ${at}, ${at}
      from ${rows("NOTIFICATIONS")}`);
  await run(`insert into notification_delivery (id, notification_id, channel, target_id, status,
      attempts, created_at, next_attempt_at, sent_at)
    select gen_random_uuid(), n.id, 'MAIL', n.recipient_user_id, 'SENT', 1, ${at}, ${at}, ${at}
      from notification n on conflict do nothing`);
  await run(`insert into letter (event_id, type, subject_id, user_id, status, attempts, created_at)
    select uuidv7((select shift from clock_offset)), 'UserSuspended', '${coach.userId}', '${coach.userId}',
           'PENDING', 0, ${at} from ${rows("LETTERS")}`);
  await run(`insert into push_token (id, user_id, app_session_id, surface, provider, token_hash,
      status, retired_for, created_at, updated_at, retired_at)
    select gen_random_uuid(), '${coach.userId}', '${sessionId}', 'COACH_MOBILE', 'FCM',
           gen_random_uuid()::text, 'RETIRED', 'REMOVED', ${at}, ${at}, ${at}
      from ${rows("PUSH_TOKENS")}`);
  await run(`insert into device_seen (device_id, last_sync_at, outbox_depth, outbox_reported_at)
    select gen_random_uuid(), ${at}, 1, ${at} from ${rows("OUTBOX_HEALTH")}`);
  await run(`insert into scope_change
    select gen_random_uuid(), 1, '{}', ${at} from ${rows("SCOPE_CHANGES")}`);
  await run(`insert into sync_batch (id, device_id, lineage_id, relationship_id, operation_count,
      accepted_count, rejected_count, conflict_count, deferred_count, status, request_id, admitted_at,
      next_settle_at)
    select uuidv7((select shift from clock_offset)), gen_random_uuid(), gen_random_uuid(),
           gen_random_uuid(), 1, 1, 0, 0, 0, 'SETTLED', 'x', ${at}, ${at} from ${rows("SYNC_BATCHES")}`);
  await buildReplacements(em, counts.REPLACEMENTS ?? 1);
  await buildPackages(em, counts.WORKOUT_PACKAGES ?? 1);
  await buildDrafts(em, counts.OPEN_DRAFTS ?? 1);
  await run(`insert into withheld_occurrence (relationship_id, local_date, source_type, source_id,
      source_revision, fault_kind, fault_class, code_version, withheld_at, tried_at)
    select (select id from relationship limit 1), ${at}::date, 'PLAN_ASSIGNMENT', gen_random_uuid(), 1, 'RULE',
      'TypeError', 'x', ${at}, ${at} from ${rows("WITHHELD_OCCURRENCES")}`);
  await run(`insert into agenda_task_snapshot (key, workspace_id, snapshot, action_schema, trusted_until)
    select gen_random_uuid(), gen_random_uuid(), '{}', '{}', ${at} + interval '1 day'
      from ${rows("TASK_SNAPSHOTS")}`);
  await buildTasks(em, counts);
  await buildAccesses(em, counts, coach);
  await buildPurgeOrders(em, { userId: coach.userId, count: counts.PURGE_ORDERS ?? 1 });
  // Invitations made on the way do not count.
  await run(`update invitation set target_email = '' where status <> 'REVOKED'`);
  await run("delete from letter where type <> 'UserSuspended'");
}

/** Replacements of operations whose results were pruned. */
async function buildReplacements(em: SqlEntityManager, count: number): Promise<void> {
  const replaced = `select gen_random_uuid() as lineage_id, gen_random_uuid() as relationship_id,
    'replaced' as client_operation_id from generate_series(1, ${count})`;
  await sql`
    with replaced as materialized (${sql.raw(replaced)}), kept as (
      insert into operation_replacement
      select lineage_id, relationship_id, client_operation_id, clock_now(), ''
      from replaced
    )
    insert into receipt (op_key, receipt_id, fingerprint, verdict)
    select ${operationKey("replaced")}, gen_random_uuid(), gen_random_uuid(), ${verdictNumber("TASK_UNKNOWN")}::smallint
    from replaced
  `.execute(em.fork().getKysely());
}

/** Closed and archived inbox tasks with notes, skipped questionnaires, and events of another system. */
async function buildTasks(
  em: SqlEntityManager,
  counts: Partial<Record<PrunedRecords, number>>,
): Promise<void> {
  const { relationshipId, workspaceId, client, coach } = await buildRelationship(em);
  // Validations made on the way to the relationship do not count.
  await em.fork().execute(`delete from invitation_validation where invitation_id in (
    select id from invitation where workspace_id = '${workspaceId}')`);
  const owner = { workspaceId, relationshipId, clientUserId: client.userId };
  const closedAt = await clockNow(em.fork());
  const closed = { closedAt, createdAt: closedAt, resolutionType: "NOT_RELEVANT" } as const;
  const of = async (count: number, changes: Partial<CoachTask>) => {
    const rows = Array.from({ length: count }, () =>
      coachTaskRow({ ...owner, coachUserId: coach.userId }, { ...closed, ...changes }),
    );
    await em.fork().insertMany(CoachTask, rows);
  };
  await of(counts.CLOSED_COACH_TASKS ?? 1, { status: "RESOLVED" });
  await of(counts.COACH_TASK_NOTES ?? 1, { status: "ARCHIVED", note: "Called" });
  await em.fork()
    .execute(`insert into onboarding_task (id, instance_id, task_key, task_type, status,
      sort_order, payload, revision, created_at, updated_at, skipped_at)
    select gen_random_uuid(), id, gen_random_uuid()::text, 'QUESTIONNAIRE', 'COMPLETED', 3,
      '{"skipReason": "Exams"}', 2, clock_now(), clock_now(), clock_now()
      from onboarding_instance cross join generate_series(1, ${counts.SKIP_REASONS ?? 1})
      where relationship_id = '${relationshipId}'`);
  await em.fork()
    .execute(`insert into source_event (source, event_id, fingerprint, type, relationship_id,
      subject_id, occurred_at, severity, accepted_at)
    select 'messaging', gen_random_uuid(), 'x', 'ClientMessageReplied', '${relationshipId}',
      gen_random_uuid(), clock_now(), 'NORMAL', clock_now()
      from generate_series(1, ${counts.SOURCE_EVENTS ?? 1})`);
  await em.fork()
    .execute(`insert into coach_task_change (id, workspace_id, task_ids, is_reload, changed_at)
    select gen_random_uuid(), '${owner.workspaceId}', '{${REPORTED_TASK}}', false, clock_now()
      from generate_series(1, ${counts.INBOX_CHANGES ?? 1})`);
}

/** Videos that a coach requested, each with its end, and the readings of the provider's account. */
async function buildAccesses(
  em: SqlEntityManager,
  counts: Partial<Record<PrunedRecords, number>>,
  { userId, workspaceId }: { readonly userId: string; readonly workspaceId: string },
): Promise<void> {
  const limits = { exercises: null, minutes: null };
  const { providerKey, exerciseIds } = await buildMediaRoom(em, { limits, count: 1 });
  const run = (statement: string) => em.fork().execute(statement);
  await run(`with access as (
      insert into media_access (id, provider_key, exercise_id, provider_exercise_id, actor_user_id,
        workspace_id, surface, counted_as_new_unique, minutes, accessed_at)
      select gen_random_uuid(), '${providerKey}', '${exerciseIds[0]}', 'x', '${userId}', '${workspaceId}', 'WEB',
        true, 1, clock_now() from generate_series(1, ${counts.MEDIA_ACCESSES ?? 1}) returning id)
    insert into media_access_end (access_id, state, outcome, minutes, ended_at)
    select id, 'COUNTED', 'HAS_MEDIA', 1, clock_now() from access`);
  await run(`insert into usage_snapshot (id, provider_key, plan_key, unique_used, minutes_used,
      own_unique_used, own_minutes_used, captured_at)
    select gen_random_uuid(), '${providerKey}', 'x', 1, 1, 1, 1, clock_now()
      from generate_series(1, ${counts.USAGE_SNAPSHOTS ?? 1})`);
}

/** Abandoned sessions of one workout. */
async function buildDrafts(em: SqlEntityManager, count: number): Promise<void> {
  const { packageId, relationshipId, workspaceId } = await buildPackages(em, 1);
  await em.fork().execute(`insert into workout_session (id, workspace_id, relationship_id,
      client_session_id, lineage_id, task_id, package_id, snapshot_checksum, assignment_id, program_day,
      local_date, status, client_revision, overtook_skip, changed_receipt_id, changed_at, content)
    select gen_random_uuid(), '${workspaceId}', '${relationshipId}', gen_random_uuid(),
      gen_random_uuid(), gen_random_uuid(), '${packageId}', 'x', gen_random_uuid(), 0, clock_now()::date,
      'IN_PROGRESS', 1, false, gen_random_uuid(), clock_now(), '{}'
      from generate_series(1, ${count})`);
}

/** Packages of one workout; returns the owner and the id of one. */
async function buildPackages(em: SqlEntityManager, count: number) {
  const { relationshipId, workspaceId } = await buildRelationship(em);
  const run = (statement: string) => em.fork().execute(statement);
  // Validations made on the way to the relationship do not count.
  await run(`delete from invitation_validation where invitation_id in (
    select id from invitation where workspace_id = '${workspaceId}')`);
  await run(`insert into workout_snapshot values ('${workspaceId}', 'x', '{}', clock_now())`);
  await run(`insert into workout_package (id, workspace_id, relationship_id, task_id, local_date, timezone,
      assignment_id, program_day, source_revision, snapshot_checksum, package_checksum, content, expires_at,
      superseded_at, created_at)
    select gen_random_uuid(), '${workspaceId}', '${relationshipId}', gen_random_uuid(), clock_now()::date, 'UTC',
      gen_random_uuid(), 0, 1, 'x', 'x', '{}', clock_now(), clock_now(), clock_now()
      from generate_series(1, ${count})`);
  const [pack] = await em
    .fork()
    .execute<{ id: string }[]>("select id from workout_package where relationship_id = ? limit 1", [
      relationshipId,
    ]);
  return { packageId: pack?.id ?? "", relationshipId, workspaceId };
}

/** Orders that a device acknowledged. */
async function buildPurgeOrders(
  em: SqlEntityManager,
  { userId, count }: { readonly userId: string; readonly count: number },
): Promise<void> {
  const deviceId = await buildDevice(em, userId, undefined, "COACH_MOBILE");
  await em.fork().execute(
    `insert into purge_order (id, device_id, lineage_id, trigger, scope, scope_id, ordered_at,
       acknowledged_at, purged_count, purged_digest, queue, lost_operations, sealed_operations)
     select gen_random_uuid(), id, lineage_id, 'LOGOUT', 'ALL', id, clock_now(), clock_now(), 0, 'x',
       'DELETE', 0, 0
       from device, generate_series(1, ${count}) where id = ?`,
    [deviceId],
  );
}

/** Number of records of each kind. */
export async function countPrunable(em: SqlEntityManager): Promise<Record<PrunedRecords, number>> {
  const parts = Object.entries(TABLES).map(
    ([records, table]) => `(select count(*)::int from ${table}) as "${records}"`,
  );
  const [row] = await em
    .fork()
    .execute<Record<PrunedRecords, number>[]>(`select ${parts.join(", ")}`);
  if (row === undefined) throw new Error("Nothing was counted");
  return row;
}
