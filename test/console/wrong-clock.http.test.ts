import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { eventually } from "../factories/eventually.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("a browser with a wrong clock", describeChromium);

const MINUTE_MS = 60_000;

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  test.each([
    ["ten minutes ahead", 10, 5, "due"],
    ["ten minutes behind", -10, -5, "overdue"],
  ])(
    "a coach whose clock is %s signs in, also silently, reads what is due by the right time, and snoozes for an hour",
    async (_, minutes, dueIn, says) => {
      const { email, ...owner } = await buildConsoleCoach(stage);
      const { em } = stage.api.deps.database;
      const { id } = await putCoachTask(em, owner, {
        dueAt: new Date(Date.now() + dueIn * MINUTE_MS),
      });
      const { page, close } = await openPage(stage, "/console/callback");
      await page.evaluateOnNewDocument(shiftClock(minutes * MINUTE_MS));
      await page.goto(`${stage.api.url}/inbox`);
      await passDoor(page, email);
      await page.reload();
      await page.waitForSelector('[role="row"].item');
      const due = await page.evaluate(
        "document.querySelector('.item .end').lastElementChild.textContent",
      );
      expect(String(due).split(" ")[0]).toBe(says);
      await page.keyboard.press("j");
      await page.waitForSelector('.item[aria-selected="true"]');
      await page.keyboard.press("h");
      await page.waitForSelector('[role="dialog"] [role="option"]:focus');
      await page.keyboard.press("Enter");
      const { snoozedUntil } = await eventually(
        async () => await em.fork().findOneOrFail(CoachTask, id),
        ({ status }) => status === "SNOOZED",
      );
      const left = (snoozedUntil?.getTime() ?? 0) - Date.now();
      expect(Math.abs(left - 60 * MINUTE_MS)).toBeLessThan(5 * MINUTE_MS);
      await close();
    },
  );
}

/** Has every clock of the page that can be set go wrong; the one that counts from its start goes right. */
const shiftClock = (by: number) => `{
  const Right = Date;
  globalThis.Date = class extends Right {
    constructor(...parts) {
      if (parts.length === 0) super(Right.now() + ${by});
      else super(...parts);
    }
    static now() {
      return Right.now() + ${by};
    }
  };
}`;
