import { expect, test } from "@jest/globals";
import { isJsonObject, parseJson, textAt } from "../../../device/json.ts";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import type { Workouts } from "../../../device/workouts/types.ts";
import { firstScope } from "../../factories/device/device-world.ts";
import { problem, success } from "../../factories/device/fake-api.ts";
import { makeWorkoutWorld, type WorkoutWorld } from "../../factories/device/fake-workouts.ts";

test("A conflict is found after a restart, although relationship sync brought the refusal", async () => {
  const { fake, workouts, draftId } = await refusedDraft();
  const offline = await workouts.draft({ draftId });
  const restarted = await fake.open();

  expect([offline?.status, (await restarted.draft({ draftId }))?.conflict]).toMatchObject([
    "CONFLICTED",
    { conflictId: "conflict", kind: "TASK_CANCELED" },
  ]);
  fake.world.isOnline = false;
  expect(await restarted.conflicts()).toMatchObject({
    read: "OFFLINE",
    conflicts: [{ conflict: { conflictId: "conflict" }, isOwnDraft: true }],
  });
});

test("Only the server ends a conflict by time: the phone's clock deletes nothing, an expired conflict does", async () => {
  const { fake, draftId } = await refusedDraft();
  fake.world.clock.jump(400 * 86_400_000);
  const kept = await (await fake.open()).draft({ draftId });
  fake.conflicts = [conflictOf(draftId, "RESOLVED", "EXPIRED")];
  // The next read is one that the server hints at.
  await forgetConflicts(fake);
  const workouts = await fake.open();
  const pruned = await workouts.draft({ draftId });
  const device = await fake.world.open();

  expect([kept?.status, pruned]).toEqual(["CONFLICTED", null]);
  expect((await device.state()).needsAttention).toBe(0);
  const { scopeId } = await firstScope(device);
  expect(await checkLaw(fake.world.disk.open(), scopeId)).toBeNull();
});

test("A conflict that was refreshed on another phone leaves the draft editable here", async () => {
  const { fake, draftId } = await refusedDraft();
  fake.conflicts = [conflictOf(draftId, "RESOLVED", "REFRESH")];
  await forgetConflicts(fake);
  const workouts = await fake.open();

  expect(await workouts.draft({ draftId })).toMatchObject({
    status: "LOCAL_IN_PROGRESS",
    conflict: null,
    refusal: null,
  });
});

test("A conflict that ended before does not end the conflict of a later submit whose verdict arrives during the read", async () => {
  const { fake, draftId } = await refusedDraft();
  fake.conflicts = [conflictOf(draftId, "RESOLVED", "REFRESH")];
  await forgetConflicts(fake);
  const workouts = await fake.open();
  await workouts.submit({ draftId, callId: "submit-2" });
  const device = await fake.world.open();
  await device.sync();
  // The list of open conflicts is older than the verdict.
  const restarted = await fake.open();
  await restarted.conflicts();

  expect(
    await fake.world.rows(
      "select client_operation_id as id, status from sync_operation where client_operation_id glob 'submit*'",
    ),
  ).toEqual([
    { id: "submit", status: "DISCARDED" },
    { id: "submit-2", status: "CONFLICTED" },
  ]);
  expect((await restarted.draft({ draftId }))?.status).toBe("CONFLICTED");
  const { scopeId } = await firstScope(await fake.world.open());
  expect(await checkLaw(fake.world.disk.open(), scopeId)).toBeNull();
});

test("A choice without a connection says that nothing is stored, and one that the kind lacks is refused", async () => {
  const { fake, workouts, draftId } = await refusedDraft();
  await workouts.conflicts();
  const lacking = await workouts.resolve({ conflictId: "conflict", choice: "RESUBMIT" });
  fake.world.isOnline = false;
  const offline = await workouts.resolve({ conflictId: "conflict", choice: "DISCARD" });

  expect([lacking, offline]).toEqual([{ kind: "CHANGED" }, { kind: "NOT_READ", read: "OFFLINE" }]);
  expect((await workouts.draft({ draftId }))?.status).toBe("CONFLICTED");
});

test("A choice that waits for the server is queued once, however often the person taps it, and another comes too late", async () => {
  const { fake } = await refusedDraft();
  const { world } = fake;
  fake.conflicts = fake.conflicts.map((one) => ({ ...one, options: ["RESUBMIT", "DISCARD"] }));
  const { intercept } = world;
  world.intercept = (request) =>
    request.method === "POST" && request.path.endsWith("/sync")
      ? { kind: "SILENCE", reason: "UNREACHABLE" }
      : intercept(request);
  await forgetConflicts(fake);
  const workouts = await fake.open();
  const choose = async (choice: "RESUBMIT" | "DISCARD") =>
    await whileTimePasses(fake, workouts.resolve({ conflictId: "conflict", choice }));
  const outcomes = [await choose("RESUBMIT"), await choose("RESUBMIT"), await choose("DISCARD")];

  expect(outcomes).toEqual([{ kind: "OFFLINE" }, { kind: "OFFLINE" }, { kind: "CHANGED" }]);
  expect(
    await world.rows(
      "select operation_type as type, resubmit_of as replaces from sync_operation where status in ('QUEUED', 'SYNCING')",
    ),
  ).toEqual([{ type: "workout.submit-session", replaces: "submit" }]);
});

test("A choice after another one whose answer was lost is not announced as resolved, because the other one counts", async () => {
  const { fake } = await refusedDraft();
  const { world } = fake;
  fake.conflicts = [conflictOf("elsewhere", "OPEN", null)];
  await forgetConflicts(fake);
  const workouts = await fake.open();
  const { intercept } = world;
  let isLost = true;
  world.intercept = (request) => {
    if (!request.path.endsWith("/resolve")) return intercept(request);
    if (isLost) return { kind: "SILENCE", reason: "UNREACHABLE" };
    const resolution = memberOf(request.body, "resolution");
    return success({ conflict: conflictOf("elsewhere", "RESOLVED", resolution), packages: [] });
  };
  const refreshed = await workouts.resolve({ conflictId: "conflict", choice: "REFRESH" });
  isLost = false;
  const discarded = await workouts.resolve({ conflictId: "conflict", choice: "DISCARD" });

  expect([refreshed, discarded]).toEqual([{ kind: "OFFLINE" }, { kind: "CHANGED" }]);
});

test("A choice about a draft is made only once another one, which the server may have received, is answered", async () => {
  const { fake, draftId } = await refusedDraft();
  const { world } = fake;
  await forgetConflicts(fake);
  const workouts = await fake.open();
  const { intercept } = world;
  world.intercept = (request) =>
    request.path.endsWith("/resolve")
      ? { kind: "SILENCE", reason: "UNREACHABLE" }
      : intercept(request);

  const refreshed = await workouts.resolve({ conflictId: "conflict", choice: "REFRESH" });
  const discarded = await workouts.resolve({ conflictId: "conflict", choice: "DISCARD" });

  expect([refreshed, discarded]).toEqual([
    { kind: "OFFLINE" },
    { kind: "NOT_READ", read: "OFFLINE" },
  ]);
  expect((await workouts.draft({ draftId }))?.status).toBe("CONFLICTED");
  expect(
    await world.rows("select 1 from sync_operation where status in ('QUEUED', 'SYNCING')"),
  ).toEqual([]);
});

test("A refresh comes too late once the operation of another choice waits for its verdict", async () => {
  const { fake } = await refusedDraft();
  const { world } = fake;
  await forgetConflicts(fake);
  const workouts = await fake.open();
  const { intercept } = world;
  world.intercept = (request) =>
    request.method === "POST" && request.path.endsWith("/sync")
      ? { kind: "SILENCE", reason: "UNREACHABLE" }
      : intercept(request);
  await whileTimePasses(fake, workouts.resolve({ conflictId: "conflict", choice: "DISCARD" }));

  expect(await workouts.resolve({ conflictId: "conflict", choice: "REFRESH" })).toEqual({
    kind: "CHANGED",
  });
  expect(await world.rows("select 1 from online_act")).toEqual([]);
});

test("A refused choice forgets no open conflict, and the next read replaces what is known of it", async () => {
  const { fake } = await refusedDraft();
  const { world } = fake;
  fake.conflicts = [conflictOf("elsewhere", "OPEN", null)];
  await forgetConflicts(fake);
  const workouts = await fake.open();
  const { intercept } = world;
  world.intercept = (request) =>
    request.path.endsWith("/resolve") ? problem({ code: "STATE_CONFLICT" }) : intercept(request);

  const refused = await workouts.resolve({ conflictId: "conflict", choice: "REFRESH" });
  world.isOnline = false;
  const kept = await workouts.conflicts();
  world.isOnline = true;
  fake.conflicts = [];
  const read = await workouts.conflicts();

  expect(refused).toEqual({ kind: "CHANGED" });
  expect(kept.conflicts).toHaveLength(1);
  expect(read).toEqual({ read: "READ", conflicts: [] });
});

test("A choice is sent as the device that is registered at that moment, also after the former one was revoked", async () => {
  const { fake } = await refusedDraft();
  const { world } = fake;
  fake.conflicts = [conflictOf("elsewhere", "OPEN", null)];
  await forgetConflicts(fake);
  const workouts = await fake.open();
  const { intercept } = world;
  const sentAs: unknown[] = [];
  world.intercept = (request) => {
    if (!request.path.endsWith("/resolve")) return intercept(request);
    const resolution = memberOf(request.body, "resolution");
    sentAs.push(memberOf(request.body, "deviceId"));
    if (sentAs.length === 1) return { kind: "SILENCE", reason: "TIMEOUT" };
    return sentAs.length === 2
      ? problem({ code: "DEVICE_REVOKED" })
      : success({ conflict: conflictOf("elsewhere", "RESOLVED", resolution), packages: [] });
  };

  const lost = await workouts.resolve({ conflictId: "conflict", choice: "REFRESH" });
  const resolved = await workouts.resolve({ conflictId: "conflict", choice: "REFRESH" });

  const [row] = await world.rows("select device_id from device_metadata");
  expect([lost, resolved]).toEqual([{ kind: "OFFLINE" }, { kind: "RESOLVED" }]);
  expect(sentAs[1]).toBe(sentAs[0]);
  expect(sentAs[2]).toBe(row?.["device_id"]);
});

test("After a purge no file holds a word of a draft or a package, and only an order that deletes the queue deletes drafts", async () => {
  const fake = await makeWorkoutWorld();
  const { world } = fake;
  const workouts = await fake.open();
  const started = await workouts.start({ taskId: TASK_ID });
  const draftId = started.kind === "STARTED" ? started.draftId : "";
  await workouts.writeNote({ draftId, note: WORD });
  const stored = await everyValue(fake);
  const device = await world.open();
  world.orders = [world.order()];

  expect(await device.signOut(9)).toEqual({ kind: "SIGNED_OUT" });
  expect(await world.rows("select * from draft")).toEqual([]);
  expect(await world.rows("select * from snapshot")).toEqual([]);
  for (const text of [stored, await everyValue(fake)])
    for (const word of [WORD, "Squat", "Legs"]) expect(text).not.toContain(word);
});

const TASK_ID = "018f0000-0000-7000-8000-0000000000e1";
const WORD = "a word that only the person knows";

/** A draft whose submit the server refused. */
async function refusedDraft(): Promise<{
  readonly fake: WorkoutWorld;
  readonly workouts: Workouts;
  readonly draftId: string;
}> {
  const fake = await makeWorkoutWorld();
  const { world } = fake;
  const workouts = await fake.open();
  const started = await workouts.start({ taskId: TASK_ID });
  const draftId = started.kind === "STARTED" ? started.draftId : "";
  world.api.judge = ({ operationType }) =>
    operationType === "workout.submit-session" ? "TASK_CANCELED" : "ACCEPTED";
  await workouts.submit({ draftId, callId: "submit" });
  fake.conflicts = [conflictOf(draftId, "OPEN", null)];
  const device = await world.open();
  await device.sync();
  return { fake, workouts: await (await firstScope(device)).part("workouts"), draftId };
}

/** A text in the body of a request. */
function memberOf(body: string | undefined, name: string): string | null {
  const parsed = parseJson(body ?? "");
  return isJsonObject(parsed) ? textAt(parsed, name) : null;
}

function conflictOf(
  clientSessionId: string,
  status: "OPEN" | "RESOLVED",
  resolution: string | null,
) {
  return {
    conflictId: "conflict",
    kind: "TASK_CANCELED",
    status,
    options: status === "OPEN" ? ["REFRESH", "DISCARD"] : [],
    resolution,
    localReference: { clientSessionId, clientOperationId: "submit", frozenRevision: 2 },
    serverReference: { sessionId: null, packageId: null, taskId: null, revision: null },
  };
}

async function forgetConflicts({ world }: WorkoutWorld): Promise<void> {
  await world.disk.open().write([{ sql: `delete from snapshot where kind = 'workout-conflict'` }]);
}

/** Lets seconds pass until the answer is there. */
async function whileTimePasses<Answer>(
  { world }: WorkoutWorld,
  pending: Promise<Answer>,
): Promise<Answer> {
  const wait = { isOver: false };
  const answer = pending.finally(() => {
    wait.isOver = true;
  });
  for (let seconds = 0; !wait.isOver && seconds < 120; seconds += 1) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    world.clock.advance(1_000);
  }
  return await answer;
}

/** Every value of every table, with blobs read as text. */
async function everyValue({ world }: WorkoutWorld): Promise<string> {
  const tables = await world.rows("select name from sqlite_schema where type = 'table'");
  const rows = await Promise.all(
    tables.map(async ({ name }) => await world.rows(`select * from ${String(name)}`)),
  );
  return rows
    .flat()
    .flatMap((row) => Object.values(row))
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : String(value)))
    .join("\n");
}
