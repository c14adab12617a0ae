import { expect, test } from "@jest/globals";
import { firstScope, makeDeviceWorld } from "../../factories/device/device-world.ts";
import { assignForm, FORM_ID } from "../../factories/device/fake-forms.ts";

const formAssignmentId = FORM_ID;

test("A client chooses between two drafts after a restore lowered the revision, and then saves without a conflict", async () => {
  const world = makeDeviceWorld();
  const form = assignForm(world);
  form.saveElsewhere({});
  form.saveElsewhere({});
  form.saveElsewhere({});
  const device = await world.open();
  await device.signIn(world.tokens());
  const forms = await (await firstScope(device)).part("forms");
  await forms.refresh();
  await forms.write({ formAssignmentId, answers: { main_goal: "Mine" } });
  await forms.save({ formAssignmentId });
  await device.sync();
  await forms.write({ formAssignmentId, answers: { main_goal: "Mine again" } });
  form.restore({ main_goal: "Restored" });
  await world.disk.open().write([{ sql: "update snapshot set revision = 0 where kind = 'form'" }]);
  const next = await world.open();
  const reopened = await (await firstScope(next)).part("forms");
  await reopened.save({ formAssignmentId });
  await next.sync();
  world.clock.advance(1000);
  await reopened.refresh();

  const shown = await reopened.form({ formAssignmentId });
  const chosen = await reopened.choose({ formAssignmentId, keep: "MINE", theirRevision: 1 });
  await next.sync();
  const afterChoice = form.answers();
  await reopened.write({ formAssignmentId, answers: { main_goal: "Newest" } });
  await reopened.save({ formAssignmentId });
  await next.sync();

  expect(shown).toMatchObject({
    state: "CONFLICT",
    conflict: {
      mine: { main_goal: "Mine again" },
      theirs: { main_goal: "Restored" },
      theirRevision: 1,
    },
  });
  expect(chosen).toBe("CHOSEN");
  expect(afterChoice).toEqual({ main_goal: "Mine again" });
  expect(form.answers()).toEqual({ main_goal: "Newest" });
});
