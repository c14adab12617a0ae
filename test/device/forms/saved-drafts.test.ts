import { expect, test } from "@jest/globals";
import { firstScope, makeDeviceWorld } from "../../factories/device/device-world.ts";
import { assignForm, FORM_ID } from "../../factories/device/fake-forms.ts";

const formAssignmentId = FORM_ID;

async function built() {
  const world = makeDeviceWorld();
  const form = assignForm(world);
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  const forms = await scope.part("forms");
  await forms.refresh();
  return { world, form, device, scope, forms };
}

test("A client saves a draft again, unchanged, after the server rejected it", async () => {
  const { world, form, device, forms } = await built();
  const { judge } = world.api;
  await forms.write({ formAssignmentId, answers: { main_goal: "Mine" } });
  world.api.judge = () => "PAYLOAD_INVALID";
  await forms.save({ formAssignmentId });
  await device.sync();
  const rejected = await forms.form({ formAssignmentId });
  world.api.judge = judge;

  const saved = await forms.save({ formAssignmentId });

  await device.sync();
  const repeated = await forms.save({ formAssignmentId });
  expect(rejected?.state).toBe("REJECTED");
  expect(saved).toBe("QUEUED");
  expect(repeated).toBe("UNCHANGED");
  expect(form.answers()).toEqual({ main_goal: "Mine" });
});

test("A draft whose second save was discarded stays on the device, and is saved again", async () => {
  const { world, form, device, scope, forms } = await built();
  await forms.write({ formAssignmentId, answers: { main_goal: "First" } });
  await forms.save({ formAssignmentId });
  await device.sync();
  world.isOnline = false;
  await forms.write({ formAssignmentId, answers: { main_goal: "Second" } });
  await forms.save({ formAssignmentId, callId: "second" });
  const centre = await scope.part("centre");
  await centre.discard({ clientOperationId: "second", mayHaveArrived: true });
  world.isOnline = true;
  await forms.refresh();

  const kept = await forms.form({ formAssignmentId });
  const saved = await forms.save({ formAssignmentId });

  await device.sync();
  expect(kept).toMatchObject({ state: "LOCAL_DRAFT", answers: { main_goal: "Second" } });
  expect(saved).toBe("QUEUED");
  expect(form.answers()).toEqual({ main_goal: "Second" });
});
