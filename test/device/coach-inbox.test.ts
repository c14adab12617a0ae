import { expect, test } from "@jest/globals";
import { checkLaw } from "../../device/lanes/verdicts/check-law.ts";
import type { Device } from "../../device/types.ts";
import {
  makeCoachWorld,
  relationshipId,
  taskOf,
  TOKENS,
  WORKSPACE_ID,
} from "../factories/device/coach-world.ts";
import { problem } from "../factories/device/fake-api.ts";

const CLIENT = relationshipId(1);

async function shown(device: Device) {
  const view = await (await device.part("inbox")).list();
  if (view === null) throw new Error("The inbox was never read");
  return view;
}

test("A coach reads the inbox with its badge, and sees it with its age without a connection", async () => {
  const world = makeCoachWorld();
  world.tasks = [taskOf("first", 1), taskOf("second", 2, { status: "SNOOZED" })];
  const before = await world.signedIn();
  const unread = await (await before.part("inbox")).list();
  await before.sync();
  const readAt = world.clock.now();
  world.isOnline = false;
  world.clock.advance(60_000);
  const device = await world.open();
  const inbox = await device.part("inbox");

  expect(unread).toBeNull();
  expect(await inbox.refresh()).toBe("OFFLINE");
  expect(await inbox.list()).toMatchObject({
    workspaceId: WORKSPACE_ID,
    readAt,
    isComplete: true,
    counts: { badge: 1, snoozed: 1 },
    badge: { accepted: 1, expected: 1 },
    rows: [
      { taskId: "first", scopeId: CLIENT, isListed: true, readAt, expected: null, waiting: [] },
      { taskId: "second", scopeId: relationshipId(2), accepted: { status: "SNOOZED" } },
    ],
  });
  expect(await inbox.clients()).toMatchObject([
    { scopeId: CLIENT, displayName: "Client 1", status: "ACTIVE" },
    { scopeId: relationshipId(2), displayName: "Client 2" },
  ]);
  expect(await inbox.workspaces()).toEqual([{ workspaceId: WORKSPACE_ID, name: "Practice" }]);
});

test("An act without a connection is expected at once, leaves the badge, and is sent once through the client's scope", async () => {
  const world = makeCoachWorld();
  world.tasks = [taskOf("first"), taskOf("second", 2)];
  const before = await world.signedIn();
  await before.sync();
  world.isOnline = false;
  const act = {
    act: "RESOLVE",
    taskId: "first",
    resolutionType: "NUDGE_SENT",
    callId: "resolve-first",
  } as const;
  const inbox = await before.part("inbox");
  const queued = await inbox.act(act);
  const again = await inbox.act(act);

  const device = await world.open();
  const offline = await shown(device);
  world.isOnline = true;
  world.tasks = [taskOf("second", 2)];
  await device.sync();
  const online = await shown(device);

  expect([queued, again]).toEqual([
    { clientOperationId: "resolve-first", scopeId: CLIENT },
    { clientOperationId: "resolve-first", scopeId: CLIENT },
  ]);
  expect(offline.badge).toEqual({ accepted: 2, expected: 1 });
  expect(offline.rows[0]).toMatchObject({
    accepted: { status: "OPEN" },
    expected: { status: "RESOLVED", sure: true },
    waiting: ["resolve-first"],
  });
  expect(world.api.effects).toEqual(["resolve-first"]);
  expect(world.api.batches.at(-1)?.operations).toMatchObject([
    {
      operationType: "inbox.resolve",
      expectedRevision: 1,
      payload: { taskId: "first", resolutionType: "NUDGE_SENT" },
    },
  ]);
  expect(online.rows.map(({ taskId }) => taskId)).toEqual(["second"]);
  expect(online.badge).toEqual({ accepted: 1, expected: 1 });
  expect(await checkLaw(world.disk.open(), CLIENT)).toBeNull();
});

test("A conflict shows who acted first and how, and a resubmitted act replaces it", async () => {
  const world = makeCoachWorld();
  world.tasks = [taskOf("first")];
  const device = await world.signedIn();
  await device.sync();
  const at = "2026-01-05T08:30:00.000Z";
  world.api.judge = ({ clientOperationId }) =>
    clientOperationId === "late"
      ? {
          status: "CONFLICT",
          receiptId: "receipt",
          conflictCode: "STATE_CONFLICT",
          category: "STALE_REVISION",
          message: "Somebody else has changed it.",
          latestRevision: 2,
          allowedResolutions: ["RESUBMIT", "DISCARD"],
          conflict: { changedFields: ["status"], changedBy: "COACH", changedAt: at },
          canonicalIds: [],
          refetch: [],
        }
      : "ACCEPTED";
  const changed = { assignedCoach: { userId: "other", displayName: "Bea" }, revision: 2 };
  world.tasks = [taskOf("first", 1, { status: "RESOLVED", ...changed })];
  const step = { type: "resolved", at, actor: { kind: "COACH", userId: "other" } };
  world.histories.set("first", [{ ...step, resolutionType: "MESSAGE_SENT", reopenReason: null }]);
  const inbox = await device.part("inbox");
  await inbox.act({ act: "SNOOZE", taskId: "first", snoozePreset: "ONE_HOUR", callId: "late" });
  await device.sync();
  const conflicted = await inbox.task({ taskId: "first" });
  await inbox.act({ act: "UNDO", taskId: "first", callId: "again", resubmitOf: "late" });
  await device.sync();

  expect(conflicted).toMatchObject({
    isListed: false,
    accepted: { status: "RESOLVED" },
    detail: { taskId: "first" },
    refused: [
      {
        clientOperationId: "late",
        operationType: "inbox.snooze",
        status: "CONFLICTED",
        code: "STATE_CONFLICT",
        message: "Somebody else has changed it.",
        latestRevision: 2,
        allowedResolutions: ["RESUBMIT", "DISCARD"],
        changed: {
          by: "COACH",
          at,
          type: "resolved",
          resolutionType: "MESSAGE_SENT",
          userId: "other",
          isOwn: false,
          displayName: "Bea",
        },
        payload: { snoozePreset: "ONE_HOUR" },
      },
    ],
  });
  expect((await device.state()).needsAttention).toBe(0);
  expect(world.api.effects).toEqual(["again"]);
});

test("A client who is not listed any more is locked with the queue, and another client's scope goes on", async () => {
  const world = makeCoachWorld();
  world.tasks = [taskOf("first"), taskOf("second", 2)];
  const device = await world.signedIn();
  await device.sync();
  world.isOnline = false;
  const inbox = await device.part("inbox");
  await inbox.act({ act: "START", taskId: "first", callId: "ended" });
  await inbox.act({ act: "START", taskId: "second", callId: "open" });
  world.isOnline = true;
  world.clients = world.clients.slice(1);
  world.tasks = [taskOf("second", 2, { status: "IN_PROGRESS", revision: 2 })];
  world.intercept = ({ path, method }) =>
    method === "POST" && path.includes(CLIENT) ? problem({ code: "NOT_FOUND" }) : null;
  await device.sync();

  expect(await inbox.clients()).toMatchObject([
    { scopeId: CLIENT, status: "LOCKED" },
    { status: "ACTIVE" },
  ]);
  const [ended, open] = await device.scopes();
  expect(await ended?.operations()).toMatchObject([{ status: "QUEUED", waitsFor: "NO_ACCESS" }]);
  expect(await open?.operations()).toMatchObject([{ status: "ACCEPTED" }]);
  expect((await shown(device)).rows.map(({ taskId }) => taskId)).toEqual(["second", "first"]);
});

test("A relationship that ended is deleted by its order alone, and the rest of the inbox stays", async () => {
  const world = makeCoachWorld();
  world.tasks = [taskOf("first"), taskOf("second", 2)];
  const device = await world.signedIn();
  await device.sync();
  world.clients = world.clients.slice(1);
  world.tasks = [taskOf("second", 2)];
  world.orders = [
    world.order({
      trigger: "RELATIONSHIP_END",
      scope: { kind: "RELATIONSHIP", workspaceId: WORKSPACE_ID, relationshipId: CLIENT },
    }),
  ];
  await device.sync();
  await device.sync();

  expect((await device.scopes()).map(({ scopeId }) => scopeId)).toEqual([relationshipId(2)]);
  expect(await world.rows(`select 1 from snapshot where scope_id = '${CLIENT}'`)).toEqual([]);
  expect(await shown(device)).toMatchObject({
    rows: [{ taskId: "second" }],
    badge: { accepted: 1 },
  });
});

test("A draft is kept through a kill, stays on the device, and ends with its act", async () => {
  const world = makeCoachWorld();
  world.tasks = [taskOf("first")];
  const before = await world.signedIn();
  await before.sync();
  const writing = await before.part("inbox");
  const fields = { dismissReason: "HANDLED_OUTSIDE_APP", note: "spoke on the ph" };
  await writing.saveDraft({ taskId: "first", act: "DISMISS", fields });
  await writing.saveDraft({
    taskId: "first",
    act: "DISMISS",
    fields: { ...fields, note: "spoke on the phone" },
  });
  const device = await world.open();
  const inbox = await device.part("inbox");
  const kept = await inbox.draft({ taskId: "first" });
  await inbox.act({ act: "PIN", taskId: "first" });
  const row = (await shown(device)).rows[0];
  const dismissal = { dismissReason: "HANDLED_OUTSIDE_APP", note: "spoke on the phone" } as const;
  await inbox.act({ act: "DISMISS", taskId: "first", ...dismissal });

  expect(kept).toMatchObject({
    scopeId: CLIENT,
    act: "DISMISS",
    fields: { note: "spoke on the phone" },
    seenRevision: 1,
  });
  expect(row).toMatchObject({ hasDraft: true, expected: { isPinned: true, status: "OPEN" } });
  expect(await inbox.draft({ taskId: "first" })).toBeNull();
  expect(await inbox.discardDraft({ taskId: "first" })).toBe("ABSENT");
  expect(JSON.stringify(await world.rows("select * from draft"))).toBe("[]");
});

test("After a restore of the server a coach's accepted acts are sent again, even if a kill delays that", async () => {
  const world = makeCoachWorld();
  world.tasks = [taskOf("first"), taskOf("second", 2)];
  const before = await world.signedIn();
  await before.sync();
  await (await before.part("inbox")).act({ act: "START", taskId: "first", callId: "start" });
  await before.sync();
  let isSyncSilent = true;
  world.intercept = ({ method, path }) => {
    if (path.includes("/changes?")) return problem({ code: "CURSOR_EXPIRED" });
    if (method !== "GET" || !path.includes("/sync?")) return null;
    if (isSyncSilent) return { kind: "SILENCE", reason: "UNREACHABLE" };
    return path.includes("since=") ? problem({ code: "CURSOR_EXPIRED" }) : null;
  };
  await before.sync();
  const device = await world.open();
  isSyncSilent = false;
  const readBefore = world.log.length;
  await device.sync();
  await device.sync();

  expect(world.api.batches.map(({ operations }) => operations.length)).toEqual([1, 1]);
  expect(world.api.effects).toEqual(["start"]);
  const read = world.log.slice(readBefore).filter((path) => path.endsWith("/sync"));
  expect(read.some((path) => path.includes(relationshipId(2)))).toBe(false);
  expect(await checkLaw(world.disk.open(), CLIENT)).toBeNull();
});

test("A read that an order overtakes stores nothing about the client", async () => {
  const world = makeCoachWorld();
  world.tasks = [taskOf("first"), taskOf("second", 2)];
  const device = await world.signedIn();
  const order = { kind: "RELATIONSHIP", workspaceId: WORKSPACE_ID, relationshipId: CLIENT };
  world.api.purgeOrders = [world.order({ trigger: "RELATIONSHIP_END", scope: order })];
  let isRead = false;
  world.intercept = async ({ path }) => {
    if (!path.endsWith("/summary") || isRead) return null;
    isRead = true;
    world.clients = world.clients.slice(1);
    await device.signIn(TOKENS);
    return null;
  };
  const outcome = await (await device.part("inbox")).refresh();

  expect(outcome).toBe("READ");
  expect(await world.rows("select distinct id from snapshot where kind = 'coach_task'")).toEqual([
    { id: "second" },
  ]);
});

test("A row about a client whom the device does not know yet appears once the clients are read", async () => {
  const world = makeCoachWorld(1);
  world.tasks = [taskOf("first"), taskOf("second", 2)];
  const device = await world.signedIn();
  const inbox = await device.part("inbox");
  await inbox.refresh();
  const before = await shown(device);
  world.clients = makeCoachWorld(2).clients;
  await device.sync();

  expect(before.rows.map(({ taskId }) => taskId)).toEqual(["first"]);
  expect((await shown(device)).rows.map(({ taskId }) => taskId)).toEqual(["first", "second"]);
});

test("A coach without a membership has no account here, and no scope is made", async () => {
  const world = makeCoachWorld();
  world.intercept = ({ path }) =>
    path === "/api/v1/auth/me" ? problem({ code: "FORBIDDEN" }) : null;
  const device = await world.open();

  expect(await device.signIn({ accessToken: "a", refreshToken: "r", expiresInSeconds: 60 })).toBe(
    "NO_ACCOUNT",
  );
  expect(await device.scopes()).toEqual([]);
});
