import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { syncHealthSchema } from "../../contract/workouts/sync-health-schema.ts";
import { DeviceSeen } from "../../db/sync/device-seen.ts";
import { Device } from "../../db/sync/device.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { isStatement } from "../factories/db/explain.ts";
import { planActs, programContent } from "../factories/plans/plan-acts.ts";
import {
  buildPhone,
  otherToken,
  type Phone,
  refusalBody,
  refusalOf,
  registeredDevice,
  sync,
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { draftOf, putWorkout, squats } from "../factories/workouts/workouts.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
const em = () => api.deps.database.em.fork();
const stranger = await buildPhone(api, issuer);
const HOUR_MS = 3_600_000;

let phone: Phone;
beforeEach(async () => {
  phone = await buildPhone(api, issuer);
});

describe("GET .../sync-health (docs/rooms/workouts.md#sync-health)", () => {
  test("shows a phone with its last sync, and nothing else before it reported anything", async () => {
    await tap();
    const { devices, issues, messageHint } = await health();
    expect(devices).toEqual([
      {
        deviceId: phone.deviceId,
        name: null,
        platform: "IOS",
        appVersion: "1.2.3",
        buildNumber: 45,
        lastSyncAt: expect.any(String),
        outbox: null,
        refused: [],
        plan: null,
        clock: null,
      },
    ]);
    expect([issues, messageHint]).toEqual([[], null]);
  });

  test("shows model, outbox and clock as reported, and asks to open the app of a silent phone", async () => {
    const { pair } = phone;
    const token = await otherToken(issuer, pair.client, "CLIENT_MOBILE");
    const second = await registeredDevice(api, token, { model: "Pixel 9", platform: "ANDROID" });
    const lastSyncAt = new Date(Date.now() - 30 * HOUR_MS);
    await tap();
    await em().insert(DeviceSeen, {
      deviceId: second,
      lastSyncAt,
      outboxDepth: 3,
      outboxOldestAt: lastSyncAt,
      outboxRejected: 0,
      outboxConflicted: null,
      outboxReportedAt: lastSyncAt,
      outboxOldestSince: lastSyncAt,
      stuckToldAt: null,
      silentToldAt: null,
      clockOffsetMs: 41 * 60_000,
      clockRoundTripMs: null,
      clockReadAt: lastSyncAt,
    });
    const { devices, messageHint } = await health();
    expect(devices.map(({ deviceId }) => deviceId)).toEqual([phone.deviceId, second]);
    expect(devices[1]).toMatchObject({
      name: "Pixel 9",
      platform: "ANDROID",
      lastSyncAt: lastSyncAt.toISOString(),
      outbox: { depth: 3, rejected: 0, conflicted: null, reportedAt: lastSyncAt.toISOString() },
      clock: { offsetMs: 41 * 60_000, readAt: lastSyncAt.toISOString() },
    });
    expect(messageHint).toBe("ASK_TO_OPEN_APP");
  });

  test("counts refusals by their code, and shows nothing of what was sent", async () => {
    const { habit } = phone.agenda;
    const done = { taskId: habit.id };
    const stale = { expectedRevision: 9 };
    await sync(api, phone, [
      queued("quick-log.complete-task", done, stale),
      queued("quick-log.skip", { taskId: habit.id, reason: "OTHER", note: "my knee" }, stale),
      queued("quick-log.complete-task", { taskId: randomUUID() }),
    ]);
    const answer = await ask();
    const [device] = syncHealthSchema.parse(answer.data).devices;
    expect(device?.refused).toEqual(
      expect.arrayContaining([
        { status: "CONFLICT", code: "REVISION_AHEAD", count: 2, latestAt: expect.any(String) },
        { status: "REJECTED", code: "TASK_UNKNOWN", count: 1, latestAt: expect.any(String) },
      ]),
    );
    expect(answer.text).not.toContain("knee");
  });

  test("shows the revision of the program that was in force at the last sync, beside the present one", async () => {
    const acts = planActs(em());
    const { relationshipId, pair } = phone;
    const { workspaceId, coach } = pair;
    const owner = { workspaceId, relationshipId, coachUserId: coach.userId };
    const { planId, assignmentId } = await acts.give(owner, programContent());
    await tap();
    const planOf = async () => (await health()).devices[0]?.plan;
    expect(await planOf()).toMatchObject({ planId, revision: 1, presentRevision: 1 });
    await acts.publish(owner, planId, programContent(5));
    await em().execute("update plan_assignment set applied_revision = 2 where id = ?", [
      assignmentId,
    ]);
    expect(await planOf()).toMatchObject({ planId, revision: 1, presentRevision: 2 });
    await lastSync(new Date(Date.now() + 1_000));
    expect(await planOf()).toMatchObject({ revision: 2, presentRevision: 2 });
    await lastSync(new Date(Date.now() - HOUR_MS));
    expect(await planOf()).toBeNull();
  });

  test("shows a workout in conflict without its content, and the message that helps", async () => {
    const scope = { ...phone, workspaceId: phone.pair.workspaceId, timezone: "UTC" };
    const stopped = await putWorkout(em(), scope, { stopUse: true, task: null });
    await sync(api, phone, [draftOf(stopped).submit([squats("one")], { note: "MARKER" })]);
    const answer = await ask();
    expect(syncHealthSchema.parse(answer.data)).toMatchObject({
      issues: [{ kind: "SNAPSHOT_SUPERSEDED", status: "OPEN" }],
      messageHint: "ASK_TO_RESUBMIT",
    });
    expect(answer.text).not.toContain("MARKER");
  });

  test("shows no revoked phone, no phone of another client, and none after the end", async () => {
    await tap();
    await em().nativeUpdate(
      Device,
      { id: phone.deviceId },
      { status: "REVOKED", revocation: "REVOKED", revokedAt: new Date() },
    );
    const second = await registeredDevice(api, phone.token);
    expect((await health()).devices.map(({ deviceId }) => deviceId)).toEqual([second]);
    await setRelationshipStatus(em(), phone.relationshipId, "ENDED");
    const ended = await ask();
    if (ended.status === 200) expect(syncHealthSchema.parse(ended.data).devices).toEqual([]);
    else expect(ended.status).toBe(404);
  });

  test("takes as many statements for three phones as for one", async () => {
    await tap();
    const openings = async () => {
      const { sent } = await recordStatements(ask);
      return sent.filter(isStatement).map(({ text }) => text.slice(0, 40));
    };
    await openings();
    const alone = await openings();
    await registeredDevice(api, phone.token);
    await registeredDevice(api, phone.token);
    expect((await health()).devices).toHaveLength(3);
    expect(await openings()).toEqual(alone);
  });

  test("is for coaches of the workspace alone, and answers alike for foreign and unknown ones", async () => {
    expect(refusalOf(await api.call("GET", pathOf(phone.relationshipId))).status).toBe(401);
    expect(refusalOf(await ask(phone.token))).toMatchObject({
      status: 403,
      code: "APP_ROLE_MISMATCH",
    });
    const token = stranger.pair.coachToken;
    const foreign = refusalBody(await ask(token));
    expect(foreign).toMatchObject({ status: 404 });
    expect(refusalBody(await ask(token, randomUUID()))).toEqual(foreign);
  });

  test.each(["?limit=1", "?devices=all"])("refuses %s", async (query) => {
    expect((await ask(phone.pair.coachToken, phone.relationshipId, query)).status).toBe(400);
  });

  test("answers to a malformed id as to an unknown one", async () => {
    expect((await ask(phone.pair.coachToken, "nobody")).status).toBe(404);
  });
});

const pathOf = (relationshipId: string) =>
  `/api/v1/coach/relationships/${relationshipId}/sync-health`;

function ask(token = phone.pair.coachToken, of = phone.relationshipId, query = "") {
  return api.call("GET", `${pathOf(of)}${query}`, { token });
}

async function health() {
  return syncHealthSchema.parse((await ask()).data);
}

function tap() {
  const skip = { taskId: phone.agenda.habit.id, reason: "CONFUSED" };
  return sync(api, phone, [queued("quick-log.skip", skip)]);
}

function lastSync(lastSyncAt: Date) {
  return em().nativeUpdate(DeviceSeen, { deviceId: phone.deviceId }, { lastSyncAt });
}
