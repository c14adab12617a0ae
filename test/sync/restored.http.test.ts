import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { renewEpochs } from "../../activities/sync/renew-epochs.ts";
import { todaySchema } from "../../contract/agenda/today-schema.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import {
  ask,
  buildPhone,
  type Phone,
  refusalOf,
  registeredDevice,
  send,
  snapshot,
  sync,
} from "../factories/sync/phone.ts";
import { buildFormAssignment } from "../factories/forms/assigned-forms.ts";
import { buildAgenda } from "../factories/plans/plans.ts";
import { newestValuesOf } from "../factories/quick-log/newest-values.ts";
import { queued } from "../factories/sync/sync.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { copyTestDatabase, useOwnDatabase, type TestDatabase } from "../harness/database.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";

let api: TestApi;
let backup: TestDatabase;
/** A phone that was there at the time of the backup, and another one of the same client. */
let phone: Phone;
let tablet: Phone;

const issuer = await startTestIssuer();
afterAll(() => issuer.close());

const afterEachRestore = () => api.close();

const em = () => api.deps.database.em.fork();

const tap = (taskId: string) => queued("quick-log.complete-task", { taskId });

const accepted = (count: number) => Array.from({ length: count }, () => "ACCEPTED");

const tagOfToday = async () => String((await callToday()).headers.get("ETag"));
const readByTag = async (tag: string) => (await callToday({ "If-None-Match": tag })).status;

describe("after a restore a phone", () => {
  test("has everything accepted again except an operation whose task the backup lacks", async () => {
    const kept = await restoredAfter(async () => {
      const { workspaceId, relationshipId, coach } = phone.pair;
      const owner = { workspaceId, relationshipId, coachUserId: coach.userId, timezone: "UTC" };
      const later = await buildAgenda(em(), owner);
      const drunk = sip(2, 30);
      const undone = queued(
        "quick-log.undo",
        { taskId: phone.agenda.water.id, undoesClientOperationId: drunk.clientOperationId },
        { expectedRevision: 3 },
      );
      const operations = [
        tap(phone.agenda.habit.id),
        drunk,
        undone,
        sip(4),
        tap(later.habit.id),
        sip(5),
      ];
      expect(await verdicts(phone, operations)).toEqual(accepted(6));
      return operations;
    });
    const codes = ["ACCEPTED", "ACCEPTED", "ACCEPTED", "ACCEPTED", "TASK_UNKNOWN", "ACCEPTED"];
    expect(await verdicts(phone, kept)).toEqual(codes);
    const again = kept.map((_, index) => (index === 4 ? "TASK_UNKNOWN" : "ALREADY_ACCEPTED"));
    expect(await verdicts(phone, kept)).toEqual(again);
    const newest = await newestValuesOf(em(), phone.pair.relationshipId);
    expect(newest.map(({ named }) => named)).toEqual(newest.map(({ logged }) => logged));
    await afterEachRestore();
  });

  test("is judged on the newest state if it names a lost revision, with an explanation", async () => {
    const [last] = await restoredAfter(async () => {
      await sync(api, phone, [walk(1, 1), walk(2, 2), walk(3, 3)]);
      const kept = [walk(4, 50), walk(5, 51)];
      expect(await verdicts(phone, kept)).toEqual(accepted(2));
      return kept;
    });
    if (last === undefined) throw new Error("The phone kept nothing");
    const { results } = await sync(api, phone, [last]);
    expect(results).toMatchObject([
      { status: "ACCEPTED", acceptedRevision: 2, judgedOnRevision: 1 },
    ]);
    const { results: replayed } = await sync(api, phone, [last]);
    expect(replayed).toEqual(results.map((result) => ({ ...result, status: "ALREADY_ACCEPTED" })));
    const [ordinary] = (await sync(api, phone, [walk(2, 52)])).results;
    expect(ordinary).not.toHaveProperty("judgedOnRevision");
    await afterEachRestore();
  });

  test("adds to what another phone of the client restored first", async () => {
    const kept = await restoredAfter(async () => {
      const mine = [tick(0), sip(2, 10)];
      expect(await verdicts(phone, mine)).toEqual(accepted(2));
      const theirs = [tick(1, { expectedRevision: 2 }), sip(2, 20)];
      expect(await verdicts(tablet, theirs)).toEqual(accepted(2));
      return { mine, theirs };
    });
    expect(await verdicts(tablet, kept.theirs)).toEqual(accepted(2));
    expect(await verdicts(phone, kept.mine)).toEqual(accepted(2));
    const late = tick(2, { clientRecordedAt: new Date(Date.now() + 5_000).toISOString() });
    expect(await verdicts(tablet, [late])).toEqual(["STALE_REVISION"]);
    await afterEachRestore();
  });

  test("saves a draft again on the newest state, and what was overwritten since stays a conflict", async () => {
    let formAssignmentId = "";
    const draft = (from: Phone, goal: string, expectedRevision: number) => {
      const payload = { formAssignmentId, answers: { goal } };
      return sync(api, from, [queued("form.save-draft", payload, { expectedRevision })]);
    };
    const [last] = await restoredAfter(
      async () => {
        await draft(phone, "Ru", 1);
        await draft(phone, "Run", 2);
        const payload = { formAssignmentId, answers: { goal: "Run far" } };
        const kept = queued("form.save-draft", payload, { expectedRevision: 3 });
        expect(await verdicts(phone, [kept])).toEqual(["ACCEPTED"]);
        return [kept];
      },
      async () => {
        const { workspaceId, relationshipId } = phone.pair;
        formAssignmentId = (await buildFormAssignment(em(), { workspaceId, relationshipId })).id;
      },
    );
    if (last === undefined) throw new Error("The phone kept nothing");
    const { results } = await sync(api, phone, [last]);
    expect(results).toMatchObject([
      { status: "ACCEPTED", acceptedRevision: 2, judgedOnRevision: 1 },
    ]);
    const { results: over } = await draft(tablet, "Swim", 1);
    expect(over).toMatchObject([{ status: "CONFLICT", conflictCode: "STALE_REVISION" }]);
    await afterEachRestore();
  });

  test("has no valid cursor, checksum, digest or tag, however far counters get", async () => {
    const kept = await restoredAfter(async () => {
      const operations = [sip(2), sip(3)];
      await sync(api, phone, operations);
      const { agendaChecksum } = await readToday();
      const tag = await tagOfToday();
      const { serverCursor: since, slices } = await snapshot(api, phone);
      return { operations, agendaChecksum, tag, since, slices };
    });
    const { agendaChecksum, tag, since, slices } = kept;
    expect(refusalOf(await ask(api, phone, { since }))).toMatchObject({ status: 410 });
    await sync(api, phone, kept.operations);
    expect(await readByTag(tag)).toBe(200);
    await sync(api, tablet, [sip(4, 40)]);
    expect(refusalOf(await ask(api, phone, { since }))).toMatchObject({ status: 410 });
    const query = `?agendaChecksum=${encodeURIComponent(agendaChecksum)}`;
    expect((await readToday(query)).unchanged).toBe(false);
    const present = await readToday();
    const fresh = `?agendaChecksum=${encodeURIComponent(present.agendaChecksum)}`;
    expect((await readToday(fresh)).unchanged).toBe(true);
    expect(await readByTag(tag)).toBe(200);
    expect(await readByTag(await tagOfToday())).toBe(304);
    const digests = slices.map(({ slice, digest }) => `${slice}=${digest}`).join(",");
    const full = await snapshot(api, phone, { digests });
    expect(full.slices.map(({ slice }) => slice)).toEqual(slices.map(({ slice }) => slice));
    await afterEachRestore();
  });

  test("that registered after the backup registers again, and its queue continues", async () => {
    const kept = await restoredAfter(async () => {
      const installationId = randomUUID();
      const deviceId = await registeredDevice(api, phone.token, { installationId });
      const operations = [sip(2, 10), sip(2, 11)];
      expect(await verdicts({ ...phone, deviceId }, operations)).toEqual(accepted(2));
      return { installationId, deviceId, operations };
    });
    const unknown = await send(api, { ...phone, deviceId: kept.deviceId }, kept.operations);
    expect(refusalOf(unknown)).toMatchObject({ status: 403, code: "DEVICE_REVOKED" });
    expect(unknown.body).toMatchObject({ next: "REGISTER" });
    const { installationId } = kept;
    const deviceId = await registeredDevice(api, phone.token, { installationId });
    expect(await verdicts({ ...phone, deviceId }, kept.operations)).toEqual(accepted(2));
    await afterEachRestore();
  });
});

describe("epochs", () => {
  beforeEach(async () => {
    await restoredAfter(async () => undefined);
  });

  test("are drawn again for every scope, page by page, and once more with the next restore", async () => {
    for (let index = 0; index < 7; index += 1) await buildPhone(api, issuer);
    const before = await em().find(RelationshipScope, {});
    expect(await renewEpochs(api.deps.database.em, { page: 3 })).toBe(before.length);
    const after = await em().find(RelationshipScope, {});
    const former = new Set(before.map(({ epoch }) => epoch));
    expect(after.filter(({ epoch }) => former.has(epoch))).toEqual([]);
    expect(after.filter(({ restoredAt }) => restoredAt === null)).toEqual([]);
    await afterEachRestore();
  });

  test("are those of scopes and of inboxes; no other counter needs a new one", async () => {
    const tables = await em().execute(
      "select table_name as name from information_schema.columns where column_name = 'epoch' order by 1",
    );
    expect(tables).toEqual([{ name: "relationship_scope" }, { name: "workspace_inbox" }]);
    await afterEachRestore();
  });
});

/** Plays to a backup and beyond it. The effects of `beyond` are gone afterwards, except what phones keep. */
async function restoredAfter<Kept>(
  beyond: () => Promise<Kept>,
  before: () => Promise<void> = async () => undefined,
): Promise<Kept> {
  const database = await useOwnDatabase();
  api = await startApi({ issuer: issuer.issuer, database });
  phone = await buildPhone(api, issuer);
  tablet = { ...phone, deviceId: await registeredDevice(api, phone.token) };
  await sync(api, phone, [sip(1)]);
  await before();
  await api.close();
  backup = await copyTestDatabase(database);
  api = await startApi({ issuer: issuer.issuer, database });
  const kept = await beyond();
  await api.close();
  api = await startApi({ issuer: issuer.issuer, database: backup });
  await renewEpochs(api.deps.database.em, { page: 3 });
  return kept;
}

/** Some water, with the revision seen last and an earlier time. */
function sip(expectedRevision: number, minute = expectedRevision) {
  return queued(
    "quick-log.record-value",
    {
      taskId: phone.agenda.water.id,
      metricKind: "WATER",
      value: 100,
      unit: "ml",
      sourceType: "MANUAL",
      recordedAt: new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString(),
    },
    { expectedRevision },
  );
}

function walk(expectedRevision: number, minute: number) {
  return queued(
    "quick-log.record-value",
    {
      taskId: phone.agenda.steps.id,
      metricKind: "STEPS",
      value: 100,
      unit: "steps",
      sourceType: "MANUAL",
      recordedAt: new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString(),
    },
    { expectedRevision },
  );
}

function tick(index: number, changes: object = {}) {
  const { meal } = phone.agenda;
  const payload = { taskId: meal.id, itemId: meal.items[index]?.id };
  return queued("quick-log.complete-item", payload, changes);
}

async function verdicts(from: Phone, operations: readonly ReturnType<typeof sip>[]) {
  return (await sync(api, from, operations)).results.map(
    ({ status, rejectionCode, conflictCode }) => rejectionCode ?? conflictCode ?? status,
  );
}

async function readToday(query = "") {
  return todaySchema.parse((await api.call("GET", `/api/v1/client/today${query}`, phone)).data);
}

function callToday(headers: Readonly<Record<string, string>> = {}) {
  return api.call("GET", "/api/v1/client/today", { token: phone.token, headers });
}
