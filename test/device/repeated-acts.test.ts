import { expect, test } from "@jest/globals";
import type { Action } from "../../device/outbox/types.ts";
import { makeCoachWorld, relationshipId, taskOf } from "../factories/device/coach-world.ts";
import { firstScope, makeDeviceWorld, tap } from "../factories/device/device-world.ts";
import { assignForm, FORM_ID } from "../factories/device/fake-forms.ts";
import { makeWorkoutWorld } from "../factories/device/fake-workouts.ts";
import { typedSet } from "../factories/device/training-phone.ts";

const TAKEN = { name: "ActionFault", code: "ID_TAKEN" };
const STORED =
  "select client_operation_id, operation_type, object_id, resubmit_of, envelope from sync_operation";
const QUEUE = "select client_operation_id as id, operation_type as type from sync_operation";

const FIRST: Action = { ...tap("one"), payload: { taskId: "task", value: 1 } };

test.each([
  ["type", { operationType: "today.skip" }],
  ["object", { payload: { taskId: "another", value: 1 } }],
  ["payload", { payload: { taskId: "task", value: 2 } }],
  ["replaced operation", { resubmitOf: "zero" }],
] as const)(
  "An action with the id of another one is refused if its %s differs, and changes nothing",
  async (_what, change) => {
    const world = makeDeviceWorld();
    const device = await world.open();
    await device.signIn(world.tokens());
    const scope = await firstScope(device);
    world.isOnline = false;
    await scope.enqueue(FIRST);
    const before = await world.rows(STORED);

    await expect(scope.enqueue({ ...FIRST, ...change })).rejects.toMatchObject(TAKEN);

    await scope.enqueue(FIRST);
    expect(await world.rows(STORED)).toEqual(before);
    expect(await world.rows("select enqueued from cache_scope")).toEqual([{ enqueued: 1 }]);
  },
);

test("An action with the id of one in another client's scope is refused, also while both are being queued", async () => {
  const world = makeCoachWorld();
  world.tasks = [taskOf("first", 1), taskOf("second", 2)];
  const device = await world.signedIn();
  await device.sync();
  world.isOnline = false;
  const scopes = await device.scopes();
  const payload = { taskId: "first" };
  const action = { operationType: "inbox.start", payload, clientOperationId: "one" };

  const ends = await Promise.allSettled(scopes.map(async (scope) => await scope.enqueue(action)));

  expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(ends.find(({ status }) => status === "rejected")).toMatchObject({ reason: TAKEN });
  expect(await world.rows("select total(enqueued) as made from cache_scope")).toEqual([
    { made: 1 },
  ]);
});

test("A coach's act with the id of another act is refused, and a repeated one is the same act after its row left", async () => {
  const world = makeCoachWorld();
  world.tasks = [taskOf("first", 1), taskOf("second", 2)];
  const device = await world.signedIn();
  await device.sync();
  const inbox = await device.part("inbox");
  const act = {
    act: "DISMISS",
    taskId: "first",
    dismissReason: "NOT_RELEVANT",
    callId: "one",
  } as const;
  const queued = await inbox.act(act);
  await device.sync();
  world.tasks = [taskOf("second", 2)];
  await device.sync();

  expect(await inbox.act(act)).toEqual(queued);
  const others = [
    { act: "START", taskId: "first", callId: "one" },
    { act: "DISMISS", taskId: "second", dismissReason: "NOT_RELEVANT", callId: "one" },
    { ...act, note: "Another" },
  ] as const;
  for (const other of others) await expect(inbox.act(other)).rejects.toMatchObject(TAKEN);
  const review = { scopeId: relationshipId(1), localDate: "2026-01-05", callId: "one" };
  await expect(
    inbox.reviewDay({ ...review, agendaVersion: 1, seenAt: "2026-01-05T08:00:00.000Z" }),
  ).rejects.toMatchObject(TAKEN);
});

test("A workout act with the id of another act is refused, and the repeated one is the same act", async () => {
  const { world, open } = await makeWorkoutWorld();
  const workouts = await open();
  world.isOnline = false;
  const taskId = "018f0000-0000-7000-8000-0000000000e1";
  const started = await workouts.start({ taskId, callId: "start" });
  const draftId = started.kind === "STARTED" ? started.draftId : "";
  const sets = [typedSet("pull-1", "pull")];
  await workouts.recordSets({ draftId, sets, callId: "sets" });
  await workouts.skipExercise({ draftId, exerciseKey: "squat", reason: "BUSY", note: null });
  const before = await world.rows(STORED);
  const refused = { kind: "REFUSED", code: "ID_TAKEN" };

  expect(await workouts.start({ taskId, callId: "start" })).toEqual(started);
  expect(await workouts.recordSets({ draftId, sets, callId: "sets" })).toMatchObject({
    kind: "DONE",
    operationId: "sets",
  });
  await expect(workouts.start({ taskId, callId: "sets" })).rejects.toMatchObject(TAKEN);
  await expect(workouts.start({ taskId: "other", callId: "start" })).rejects.toMatchObject(TAKEN);
  const typed = [typedSet("pull-2", "pull")];
  expect(await workouts.recordSets({ draftId, sets: typed, callId: "sets" })).toEqual(refused);
  expect(await workouts.submit({ draftId, callId: "sets" })).toEqual(refused);
  expect(await workouts.submit({ draftId, callId: "start" })).toEqual(refused);
  expect(await world.rows(STORED)).toEqual(before);
});

test("A saved form under the id of another act is refused, and a late repeat of a save saves nothing again", async () => {
  const world = makeDeviceWorld();
  assignForm(world);
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  const forms = await scope.part("forms");
  await forms.refresh();
  await scope.enqueue(tap("tapped"));
  const formAssignmentId = FORM_ID;
  await forms.write({ formAssignmentId, answers: { main_goal: "First" } });

  await expect(forms.save({ formAssignmentId, callId: "tapped" })).rejects.toMatchObject(TAKEN);
  expect(await forms.save({ formAssignmentId, callId: "save" })).toBe("QUEUED");
  await forms.write({ formAssignmentId, answers: { main_goal: "Second" } });
  expect(await forms.save({ formAssignmentId, callId: "save" })).toBe("QUEUED");
  expect((await world.rows(QUEUE)).map(({ id }) => id)).toEqual(["tapped", "save"]);
});

test("A correction of a refused entry under a known id is refused if it says something else", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  world.api.judge = ({ clientOperationId }) =>
    clientOperationId === "one" ? "PAYLOAD_INVALID" : "ACCEPTED";
  const scope = await firstScope(device);
  await scope.enqueue(FIRST);
  await device.sync();
  const centre = await scope.part("centre");
  const call = { clientOperationId: "one", callId: "two", payload: { taskId: "task", value: 3 } };
  const queued = await centre.resubmit(call);

  expect(queued).toEqual({ kind: "QUEUED", clientOperationId: "two" });
  expect(await centre.resubmit(call)).toEqual(queued);
  await expect(
    centre.resubmit({ ...call, payload: { taskId: "task", value: 4 } }),
  ).rejects.toMatchObject(TAKEN);
});
