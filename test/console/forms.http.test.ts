import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { FormDefinition } from "../../db/forms/form-definition.ts";
import { FormVersion } from "../../db/forms/form-version.ts";
import { questionsOf } from "../../rules/forms/questions-of.ts";
import { eventually } from "../factories/eventually.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("the forms of the console", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  test("a coach makes a form by keys, reads a refusal at its question, solves it, saves and publishes", async () => {
    const { email, workspaceId } = await buildConsoleCoach(stage);
    const { em } = stage.api.deps.database;
    const { page, complaints, close } = await openPage(stage, "/forms");
    await passDoor(page, email);
    await page.waitForSelector(".form-row");
    await page.keyboard.press("n");
    await page.waitForSelector('[role="dialog"] input:focus');
    await page.keyboard.type("Week of the knee");
    await page.keyboard.press("Tab");
    await page.keyboard.type("How was the week?");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".form-builder");
    await page.keyboard.press("q");
    await page.waitForSelector(".form-properties textarea:focus");
    await save();
    await page.waitForSelector('.form-list .q[aria-current="true"] .error');
    expect(await checkAppearance(page, "form-refused")).toEqual([]);
    await page.keyboard.type("Where does it hurt?");
    await page.waitForFunction('document.querySelector(".form-list .error") === null');
    await save();
    const form = await eventually(
      async () =>
        await em.fork().findOneOrFail(FormDefinition, { workspaceId, title: "Week of the knee" }),
      ({ revision }) => revision === 2,
    );
    expect(questionsOf(form.draft).map(({ label }) => label)).toEqual([
      "How was the week?",
      "Where does it hurt?",
    ]);
    const publish = await page.waitForSelector(".head .btn.go:not([aria-disabled])");
    await publish?.press("Enter");
    await page.waitForSelector('[role="dialog"] .btn.go:focus');
    await page.keyboard.press("Enter");
    await eventually(
      async () => await em.fork().count(FormVersion, { formId: form.id }),
      (count) => count === 1,
    );
    await page.waitForSelector(".undo");
    // The browser reports the refusal of the API, which the page shows; nothing else.
    expect(complaints.filter((complaint) => !/status of 4\d\d/.test(complaint))).toEqual([]);
    expect(complaints.length).toBe(1);
    await close();

    async function save() {
      await page.keyboard.down("Control");
      await page.keyboard.press("s");
      await page.keyboard.up("Control");
    }
  });
}
