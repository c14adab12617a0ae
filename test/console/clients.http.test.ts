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
    const pageOf = (tab: string) => `/clients/${relationshipId}/${tab}`;
    const isAt = async (path: string) =>
      await page.waitForFunction(`location.pathname === ${JSON.stringify(path)}`);
    await isAt(pageOf("today"));
    await page.waitForSelector(".who h1");
    for (const [key, tab] of TABS) {
      await page.keyboard.press(key);
      await isAt(pageOf(tab));
      // The page always waits for news by one long poll.
      await page.waitForNetworkIdle({ idleTime: 200, concurrency: 1 });
      expect(await page.$$('[role="alert"]')).toEqual([]);
    }
    await page.keyboard.press("Escape");
    await isAt("/clients");
    expect(complaints).toEqual([]);
    await close();
  });
}

const TABS = [
  ["1", "today"],
  ["2", "weeks"],
  ["3", "workouts"],
  ["4", "log"],
  ["5", "forms"],
  ["6", "files"],
  ["7", "timeline"],
  ["8", "sync"],
] as const;
