import { afterAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { openDatabase } from "../../db/open-database.ts";
import { close, dayOf, endDay } from "../factories/agenda/closing-day.ts";
import { buildDevice, buildScope, type BuiltScope } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "hold test" });
const asOwner = openDatabase({ url: ownerUrl, poolSize: 1, applicationName: "hold test owner" });
const { em } = database;
afterAll(async () => {
  await asOwner.close();
  await database.close();
});

const find = (scope: BuiltScope) => em.fork().findOneOrFail(AgendaDay, dayOf(scope));

describe("Known unsent work delays the close of a day", () => {
  test("if a phone's oldest operation outlasted a sync; it is checked every 15 minutes and closes once the work is sent", async () => {
    const scope = await buildScope(em);
    await reportOutbox(scope.deviceId, {});
    await endDay(em, dayOf(scope), 60);
    const before = Date.now();
    expect(await close(em, [dayOf(scope)])).toMatchObject({ closed: [], onHold: [dayOf(scope)] });
    const delayed = await find(scope);
    expect(delayed).toMatchObject({ closedAt: null, holdReason: "UNSENT_WORK" });
    const lookAt = delayed.lookAt?.getTime() ?? 0;
    expect(lookAt - before).toBeGreaterThan(14 * 60_000);
    expect(lookAt - before).toBeLessThan(17 * 60_000);
    await reportOutbox(scope.deviceId, { depth: 0 });
    expect((await close(em, [dayOf(scope)])).closed).toHaveLength(1);
    expect(await find(scope)).toMatchObject({ holdReason: "UNSENT_WORK", lookAt: null });
  });

  test.each([
    ["if it was reported recently and again", {}, false],
    ["not if it was reported once, before it was sent", { since: 2, reported: 2 }, true],
    [
      "not if it was reported more than two days ago",
      { since: 60, oldest: 61, reported: 49 },
      true,
    ],
    [
      "not if it was made after the planned close",
      { oldest: 0.5, since: 0.4, reported: 0.1 },
      true,
    ],
    ["not if there is none", { depth: 0 }, true],
  ])("%s", async (_name, report, closes) => {
    expect(await closesWith(report)).toBe(closes);
  });

  test("unless the phone was revoked or belongs to another client", async () => {
    const [scope, other] = [await buildScope(em), await buildScope(em)];
    const installationId = "0199aaaa-0000-7000-8000-000000000001";
    const revoked = await buildDevice(em, scope.clientUserId, installationId);
    await buildDevice(em, scope.clientUserId, installationId);
    await reportOutbox(revoked, {});
    await reportOutbox(other.deviceId, {});
    await endDay(em, dayOf(scope), 60);
    expect((await close(em, [dayOf(scope)])).closed).toHaveLength(1);
  });

  test("by at most 48 hours", async () => {
    const scope = await buildScope(em);
    await reportOutbox(scope.deviceId, { oldest: 100, since: 90, reported: 2 });
    await endDay(em, dayOf(scope), 48 * 60 - 5);
    expect((await close(em, [dayOf(scope)])).onHold).toHaveLength(1);
    const { lookAt, closesAt } = await find(scope);
    expect((lookAt?.getTime() ?? 0) - (closesAt?.getTime() ?? 0)).toBe(48 * 3_600_000);
    await endDay(em, dayOf(scope), 48 * 60);
    expect((await close(em, [dayOf(scope)])).closed).toHaveLength(1);
  });
});

test("A deferred operation delays the close of its relationship's day until it is decided", async () => {
  const scope = await buildScope(em);
  await sql`insert into deferred_operation (lineage_id, relationship_id, client_operation_id,
      device_id, batch_id, ordinal, reason, state, attempts, next_attempt_at, fault_class,
      fingerprint, envelope, diagnostics_ref, created_at, updated_at)
    select lineage_id, ${scope.relationshipId}, 'one', id, uuidv7(), 1, 'FAULT', 'OPEN', 1,
      clock_now(), 'test', '', '{}', uuidv7(), clock_now(), clock_now()
    from device where id = ${scope.deviceId}`.execute(asOwner.em.fork().getKysely());
  await endDay(em, dayOf(scope), 60);
  expect((await close(em, [dayOf(scope)])).onHold).toHaveLength(1);
  expect((await find(scope)).holdReason).toBe("DEFERRED_WORK");
  await sql`update deferred_operation set state = 'DONE' where relationship_id = ${scope.relationshipId}`.execute(
    asOwner.em.fork().getKysely(),
  );
  expect((await close(em, [dayOf(scope)])).closed).toHaveLength(1);
});

describe("A day with a planned close does not close while", () => {
  test.each([
    ["its workspace", (scope: BuiltScope) => setStatus("coach_workspace", scope.workspaceId)],
    ["its client", (scope: BuiltScope) => setStatus("app_user", scope.clientUserId)],
  ] as const)("%s is suspended", async (_name, suspend) => {
    const scope = await buildScope(em);
    await endDay(em, dayOf(scope), 60);
    await suspend(scope);
    expect(await close(em, [dayOf(scope)])).toEqual({ closed: [], onHold: [] });
    expect(await find(scope)).toMatchObject({ closedAt: null, lookAt: null });
  });
});

async function setStatus(table: "coach_workspace" | "app_user", id: string): Promise<void> {
  await sql`update ${sql.table(table)} set status = 'SUSPENDED' where id = ${id}`.execute(
    asOwner.em.fork().getKysely(),
  );
}

/** A phone's report of its outbox, in hours before now. */
interface OutboxReport {
  readonly depth?: number;
  readonly oldest?: number;
  readonly since?: number;
  readonly reported?: number;
}

async function reportOutbox(
  deviceId: string,
  { depth = 3, oldest = 30, since = 20, reported = 2 }: OutboxReport,
): Promise<void> {
  const ago = (hours: number) => sql`clock_now() - make_interval(mins => ${hours * 60}::int)`;
  await sql`insert into device_seen (device_id, last_sync_at, outbox_depth, outbox_oldest_at,
      outbox_oldest_since, outbox_reported_at)
    values (${deviceId}, ${ago(reported)}, ${depth}, ${ago(oldest)}, ${ago(since)}, ${ago(reported)})
    on conflict (device_id) do update set outbox_depth = excluded.outbox_depth`.execute(
    asOwner.em.fork().getKysely(),
  );
}

async function closesWith(report: OutboxReport): Promise<boolean> {
  const scope = await buildScope(em);
  await reportOutbox(scope.deviceId, report);
  await endDay(em, dayOf(scope), 60);
  return (await close(em, [dayOf(scope)])).closed.length === 1;
}
