import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { openMediaSession } from "../activities/exercises/media/open-media-session.ts";
import { reconcileUsage } from "../activities/exercises/media/reconcile-usage.ts";
import { LEGAL_VERSIONS } from "../contract/accounts/vocabulary.ts";
import { openDatabase } from "../db/open-database.ts";
import { putCoachTask } from "./factories/inbox/coach-tasks.ts";
import { buildRelationship } from "./factories/accounts/identity.ts";
import { buildMediaRoom } from "./factories/exercises/media-room.ts";
import { moveClock } from "./factories/db/move-clock.ts";
import { useOwnDatabase } from "./harness/database.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 2, applicationName: "append-only-test" });
const app = new Client({ connectionString: appUrl });
const owner = new Client({ connectionString: ownerUrl });
const DAY_SECONDS = 24 * 60 * 60;

beforeAll(async () => {
  await app.connect();
  await owner.connect();
  const { client, coach, workspaceId, relationshipId } = await buildRelationship(database.em);
  const owned = { workspaceId, relationshipId };
  const people = { clientUserId: client.userId, coachUserId: coach.userId };
  const { id: taskId } = await putCoachTask(database.em, { ...owned, ...people });
  await app.query(
    `insert into coach_task_event (id, task_id, type, actor_kind, metadata, occurred_at)
     values (gen_random_uuid(), $1, 'created', 'SYSTEM', '{}', now())`,
    [taskId],
  );
  await app.query(
    `insert into agenda_task_event (id, task_id, relationship_id, to_status, actor_kind, metadata,
                                    occurred_at)
     values (gen_random_uuid(), gen_random_uuid(), $1, 'COMPLETED', 'CLIENT', '{}', now())`,
    [relationshipId],
  );
  await app.query(
    `insert into quick_log_operation (receipt_id, relationship_id, task_id, client_recorded_at,
            local_date, expected_task_revision, action_kind, scope, status)
     values (gen_random_uuid(), $1, gen_random_uuid(), now(), '2026-01-01', 1, 'COMPLETE_TASK', 'TASK',
             'ACCEPTED')`,
    [relationshipId],
  );
  await app.query(
    `insert into relationship_event (id, relationship_id, from_status, to_status, actor_user_id,
                                     actor_kind, occurred_at)
     values (gen_random_uuid(), $1, 'ACTIVE', 'PAUSED', $2, 'CLIENT', now())`,
    [relationshipId, client.userId],
  );
  await app.query(
    `insert into support_access_audit (id, kind, actor, role, reason, request_id, created_at)
     values (gen_random_uuid(), 'QUARANTINE', 'identity:x', 'support', 'on call', 'test', now())`,
  );
  await app.query(
    `insert into licence_source (key, name, licence, evidence, attribution, verdict, revision, created_at,
                                 updated_at)
     values ('drawn', 'Drawn', 'CC0-1.0', 'Drawn for this test', 'Drawn', 'HELD', 1, now(), now())`,
  );
  await app.query(
    `insert into licence_decision (id, source_key, verdict, reason, decided_by, decided_at)
     values (gen_random_uuid(), 'drawn', 'HELD', 'Not sure', 'operator', now())`,
  );
  await app.query(
    `insert into provider_integration (provider_key, credentials_reference, plan_key, metered,
                                       license_policy, media_hosts, updated_at)
     values ('made-up', 'none', 'none', false, 'none', '{}', now())`,
  );
  const { rows: exercises } = await app.query<{ id: string }>(
    `insert into exercise (id, provider_key, provider_exercise_id, status, revision, title, instructions,
            important_points, translations, has_video, provider_labels, muscle_groups,
            secondary_muscle_groups, equipment, exercise_types, content_hash, name_key, name_words, facets,
            search, missing_runs, created_at, updated_at)
     values (gen_random_uuid(), 'made-up', '1', 'ACTIVE', 1, 'Squat', '[]', '[]', '[]', false, '{}', '{}',
             '{}', '{}', '{}', 'x', 'squat', 1, '{}', '', 0, now(), now())
     returning id`,
  );
  await app.query(
    `insert into thumbnail_decision (id, exercise_id, action, from_status, to_status, revision, reviewer,
                                     decided_at)
     values (gen_random_uuid(), $1, 'UNMATCH', 'NEEDS_REVIEW', 'UNMATCHED', 2, 'somebody', now())`,
    [exercises[0]?.id],
  );
  const limits = { exercises: null, minutes: null };
  const room = await buildMediaRoom(database.em, { limits, count: 1 });
  const whose = { actorUserId: client.userId, workspaceId, surface: "CLIENT_MOBILE" as const };
  const request = { ...whose, exerciseId: room.exerciseIds[0] ?? "", refetchOf: null };
  await openMediaSession(room.desk(database.em), request);
  await reconcileUsage(room.desk(database.em));
  const accepted = await app.query("select from terms_acceptance where user_id = $1", [
    client.userId,
  ]);
  expect(accepted.rowCount).toBe(1);
});
afterAll(async () => {
  await app.end();
  await owner.end();
  await database.close();
});

/** A column of each append-only table that somebody might want to change. */
const TABLES = [
  ["auth_audit_event", "actor = 'nobody'"],
  ["terms_acceptance", `terms_version = '${LEGAL_VERSIONS.termsVersion}'`],
  ["agenda_task_event", "reason = 'another'"],
  ["relationship_event", "reason = 'another'"],
  ["quick_log_operation", "numeric_value = 1"],
  ["support_access_audit", "reason = 'another'"],
  ["coach_task_event", "type = 'viewed'"],
  ["licence_decision", "reason = 'another'"],
  ["thumbnail_decision", "reviewer = 'nobody'"],
  ["media_access", "minutes = 1"],
  ["media_access_end", "state = 'RELEASED'"],
  ["usage_snapshot", "unique_used = 0"],
  ["form_version", "title = 'Another'"],
] as const;

describe("A recorded row stays as it was", () => {
  test.each(TABLES)(
    "in %s: neither the product nor the owner can change or delete it",
    async (table, change) => {
      for (const client of [app, owner]) {
        const refused = { message: `${table} is append-only`, code: "23001" };
        await expect(client.query(`update ${table} set ${change}`)).rejects.toMatchObject(refused);
        await expect(client.query(`delete from ${table}`)).rejects.toMatchObject(refused);
      }
      await expect(app.query(`truncate ${table}`)).rejects.toMatchObject({ code: "42501" });
      const kept = await app.query(`select from ${table}`);
      expect(kept.rowCount).toBeGreaterThan(0);
    },
  );

  test.each([
    ["sync_request", "body = ''"],
    ["sync_answers", "lines = ''"],
  ])(
    "in %s: nobody can change it; it is deleted as a whole when its time is over",
    async (table, change) => {
      await app.query("begin");
      try {
        const column = change.split(" ")[0];
        const extra = table === "sync_request" ? [", received_at", ", now()"] : ["", ""];
        await app.query(
          `insert into ${table} (batch_id, ${column}${extra[0]}) values (uuidv7(), ''${extra[1]})`,
        );
        await app.query("savepoint written");
        await expect(app.query(`update ${table} set ${change}`)).rejects.toMatchObject({
          message: `${table} is append-only`,
        });
        await app.query("rollback to savepoint written");
        expect((await app.query(`delete from ${table}`)).rowCount).toBe(1);
      } finally {
        await app.query("rollback");
      }
    },
  );

  test("because the product cannot remove the rule", async () => {
    for (const statement of [
      "alter table terms_acceptance disable trigger all",
      "drop trigger terms_acceptance_append_only on terms_acceptance",
      "drop function refuse_rewriting() cascade",
      "set session_replication_role = replica",
    ]) {
      await expect(app.query(statement)).rejects.toMatchObject({ code: "42501" });
    }
  });

  test("except that the auth audit is deleted after 30 days, and terms never", async () => {
    await moveClock(ownerUrl, 30 * DAY_SECONDS - 60);
    await expect(app.query("delete from auth_audit_event")).rejects.toMatchObject({
      code: "23001",
    });
    await moveClock(ownerUrl, 30 * DAY_SECONDS + 60);
    const gone = await app.query("delete from auth_audit_event");
    expect(gone.rowCount).toBeGreaterThan(0);
    await moveClock(ownerUrl, 4000 * DAY_SECONDS);
    await expect(app.query("delete from terms_acceptance")).rejects.toMatchObject({
      code: "23001",
    });
    await moveClock(ownerUrl, 0);
  });
});
