import { expect, test } from "@jest/globals";
import type { CentreEntry } from "../../../device/centre/types.ts";
import type { Action } from "../../../device/outbox/types.ts";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import { firstScope, makeDeviceWorld, tap } from "../../factories/device/device-world.ts";

/** A phone on which the server judges the first entry with a result, and accepts later ones. */
async function judged(result: object, action: Action = tap("refused")) {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  world.api.judge = ({ clientOperationId }) =>
    clientOperationId === action.clientOperationId
      ? { receiptId: "018f0000-0000-7000-8000-0000000000e1", acceptedRevision: null, ...result }
      : "ACCEPTED";
  const scope = await firstScope(device);
  const { clientOperationId } = await scope.enqueue(action);
  // The verdict arrives, and the read after it is lost.
  world.intercept = ({ method }) =>
    method === "GET" ? { kind: "SILENCE", reason: "UNREACHABLE" } : null;
  await device.sync();
  world.intercept = () => null;
  const centre = await scope.part("centre");
  const entry = async (id = clientOperationId): Promise<CentreEntry> => {
    const { entries } = await centre.entries();
    const found = entries.find((one) => one.clientOperationId === id);
    if (found === undefined) throw new Error(`There is no entry ${id}`);
    return found;
  };
  const sent = (id: string) =>
    world.api.batches
      .flatMap(({ operations }) => operations)
      .find((operation) => operation.clientOperationId === id);
  return { world, device, scope, centre, entry, sent, call: { clientOperationId } };
}

const CONFLICT = {
  status: "CONFLICT",
  category: "STALE_REVISION",
  conflictCode: "STALE_REVISION",
  message: "This was changed elsewhere in the meantime.",
  allowedResolutions: ["REFRESH", "RESUBMIT", "DISCARD"],
  rebaseable: true,
  latestRevision: 7,
  refetch: [{ entityType: "agenda_task", entityId: "t", path: "/t", reason: "STALE" }],
  conflict: {
    changedFields: ["instructions"],
    sinceRevision: 1,
    changedBy: "COACH",
    changedAt: "2026-01-05T07:30:00.000Z",
    writeSetsTouch: false,
    rebaseRevision: 7,
  },
};

const refusal = (code: string, category: string, ...allowedResolutions: string[]) => ({
  status: "REJECTED",
  category,
  rejectionCode: code,
  message: "No.",
  allowedResolutions,
  refetch: [],
});

test("A conflict says what changed and by whom, and is read before it can be resolved", async () => {
  const { world, centre, entry, call } = await judged(CONFLICT);
  world.isOnline = false;

  const unread = await entry();
  const offline = await centre.resubmit(call);
  world.isOnline = true;
  const outcome = await centre.refetch();
  const read = await entry();
  const queued = await centre.resubmit({ ...call, callId: "again" });

  expect(unread).toMatchObject({
    group: "ATTENTION",
    acts: ["REFETCH", "DISCARD"],
    said: { code: "STALE_REVISION", message: CONFLICT.message, locale: "en" },
    changed: { fields: ["instructions"], by: "COACH", rebaseable: true, isRead: false },
  });
  expect(offline).toEqual({ kind: "READ_FIRST", reason: "OFFLINE" });
  expect(outcome).toBe("READ");
  expect(read).toMatchObject({
    acts: ["RESUBMIT", "REFETCH", "DISCARD"],
    changed: { isRead: true },
  });
  expect(queued).toEqual({ kind: "QUEUED", clientOperationId: "again" });
});

test("A conflict for which the server names nothing to read counts as read after the next read of its scope", async () => {
  const { centre, entry } = await judged({ ...CONFLICT, refetch: [] });
  const unread = await entry();
  await centre.refetch();

  expect([unread.changed?.isRead, (await entry()).changed?.isRead]).toEqual([false, true]);
});

test("A conflict that is sent again replaces the refused entry, on the newest revision, once for a repeated call", async () => {
  const { world, device, scope, centre, entry, sent, call } = await judged(CONFLICT);
  const again = { ...call, callId: "again" };

  const outcomes = [await centre.resubmit(again), await centre.resubmit(again)];
  await device.sync();

  const queued = { kind: "QUEUED", clientOperationId: "again" };
  expect(outcomes).toEqual([queued, queued]);
  expect(sent("again")).toMatchObject({
    operationType: "today.complete",
    payload: { taskId: "task-of-refused" },
    resubmitOf: "refused",
    expectedRevision: 7,
  });
  expect(await entry()).toMatchObject({ group: "DONE", replacedBy: "again", acts: [] });
  expect(await entry("again")).toMatchObject({ status: "ACCEPTED", replaces: "refused" });
  expect((await device.state()).needsAttention).toBe(0);
  expect(await checkLaw(world.disk.open(), scope.scopeId)).toBeNull();
});

test("Two quick taps on sending again queue one replacement", async () => {
  const { device, centre, call } = await judged(CONFLICT);

  const outcomes = await Promise.all([
    centre.resubmit({ ...call, callId: "first" }),
    centre.resubmit({ ...call, callId: "second" }),
  ]);
  await device.sync();

  expect(outcomes).toEqual([
    { kind: "QUEUED", clientOperationId: "first" },
    { kind: "NOT_ALLOWED" },
  ]);
  expect((await centre.entries()).counts).toMatchObject({ attention: 0, accepted: 1 });
});

test("A read of the scope by any screen counts as reading the conflict, unless it failed", async () => {
  const { world, scope, entry } = await judged(CONFLICT);
  world.isOnline = false;
  await scope.refresh();
  expect(await entry()).toMatchObject({ changed: { isRead: false } });

  world.isOnline = true;
  await scope.refresh();

  expect(await entry()).toMatchObject({ changed: { isRead: true } });
});

test("An entry on a replaced task is sent again on the task and item that replaced it", async () => {
  const replacement = { taskId: "new-task", itemId: "new-item", revision: 3 };
  const { device, centre, sent, call } = await judged(
    {
      ...CONFLICT,
      category: "SUPERSEDED_ASSIGNMENT",
      conflictCode: "TASK_SUPERSEDED",
      rebaseable: false,
      conflict: { ...CONFLICT.conflict, rebaseRevision: null, supersededBy: replacement },
    },
    {
      clientOperationId: "refused",
      operationType: "quick-log.complete-item",
      payload: { taskId: "old-task", itemId: "old-item" },
      expectedRevision: 1,
    },
  );
  await centre.resubmit({ ...call, callId: "again" });
  await device.sync();

  expect(sent("again")).toMatchObject({
    payload: { taskId: "new-task", itemId: "new-item" },
    expectedRevision: 3,
  });
});

test("A payload that the server refused is sent again only with a correction", async () => {
  const { device, centre, entry, sent, call } = await judged(
    refusal("VALUE_OUT_OF_RANGE", "PAYLOAD_INVALID", "RESUBMIT", "DISCARD"),
  );
  expect(await entry()).toMatchObject({ acts: ["CORRECT", "DISCARD"] });

  const same = await centre.resubmit(call);
  const payload = { taskId: "task-of-refused", confirmed: true };
  const corrected = await centre.resubmit({ ...call, payload, callId: "again" });
  await device.sync();

  expect(same).toEqual({ kind: "CORRECT_FIRST" });
  expect(corrected.kind).toBe("QUEUED");
  expect(sent("again")).toMatchObject({ payload, resubmitOf: "refused" });
});

test.each([
  ["a closed task", ["REFRESH", "DISCARD"], ["REFETCH", "DISCARD"]],
  ["a refusal that may only be read again", ["REFRESH"], ["REFETCH"]],
  ["an answer of a server that names no choice", [], ["DISCARD"]],
  ["a choice that this version does not know", ["ESCALATE", "DISCARD"], ["DISCARD"]],
])("The acts of %s are only those that the receipt allows", async (_what, allowed, acts) => {
  const { centre, entry, call } = await judged(
    refusal("TASK_CLOSED", "LIFECYCLE_CLOSED", ...allowed),
  );
  expect((await entry()).acts).toEqual(acts);
  expect(await centre.resubmit(call)).toEqual({ kind: "NOT_ALLOWED" });
});

test("An undo is never sent again, and a workout is decided in the workout", async () => {
  const answer = refusal("UNDO_TARGET_UNKNOWN", "PAYLOAD_INVALID", "RESUBMIT", "DISCARD");
  const undo = {
    clientOperationId: "u",
    operationType: "quick-log.undo",
    payload: { taskId: "t" },
  };
  const set = { clientOperationId: "w", operationType: "workout.upsert-set", payload: {} };

  expect((await (await judged(answer, undo)).entry()).acts).toEqual(["DISCARD"]);
  const workout = await judged({ ...answer, rejectionCode: "SKIP_NOT_ALLOWED" }, set);
  expect((await workout.entry()).acts).toEqual(["OPEN_WORKOUT", "DISCARD"]);
  expect(await workout.centre.resubmit(workout.call)).toEqual({ kind: "NOT_ALLOWED" });
});

test("An entry refused for its parent is sent again after the replacement of that parent", async () => {
  const child = { ...tap("child"), dependsOn: ["parent"] };
  const { world, device, scope, centre, sent } = await judged({}, tap("nothing"));
  world.api.judge = ({ clientOperationId: id }) => {
    if (id === "parent") return { ...CONFLICT, receiptId: "018f0000-0000-7000-8000-0000000000e2" };
    return id === "child" ? "DEPENDENCY_REFUSED" : "ACCEPTED";
  };
  await scope.enqueue(tap("parent"));
  await scope.enqueue(child);
  await device.sync();

  await centre.resubmit({ clientOperationId: "parent", callId: "parent-again" });
  await centre.resubmit({ clientOperationId: "child", callId: "child-again" });
  await device.sync();

  expect(sent("child-again")).toMatchObject({ dependsOn: ["parent-again"], resubmitOf: "child" });
});

test("Entries are grouped: refused ones newest first, waiting ones in the order of sending, and counts cover all", async () => {
  const { world, device, scope, centre } = await judged(
    refusal("TASK_CLOSED", "LIFECYCLE_CLOSED", "DISCARD"),
  );
  await scope.enqueue(tap("accepted"));
  await device.sync();
  world.isOnline = false;
  for (const id of ["first", "second"]) await scope.enqueue(tap(id));

  const { entries, counts } = await centre.entries();

  expect(entries.map(({ group, clientOperationId }) => `${group} ${clientOperationId}`)).toEqual([
    "ATTENTION refused",
    "WAITING first",
    "WAITING second",
    "DONE accepted",
  ]);
  expect(counts).toEqual({ attention: 1, waiting: 2, done: 1, accepted: 1 });
});

test("A provisional answer of the server is shown while the entry waits, with the time of the next try", async () => {
  const { world, entry } = await judged({
    status: "REFETCH_REQUIRED",
    receiptId: null,
    category: "SERVER_REQUIRES_REFETCH",
    rejectionCode: "TEMPORARILY_UNPROCESSED",
    message: "Later.",
    allowedResolutions: ["RETRY"],
    retryAfterSeconds: 60,
    refetch: [],
  });

  expect(await entry()).toMatchObject({
    group: "WAITING",
    wait: { reason: "RETRY_AT", retryAt: world.clock.now() + 60_000, retries: 1 },
    said: { code: "TEMPORARILY_UNPROCESSED", message: "Later.", receiptId: null },
    acts: ["DISCARD"],
    mayHaveArrived: true,
  });
});
