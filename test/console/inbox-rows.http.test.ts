import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { COACH } from "../../tools/demo/demo-names.ts";
import { putMessageTask } from "../factories/inbox/coach-phone.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { seedStageDemo } from "./demo-on-stage.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("rows of the inbox with the demo's data", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => {
    stage = await startConsoleStage(executablePath);
    await seedStageDemo(stage);
  });
  afterAll(async () => await stage.close());

  test.each(["en", "de"])(
    "each row shows one fact in bold, and the preview the days of the client (%s)",
    async (language) => {
      const { page, complaints, close } = await openPage(stage, "/inbox");
      await page.evaluateOnNewDocument(
        `Object.defineProperty(navigator, "languages", { get: () => ["${language}"] })`,
      );
      await page.reload();
      await passDoor(page, COACH.email);
      await page.waitForSelector('[role="row"].item');
      expect(await page.$$eval(".item .l2", (rows) => rows.length)).toBeGreaterThan(0);
      expect(await page.$(".item .l2:not(:has(b)), .item .l2 b ~ b")).toBeNull();
      await page.keyboard.press("j");
      await page.waitForSelector(".preview .day-strip");
      await page.waitForFunction('document.querySelector(".loading, .skel") === null');
      expect(await checkAppearance(page, `inbox-rows-${language}`)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  test("after an act on several tasks of which one is refused, the undo brings back the others", async () => {
    const { email, ...owner } = await buildConsoleCoach(stage);
    const { em } = stage.api.deps.database;
    // A message still waits for its reply, so an undone dismissal leaves its task something to do.
    for (let count = 0; count < 3; count += 1) await putMessageTask(em, owner);
    const { page, complaints, close } = await openPage(stage, "/inbox");
    await passDoor(page, email);
    await page.waitForFunction(SHOWS_ALL);
    const name = String(await page.evaluate(FIRST_NAME));
    for (let count = 0; count < 2; count += 1) {
      await page.keyboard.press("j");
      await page.keyboard.press("x");
    }
    await page.waitForFunction('document.querySelectorAll(".check.on").length === 2');
    // Somebody else has changed the last one since the page read it.
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await em.fork().nativeUpdate(CoachTask, { id }, { revision: 99 });
    await page.keyboard.press("d");
    await page.waitForSelector('[role="dialog"] [role="option"]:focus');
    await page.keyboard.press("Enter");
    await page.waitForSelector(`.undo ::-p-text(Dismissed: ${name}. 1 was refused)`);
    await page.keyboard.press("z");
    await page.waitForSelector(`.undo ::-p-text(Undone: ${name})`);
    await page.waitForFunction(SHOWS_ALL);
    const tasks = await em.fork().find(CoachTask, { ...owner }, { orderBy: { revision: "asc" } });
    expect(tasks.map(({ status, reopenReason }) => [status, reopenReason])).toEqual([
      ["OPEN", null],
      ["OPEN", "UNDONE"],
      ["OPEN", null],
    ]);
    expect(complaints).toEqual([]);
    await close();
  });

  test.each([
    ["en", "A form was submitted and nobody has looked at it."],
    ["de", "Ein Formular wurde abgegeben, und niemand hat es angesehen."],
  ])(
    "a task without facts says its reason in the language of the reader, in its row and in its preview (%s)",
    async (language, says) => {
      const { email, ...owner } = await buildConsoleCoach(stage);
      await putCoachTask(stage.api.deps.database.em, owner, {
        taskType: "FORM_REVIEW",
        sourceKind: "FORM",
        summary: { code: "FORM_SUBMITTED", counts: { occurrences: 1 } },
      });
      const { page, complaints, close } = await openPage(stage, "/inbox");
      await page.evaluateOnNewDocument(
        `Object.defineProperty(navigator, "languages", { get: () => ["${language}"] })`,
      );
      await page.reload();
      await passDoor(page, email);
      await page.waitForSelector(`.item .l2 ::-p-text(${says})`);
      await page.keyboard.press("j");
      await page.waitForSelector(`.preview .lead ::-p-text(${says})`);
      expect(complaints).toEqual([]);
      await close();
    },
  );
}

/** True if the page shows the three tasks that the test put into its inbox. */
const SHOWS_ALL = `document.querySelectorAll('[role="row"].item').length === 3`;

const FIRST_NAME = `document.querySelector(".item .l1 b").textContent`;
