import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("the clients of the console", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  test("a coach opens a client from the roster, walks through every tab and returns by keys alone", async () => {
    const { email, relationshipId, ...owner } = await buildConsoleCoach(stage);
    await putCoachTask(stage.api.deps.database.em, { relationshipId, ...owner }, {});
    const { page, complaints, close } = await openPage(stage, "/clients");
    await passDoor(page, email);
    await page.waitForSelector("tr[aria-rowindex]:not(:has(th)) .why b");
    await page.keyboard.press("j");
    await page.waitForSelector('tr[aria-selected="true"]:focus');
    await page.keyboard.press("Enter");
    const base = `/clients/${relationshipId}`;
    const isAt = async (path: string) =>
      await page.waitForFunction(`location.pathname === ${JSON.stringify(path)}`);
    await isAt(`${base}/today`);
    await page.waitForSelector(".who h1");
    const tabs = ["today", "weeks", "workouts", "log", "forms", "sync"];
    for (const [place, tab] of tabs.entries()) {
      await page.keyboard.press(String(place + 1));
      await isAt(`${base}/${tab}`);
      await page.waitForNetworkIdle({ idleTime: 200 });
      expect(await page.$$('[role="alert"]')).toEqual([]);
    }
    await page.keyboard.press("Escape");
    await isAt("/clients");
    expect(complaints).toEqual([]);
    await close();
  });
}
