import { expect, test } from "@jest/globals";
import { checkLaw } from "../../device/lanes/verdicts/check-law.ts";
import {
  type DeviceWorld,
  firstScope,
  makeDeviceWorld,
  tap,
} from "../factories/device/device-world.ts";
import { assignForm, COMPLETE, FORM_ID } from "../factories/device/fake-forms.ts";
import { makeWorkoutWorld } from "../factories/device/fake-workouts.ts";

const ABOUT_TASK = { operationType: "today.complete", payload: { taskId: "task" } };

/** A phone with actions that were not sent. */
async function offline(...ids: readonly string[]) {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  world.isOnline = false;
  const scope = await firstScope(device);
  for (const clientOperationId of ids) await scope.enqueue({ ...ABOUT_TASK, clientOperationId });
  return { world, device, scope };
}

async function loseKey(world: DeviceWorld): Promise<void> {
  for (const row of await world.rows("select queue_key from cache_scope"))
    await world.vault.removeKey(String(row["queue_key"]));
}

const sentIds = ({ api }: DeviceWorld) =>
  api.batches.flatMap(({ operations }) => operations.map((one) => one.clientOperationId));

test("Actions whose key is gone are shown as unreadable, count separately and hold back only their dependants", async () => {
  const { world, scope: before } = await offline("lost");
  await before.enqueue({ ...tap("child"), dependsOn: ["lost"] });
  await loseKey(world);
  const device = await world.open();
  const scope = await firstScope(device);
  await scope.enqueue({ ...ABOUT_TASK, clientOperationId: "later" });
  await scope.enqueue({ ...tap("needs-it"), dependsOn: ["lost"] });
  const state = await device.state();
  world.isOnline = true;
  await device.sync();

  expect(state).toMatchObject({ waiting: 2, unreadable: 2 });
  expect(sentIds(world)).toEqual(["later"]);
  expect(await scope.operations()).toMatchObject([
    { clientOperationId: "lost", status: "QUEUED", waitsFor: "UNREADABLE", payload: null },
    { clientOperationId: "child", status: "QUEUED", waitsFor: "UNREADABLE" },
    { clientOperationId: "later", status: "ACCEPTED" },
    { clientOperationId: "needs-it", status: "QUEUED", waitsFor: "DEPENDENCY" },
  ]);
  const centre = await scope.part("centre");
  const together = ["child", "needs-it"];
  const outcome = await centre.discard({
    clientOperationId: "lost",
    together,
    mayHaveArrived: true,
  });
  expect(outcome).toMatchObject({ kind: "DISCARDED" });
  expect(await device.state()).toMatchObject({ waiting: 0, unreadable: 0 });
  expect(await checkLaw(world.disk.open(), scope.scopeId)).toBeNull();
});

test("An unreadable action that a killed process was sending can be discarded, and a workout's one too", async () => {
  const { world, scope: before } = await offline("sending");
  const payload = { clientSessionId: "session" };
  await before.enqueue({
    operationType: "workout.start-session",
    payload,
    clientOperationId: "workout",
  });
  await loseKey(world);
  await world.disk.open().write([{ sql: "update sync_operation set status = 'SYNCING'" }]);
  const device = await world.open();
  const centre = await (await firstScope(device)).part("centre");

  for (const clientOperationId of ["sending", "workout"])
    expect(await centre.discard({ clientOperationId, mayHaveArrived: true })).toMatchObject({
      kind: "DISCARDED",
    });
});

test("A key that gets lost while the app runs stops nothing that is queued afterwards", async () => {
  const { world, device, scope } = await offline("lost");
  await loseKey(world);
  await scope.enqueue({ ...ABOUT_TASK, clientOperationId: "later" });
  world.isOnline = true;
  await device.sync();

  expect(sentIds(world)).toEqual(["later"]);
  expect(await device.state()).toMatchObject({ waiting: 0, unreadable: 1 });
  expect(await scope.operations()).toMatchObject([
    { waitsFor: "UNREADABLE" },
    { status: "ACCEPTED" },
  ]);
});

test("Unreadable work does not keep a person from signing out, and the order deletes it", async () => {
  const { world, device } = await offline("lost");
  await loseKey(world);
  world.isOnline = true;
  const later = await world.open();
  world.orders = [world.order()];

  expect(await later.signOut()).toEqual({ kind: "SIGNED_OUT" });
  expect(await world.rows("select 1 from sync_operation")).toEqual([]);
  await device.close();
});

test("Drafts whose key is gone make room for new ones, and stay until the person discards them", async () => {
  const { world, open } = await makeWorkoutWorld();
  const taskId = "018f0000-0000-7000-8000-0000000000e1";
  await (await open()).start({ taskId });
  assignForm(world);
  const forms = await (await firstScope(await world.open())).part("forms");
  await forms.refresh();
  await forms.write({ formAssignmentId: FORM_ID, answers: { main_goal: "Lost" } });
  world.isOnline = false;
  await loseKey(world);
  const device = await world.open();
  const scope = await firstScope(device);

  const centre = await scope.part("centre");
  const lost = await centre.unreadable();
  expect(new Set(lost.map(({ what, type }) => `${what} ${type}`))).toEqual(
    new Set(["DRAFT FORM", "DRAFT WORKOUT"]),
  );
  const workouts = await scope.part("workouts");
  expect(await workouts.list()).toMatchObject({ drafts: [] });
  expect(await workouts.start({ taskId })).toMatchObject({ kind: "STARTED" });
  const answers = { main_goal: "Again" };
  const written = await scope.part("forms");
  expect(await written.write({ formAssignmentId: FORM_ID, answers })).toMatchObject({
    kind: "WRITTEN",
  });
  for (const { id } of lost) expect(await centre.discardUnreadable({ id })).toBe("DISCARDED");
  expect(await centre.unreadable()).toEqual([]);
  expect(await world.rows("select 1 from draft")).toHaveLength(2);
});

test("An open online act whose key is gone ends as unreadable, and the person can act again", async () => {
  const world = makeDeviceWorld();
  const form = assignForm(world);
  const device = await world.open();
  await device.signIn(world.tokens());
  const forms = await (await firstScope(device)).part("forms");
  await forms.refresh();
  await forms.write({ formAssignmentId: FORM_ID, answers: COMPLETE });
  world.isOnline = false;
  await forms.submit({ formAssignmentId: FORM_ID });
  await loseKey(world);
  const later = await world.open();
  const scope = await firstScope(later);
  const again = await scope.part("forms");

  expect(await later.state()).toMatchObject({ waiting: 0 });
  expect(await again.form({ formAssignmentId: FORM_ID })).not.toMatchObject({
    state: "SUBMITTING",
  });
  const centre = await scope.part("centre");
  expect((await centre.unreadable()).map(({ type }) => type)).toContain("form.submit");
  world.isOnline = true;
  await again.write({
    formAssignmentId: FORM_ID,
    answers: { ...COMPLETE, main_goal: "Once more" },
  });
  await again.submit({ formAssignmentId: FORM_ID });
  expect(form.answers()).toMatchObject({ main_goal: "Once more" });
});
