import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { CoachTaskEvent } from "../../db/inbox/coach-task-event.ts";
import { eventually } from "../factories/eventually.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { loseAnswers } from "./lose-answers.ts";
import {
  type ConsoleCoach,
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("faults under the console", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  const em = () => stage.api.deps.database.em.fork();
  const statusOf = async ({ id }: CoachTask) => (await em().findOneOrFail(CoachTask, id)).status;

  /** A coach with some tasks, the first of which is open in the page. */
  async function openTasks(count: number) {
    const coach = await buildConsoleCoach(stage);
    const tasks = await putTasks(coach, count);
    const opened = await openPage(stage, "/inbox");
    await passDoor(opened.page, coach.email);
    await openFirst(opened.page);
    return { coach, tasks, ...opened };
  }

  async function putTasks({ email: _email, ...owner }: ConsoleCoach, count: number) {
    const tasks: CoachTask[] = [];
    for (let index = 0; index < count; index += 1) {
      const dueAt = new Date(Date.now() + index * 60_000);
      tasks.push(await putCoachTask(stage.api.deps.database.em, owner, { dueAt }));
    }
    return tasks;
  }

  test("an act whose answer is lost is sent once more under its key, and happens once", async () => {
    const { page, tasks, close } = await openTasks(1);
    const lost = await loseAnswers(page, "/coach-tasks/bulk", 1);
    await dismiss(page);
    await page.waitForSelector(".undo ::-p-text(Dismissed)");
    expect(lost.keys).toHaveLength(2);
    expect(new Set(lost.keys).size).toBe(1);
    const [task] = tasks;
    expect(await em().count(CoachTaskEvent, { taskId: task?.id ?? "", type: "dismissed" })).toBe(1);
    await close();
  });

  test("an act without any answer says so, also if its row has left the list, and has happened once", async () => {
    const { page, tasks, close } = await openTasks(2);
    await loseAnswers(page, "/coach-tasks/bulk", 2);
    await dismiss(page);
    await page.waitForSelector(".undo ::-p-text(No answer. Check your connection)");
    const [task] = tasks;
    expect(await em().count(CoachTaskEvent, { taskId: task?.id ?? "", type: "dismissed" })).toBe(1);
    await close();
  });

  test("a coach without a connection sees since when, acts are off and say why, and work once the connection is back", async () => {
    const { page, tasks, close } = await openTasks(1);
    const [task] = tasks;
    if (task === undefined) throw new Error("There is no task");
    await page.setOfflineMode(true);
    await page.waitForSelector(".banner ::-p-text(No connection since)");
    await page.waitForSelector(".live ::-p-text(Offline, as of)");
    await page.waitForSelector('.acts .btn.go[data-off-reason^="There is no connection"]');
    await page.keyboard.press("d");
    await page.keyboard.press("f");
    // The key of the filter was pressed after the one of the act, which opened nothing.
    await page.waitForSelector('[role="dialog"] select');
    await page.keyboard.press("Escape");
    await page.waitForFunction('document.querySelector("[role=dialog]") === null');
    expect(await statusOf(task)).toBe("OPEN");
    await page.setOfflineMode(false);
    await page.waitForFunction("document.querySelector('.banner') === null");
    await page.waitForSelector(".live ::-p-text(Live, updated)");
    await openFirst(page);
    await dismiss(page);
    await eventually(
      () => statusOf(task),
      (status) => status === "DISMISSED",
    );
    await close();
  });

  test("an act that is off without a connection does not happen later, when its dialog is long closed", async () => {
    const coach = await buildConsoleCoach(stage);
    const { page, close } = await openPage(stage, `/clients/${coach.relationshipId}/today`);
    await passDoor(page, coach.email);
    await page.waitForSelector(".btn.go ::-p-text(Review)");
    await page.setOfflineMode(true);
    await page.keyboard.press("e");
    await page.waitForSelector('[role="dialog"] .btn.go:focus');
    await page.keyboard.press("Enter");
    await page.waitForSelector(
      '[role="dialog"] .btn.go[data-off-reason^="There is no connection"]',
    );
    await page.keyboard.press("Escape");
    await page.waitForFunction('document.querySelector("[role=dialog]") === null');
    const sent: string[] = [];
    page.on("request", (request) => void sent.push(`${request.method()} ${request.url()}`));
    await page.setOfflineMode(false);
    await page.waitForFunction("document.querySelector('.banner') === null");
    // An act that waited for the connection would be sent by then.
    await page.keyboard.press("2");
    await page.waitForSelector(".week-rows");
    expect(sent.filter((request) => request.startsWith("POST"))).toEqual([]);
    await close();
  });

  test("an act in one tab reaches the other tab of the browser by itself", async () => {
    const { page, close } = await openTasks(2);
    const other = await page.browserContext().newPage();
    await other.goto(`${stage.api.url}/inbox`);
    await other.waitForFunction("document.querySelectorAll('[role=row].item').length === 2");
    await page.bringToFront();
    await dismiss(page);
    await page.waitForSelector(".undo");
    // A tab in the background draws no frames, which a wait otherwise counts by.
    await other.waitForFunction("document.querySelectorAll('[role=row].item').length === 1", {
      polling: 200,
    });
    await close();
  });

  test("two coaches decide one task: the second one reads that it was changed meanwhile, and nothing of the first decision is lost", async () => {
    const first = await openTasks(2);
    const second = await openPage(stage, "/inbox");
    await passDoor(second.page, first.coach.email);
    // This console receives no change, as between two polls.
    await holdRequests(second.page, "/changes?");
    await openFirst(second.page);
    await dismiss(first.page);
    await first.page.waitForSelector(".undo");
    await second.page.keyboard.press("e");
    await second.page.waitForSelector('[role="dialog"] [role="option"]:focus');
    await second.page.keyboard.press("End");
    await second.page.keyboard.press("Enter");
    await second.page.waitForSelector(
      "main ::-p-text(Somebody changed it meanwhile), main ::-p-text(not in your inbox any more)",
    );
    const [task] = first.tasks;
    if (task === undefined) throw new Error("There is no task");
    expect(await statusOf(task)).toBe("DISMISSED");
    await second.close();
    await first.close();
  });
}

async function openFirst(page: Page): Promise<void> {
  await page.waitForSelector('[role="row"].item');
  await page.keyboard.press("j");
  await page.waitForSelector('.item[aria-selected="true"]');
}

async function dismiss(page: Page): Promise<void> {
  await page.keyboard.press("d");
  await page.waitForSelector('[role="dialog"] [role="option"]:focus');
  await page.keyboard.press("Enter");
}

/** Lets the requests of a path wait until the page closes. */
async function holdRequests(page: Page, path: string): Promise<void> {
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    if (!request.url().includes(path)) void request.continue();
  });
}
