import { expect, test } from "@jest/globals";
import { firstScope, makeDeviceWorld } from "../../factories/device/device-world.ts";
import { assignForm, COMPLETE, FORM_ID } from "../../factories/device/fake-forms.ts";

const formAssignmentId = FORM_ID;

test("A client reads why a submission was refused after another phone's, and discards the own answers", async () => {
  const world = makeDeviceWorld();
  const form = assignForm(world);
  const device = await world.open();
  await device.signIn(world.tokens());
  const forms = await (await firstScope(device)).part("forms");
  await forms.refresh();
  const mine = { ...COMPLETE, main_goal: "Mine" };
  world.isOnline = false;
  await forms.write({ formAssignmentId, answers: { main_goal: "Mine" } });
  await forms.save({ formAssignmentId });
  await forms.write({ formAssignmentId, answers: mine });
  await forms.submit({ formAssignmentId });
  const early = await forms.discard({ formAssignmentId });
  form.submitElsewhere(COMPLETE);
  world.isOnline = true;
  world.clock.advance(60_000);
  await device.sync();
  await forms.submit({ formAssignmentId });
  await forms.refresh();
  await forms.refresh();

  const shown = await forms.form({ formAssignmentId });
  const blocked = await device.signOut();
  const discarded = await forms.discard({ formAssignmentId });
  const again = await forms.discard({ formAssignmentId });

  expect(early).toBe("ABSENT");
  expect(shown).toMatchObject({
    state: "SUBMITTED",
    answers: COMPLETE,
    unsent: mine,
    submission: { kind: "REFUSED", code: "STATE_CONFLICT" },
  });
  expect(blocked).toMatchObject({ kind: "UNSENT" });
  expect(discarded).toBe("DISCARDED");
  expect(again).toBe("ABSENT");
  expect(await forms.form({ formAssignmentId })).toMatchObject({ unsent: null, submission: null });
  expect(await world.rows("select * from draft")).toEqual([]);
  expect(await world.rows("select status from sync_operation")).toEqual([{ status: "DISCARDED" }]);
  world.orders = [world.order()];
  expect(await device.signOut()).toEqual({ kind: "SIGNED_OUT" });
});
