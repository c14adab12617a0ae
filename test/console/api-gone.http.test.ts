import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import { CoachTaskEvent } from "../../db/inbox/coach-task-event.ts";
import { eventually } from "../factories/eventually.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { type KillableStage, startKillableStage } from "./killable-stage.ts";
import { buildConsoleCoach, openPage, passDoor } from "./stage.ts";

describeInChromium("an API that is killed under the console", describeChromium);

/** Milliseconds from the request to the kill: before, during and after the act. */
const MOMENTS = [0, 10, 25, 60, 150];

function describeChromium(executablePath: string): void {
  let stage: KillableStage;

  beforeAll(async () => void (stage = await startKillableStage(executablePath)));
  afterAll(async () => await stage.close());

  test("whenever the API is killed in the middle of an act, the coach reads how it ended, goes on after the restart, and no act happens twice", async () => {
    const { email, ...owner } = await buildConsoleCoach(stage);
    const { em } = stage.api.deps.database;
    const ids: string[] = [];
    for (const _ of MOMENTS) ids.push((await putCoachTask(em, owner, {})).id);
    const { page, close } = await openPage(stage, "/inbox");
    await passDoor(page, email);
    for (const moment of MOMENTS) {
      const sent = page.waitForRequest((request) => request.url().endsWith("/bulk"));
      await dismissFirst(page);
      await sent;
      await sleep(moment);
      await stage.kill();
      await page.waitForSelector(".undo");
      await stage.start();
      await page.goto(`${stage.api.url}/inbox`);
      await page.waitForSelector("main h1");
    }
    await page.waitForSelector('[role="row"].item, .empty');
    // The coach repeats the acts that a kill prevented.
    for (let left = await shownTasks(page); left > 0; left -= 1) {
      await dismissFirst(page);
      await page.waitForFunction(`document.querySelectorAll("[role=row].item").length < ${left}`);
    }
    // A row leaves the list before its act is answered.
    const events = await eventually(
      async () => await em.fork().find(CoachTaskEvent, { taskId: ids, type: "dismissed" }),
      (found) => found.length >= ids.length,
    );
    expect(events.map(({ taskId }) => taskId).toSorted()).toEqual(ids.toSorted());
    await close();
  });
}

async function dismissFirst(page: Page): Promise<void> {
  await page.waitForSelector('[role="row"].item');
  await page.keyboard.press("j");
  await page.waitForSelector('.item[aria-selected="true"]');
  await page.keyboard.press("d");
  await page.waitForSelector('[role="dialog"] [role="option"]:focus');
  await page.keyboard.press("Enter");
}

const shownTasks = async (page: Page) =>
  await page.$$eval('[role="row"].item', (rows) => rows.length);
