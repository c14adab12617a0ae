import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("an act on several tasks of the inbox", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  const em = () => stage.api.deps.database.em.fork();

  test.each([
    { refused: 1, says: "Dismissed 3 tasks. 1 was refused; the reason stands at its row." },
    { refused: 2, says: "Dismissed 2 tasks. 2 were refused; the reasons stand at their rows." },
    { refused: 3, says: "3 were refused; the reasons stand at their rows." },
  ])(
    "of which the API refuses $refused of four says so in the bar, and keeps these rows with the reason and the request",
    async ({ refused, says }) => {
      const { email, ...owner } = await buildConsoleCoach(stage);
      const tasks: CoachTask[] = [];
      for (let count = 0; count < ALL; count += 1) tasks.push(await putCoachTask(em(), owner, {}));
      const { page, complaints, close } = await openPage(stage, "/inbox");
      await passDoor(page, email);
      await page.waitForFunction(
        `document.querySelectorAll(${JSON.stringify(ROW)}).length === ${ALL}`,
      );
      for (let count = 0; count < ALL; count += 1) {
        await page.keyboard.press("j");
        await page.keyboard.press("x");
      }
      await page.waitForFunction(`document.querySelectorAll(".check.on").length === ${ALL}`);
      // Somebody else has changed these since the page read them.
      for (const { id } of tasks.slice(0, refused))
        await em().nativeUpdate(CoachTask, { id }, { revision: 7 });
      await page.keyboard.press("d");
      await page.waitForSelector('[role="dialog"] [role="option"]:focus');
      await page.keyboard.press("Enter");
      await page.waitForSelector(`.undo ::-p-text(${says})`);
      // Each has a request, by which support finds the refusal.
      await page.waitForFunction(
        `[...document.querySelectorAll(${JSON.stringify(`${ROW} .error`)})]
          .filter(({ textContent }) => / Request \\S+$/.test(textContent)).length === ${refused}`,
      );
      expect(await page.$$eval(ROW, (rows) => rows.length)).toBe(refused);
      expect(await em().count(CoachTask, { ...owner, status: "DISMISSED" })).toBe(ALL - refused);
      if (refused === 2) expect(await checkAppearance(page, "inbox-bulk-refused")).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
  );
}

const ALL = 4;
const ROW = '[role="row"].item';
