import { expect, test } from "@jest/globals";
import type { HttpOutcome } from "../../../device/ports/http.ts";
import { firstScope, makeDeviceWorld } from "../../factories/device/device-world.ts";
import { assignForm, COMPLETE, FORM_ID } from "../../factories/device/fake-forms.ts";

const formAssignmentId = FORM_ID;

/** A phone on which requests to paths with these words never get an answer, until the test ends the silence. */
async function waiting(words: string) {
  const world = makeDeviceWorld();
  assignForm(world);
  const device = await world.open();
  await device.signIn(world.tokens());
  const forms = await (await firstScope(device)).part("forms");
  await forms.refresh();
  const serve = world.intercept;
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  let answer = () => {};
  const silence = new Promise<HttpOutcome>((resolve) => {
    answer = () => resolve({ kind: "SILENCE", reason: "UNREACHABLE" });
  });
  world.intercept = async (request) => {
    if (!request.path.includes(words) || request.method !== "POST") return await serve(request);
    isAsked();
    return await silence;
  };
  return { world, forms, asked, answer };
}

test("A client writes answers while a submission waits for the verdict on a draft", async () => {
  const { world, forms, asked, answer } = await waiting("/sync");
  await forms.write({ formAssignmentId, answers: { main_goal: "Mine" } });
  await forms.save({ formAssignmentId });
  await asked;
  const submitting = forms.submit({ formAssignmentId });

  const written = await forms.write({ formAssignmentId, answers: COMPLETE });

  const shown = await forms.form({ formAssignmentId });
  world.isOnline = false;
  answer();
  expect(written.kind).toBe("WRITTEN");
  expect(shown?.answers).toEqual(COMPLETE);
  expect((await submitting).kind).toBe("OPEN");
});

test("A client learns at once that a form is closed while the server has not answered its submission", async () => {
  const { forms, asked, answer } = await waiting("/submissions");
  await forms.write({ formAssignmentId, answers: COMPLETE });
  const submitting = forms.submit({ formAssignmentId });
  await asked;

  const written = await forms.write({ formAssignmentId, answers: {} });

  answer();
  expect(written).toEqual({ kind: "CLOSED" });
  expect((await submitting).kind).toBe("OPEN");
});
