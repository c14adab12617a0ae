import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { pruneRecords } from "../../activities/privacy/prune-records.ts";
import { recordClaimsFailure } from "../../activities/providers/record-claims-failure.ts";
import { retainProviderRecords } from "../../activities/providers/retain-provider-records.ts";
import { pruneRawPayloads } from "../../activities/sync/receipts/prune-raw-payloads.ts";
import { PRUNED_RECORDS } from "../../contract/privacy/vocabulary.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { retention } from "../../workers/retention.ts";
import { textOf } from "../docs/house-files.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { pruneAll, settleAll } from "../factories/sync/receipts/old-receipts.ts";
import { buildPrunable, DAY } from "../factories/privacy/prunable.ts";
import { admissionDeps, buildDevice, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { putConflict } from "../factories/workouts/workout-conflicts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const owner = new Client({ connectionString: ownerUrl });
await owner.connect();
afterAll(async () => {
  await moveClock(ownerUrl, 0);
  await owner.end();
});

/** Longer than any retention period. */
const LONG_AFTER = 900 * DAY;

/**
 * Rows that the rules keep for ever: SQL that names each row of a table. Tables listed here, or marked "in time" in
 * docs/personal-data.md, contain nothing else.
 */
const NAMES: Readonly<Record<string, string>> = {
  actor: "'waits for its instant'",
  agenda_task_snapshot:
    "case when key in (select snapshot_key from agenda_task) then 'of a task' else 'unused' end",
  auth_provider_audit: "'change'",
  auth_provider_health: "'look'",
  coach_task: "status || case when note is null then '' else ' with a note' end",
  deferred_operation: "case when envelope = '' then 'settled' else state end",
  device_secret:
    "case when ended_at is null then 'of a device in use' else 'of a revoked device' end",
  device_seen: "case when outbox_reported_at is null then 'last seen' else 'outbox' end",
  idempotency_key: "'answer'",
  invitation: "case when target_email = '' then 'without contact' else 'with contact' end",
  notification: "'told'",
  notification_delivery: "'delivered'",
  onboarding_task: "case when payload = '{}' then 'without words' else 'words' end",
  outbox: "'waits for the relay'",
  purge_order: "case when acknowledged_at is null then 'not obeyed yet' else 'obeyed' end",
  push_token: "status",
  receipt: "'tombstone'",
  receipt_kept: "case status when 'CONFLICT' then 'open conflict' else 'cited by an audit' end",
  support_access_audit: "kind",
  sync_answers: "'answers'",
  sync_batch: "case when chain_first is null then 'decided nothing' else 'receipts hang on it' end",
  sync_request: "'request'",
  terms_acceptance: "'consent'",
  usage_snapshot: "'account'",
  workout_conflict: "coalesce(resolution, 'open conflict')",
  workout_package: "case when superseded_at is null then 'offered' else 'of a session' end",
  workout_session: "status",
  workout_snapshot: "'of a package'",
};

/** The remaining rows when every retention period is over. */
const LEFT = {
  actor: ["waits for its instant"],
  agenda_task_snapshot: ["of a task"],
  coach_task: ["ARCHIVED"],
  deferred_operation: ["OPEN", "settled"],
  device_secret: ["of a device in use"],
  device_seen: ["last seen"],
  invitation: ["without contact"],
  onboarding_task: ["without words"],
  outbox: ["waits for the relay"],
  receipt: ["tombstone"],
  receipt_kept: ["cited by an audit", "open conflict"],
  support_access_audit: ["RECEIPTS"],
  sync_batch: ["receipts hang on it"],
  terms_acceptance: ["consent"],
  workout_conflict: ["open conflict"],
  workout_package: ["of a session"],
  workout_session: ["ABANDONED"],
  workout_snapshot: ["of a package"],
};

/** Tables marked "in time" on the page. */
const inTime = [...textOf("docs/personal-data.md").matchAll(/^\| `(\w+)` +\| in time +\|/gm)].map(
  ([, table = ""]) => table,
);

test("after every retention period only rows that the rules keep remain, by name: open conflicts, cited receipts, tombstones, consents", async () => {
  await writeEveryKind();
  const written = Object.keys(await left());
  expect([...inTime, ...Object.keys(NAMES)].filter((table) => !written.includes(table))).toEqual([
    "receipt_kept",
  ]);
  await moveClock(ownerUrl, LONG_AFTER);
  await pruneEverything();
  // Consoles were notified of archived tasks, and those rows are deleted a day later.
  await moveClock(ownerUrl, LONG_AFTER + 2 * DAY);
  await pruneEverything();
  expect(await left()).toEqual(LEFT);
});

test("a row that its retention misses is reported with its table (planted)", async () => {
  await owner.query("alter table auth_audit_event drop constraint auth_audit_event_id_check");
  await owner.query(`insert into auth_audit_event (id, event_type, actor, metadata, created_at)
    values (gen_random_uuid(), 'PLANTED', 'x', '{}', now())`);
  await pruneEverything();
  expect(await left()).toEqual({ ...LEFT, auth_audit_event: ["row"] });
});

/** The names of remaining rows, by table; empty tables are left out. */
async function left(): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const table of [...new Set([...inTime, ...Object.keys(NAMES)])].toSorted()) {
    const { rows } = await owner.query<{ name: string }>(
      `select distinct ${NAMES[table] ?? "'row'"} as name from ${table} order by 1`,
    );
    if (rows.length > 0) found[table] = rows.map(({ name }) => name);
  }
  return found;
}

async function pruneEverything(): Promise<void> {
  for (const records of PRUNED_RECORDS)
    while ((await pruneRecords({ em, retention }, { records })).deletedCount > 0);
  await pruneAll(em);
  while ((await pruneRawPayloads(em)).prunedCount > 0);
  while ((await retainProviderRecords(em)).full);
}

/** An installation that was registered once. */
async function buildInstallation(userId: string): Promise<string> {
  const installationId = randomUUID();
  await buildDevice(em, userId, installationId);
  return installationId;
}

async function writeEveryKind(): Promise<void> {
  const scope = await buildScope(em);
  const { agenda, clientUserId } = scope;
  const gone = () => queued("quick-log.complete-task", { taskId: scope.relationshipId });
  const stale = queued(
    "quick-log.complete-task",
    { taskId: agenda.habit.id },
    { expectedRevision: 0 },
  );
  const { results } = await submit(admissionDeps(em), scope, [stale, gone(), gone()]);
  expect(results.map(({ status }) => status)).toEqual(["CONFLICT", "REJECTED", "REJECTED"]);
  await settleAll(em);
  await owner.query(
    `insert into support_access_audit (id, kind, receipt_id, actor, role, reason, request_id, created_at)
     values (uuidv7(), 'RECEIPTS', $1, 'somebody', 'support', 'a question', 'x', now())`,
    [results[1]?.receiptId],
  );
  await buildDevice(em, clientUserId, await buildInstallation(clientUserId));
  await owner.query(
    `insert into terms_acceptance (id, user_id, terms_version, privacy_version, accepted_at, ip_hash, user_agent_hash)
     values (uuidv7(), $1, '1', '1', now(), 'x', 'x')`,
    [clientUserId],
  );
  await owner.query(`insert into auth_provider_health (id, provider_key, status, latency_ms, checked_at)
    values (uuidv7(), 'google', 'HEALTHY', 1, now())`);
  await owner.query(`insert into auth_provider_audit (id, provider_key, change, old_values, new_values, actor, created_at)
    values (uuidv7(), 'google', 'X', '{}', '{}', 'x', now())`);
  await owner.query(`insert into auth_provider_session_review
    (id, provider_key, actor, ended_count, device_count, opened_at)
    values (uuidv7(), 'google', 'x', 0, 0, now())`);
  await owner.query(`insert into deferred_operation (lineage_id, relationship_id, client_operation_id, device_id,
      batch_id, ordinal, reason, state, attempts, next_attempt_at, fault_class, fingerprint, envelope,
      diagnostics_ref, created_at, updated_at)
    select uuidv7(), uuidv7(), 'x', uuidv7(), uuidv7(), 0, 'FAULT', state, 1, now(), 'x', 'x', 'words',
      uuidv7(), now(), now() from unnest(array['OPEN', 'QUARANTINED']) as of(state)`);
  await owner.query(
    `with file as (insert into invitation_import (id, workspace_id, user_id, created_at)
       values (uuidv7(), $1, $2, now()) returning id)
     insert into invitation_import_line (import_id, line) select id, 1 from file`,
    [scope.workspaceId, clientUserId],
  );
  await putConflict(em, scope);
  await transact(em, (tx) =>
    recordClaimsFailure(tx, {
      providerKey: "google",
      problems: [{ claim: "email", fault: "MISSING" }],
      actor: "identity:x",
      userId: null,
      requestId: "what-is-left",
    }),
  );
  await buildPrunable(em);
}
