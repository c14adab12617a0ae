import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
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

describeInChromium("unsent text in the console", describeChromium);

/** Names of what the page keeps sealed. */
const SEALED = 'Object.keys(sessionStorage).filter((name) => name.startsWith("unsent:"))';
const NOTE = "Her knee hurts since Tuesday";

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  async function openTask() {
    const { email, ...owner } = await buildConsoleCoach(stage);
    const task = await putCoachTask(stage.api.deps.database.em, owner);
    const opened = await openPage(stage, `/inbox/${task.id}`);
    await passDoor(opened.page, email);
    await opened.page.waitForSelector(".preview h2");
    return { ...opened, taskId: task.id };
  }

  test("a note survives a lost answer and a reload, sealed, and its act is sent with the same key", async () => {
    const { page, taskId, close } = await openTask();
    const keys: string[] = [];
    let isCut = true;
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      const isAct = request.url().endsWith("/coach-tasks/bulk");
      if (isAct) keys.push(request.headers()["idempotency-key"] ?? "");
      void (isAct && isCut ? request.abort() : request.continue());
    });
    await openDialog(page);
    await page.type('[role="dialog"] textarea', NOTE);
    await choose(page);
    await eventually(
      () => Promise.resolve(keys.length),
      (count) => count === 2,
    );
    const stored = await storedText(page);
    expect(stored).toContain("unsent:");
    expect(stored).not.toMatch(/knee|Tuesday|inbox|DISMISS/i);
    await page.reload();
    await page.waitForSelector('[role="row"].item');
    await page.keyboard.press("j");
    await page.waitForSelector(".preview h2");
    isCut = false;
    await openDialog(page);
    await page.waitForFunction(`document.querySelector("textarea").value === "${NOTE}"`);
    await choose(page);
    const { em } = stage.api.deps.database;
    await eventually(
      async () => await em.fork().findOneOrFail(CoachTask, taskId),
      ({ status, note }) => status === "DISMISSED" && note === NOTE,
    );
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    await page.waitForFunction(`${SEALED}.join() === "unsent:owner"`);
    await close();
  });

  test("a sign-out removes what was typed and not sent", async () => {
    const { page, close } = await openTask();
    await openDialog(page);
    await page.type('[role="dialog"] textarea', NOTE);
    await page.waitForFunction(`${SEALED}.length === 2`);
    await page.keyboard.press("Escape");
    await page.waitForFunction('document.querySelector("[role=dialog]") === null');
    await (await page.waitForSelector("button.me"))?.press("Enter");
    await (await page.waitForSelector('[role="menuitem"]'))?.press("Enter");
    // The development provider asks before it ends the session.
    await (await page.waitForSelector("button[name=logout]"))?.press("Enter");
    await page.waitForSelector(".door");
    const stored = await storedText(page);
    expect(stored).toContain("signed-out");
    expect(stored).not.toContain("unsent:");
    await close();
  });
}

async function openDialog(page: Page): Promise<void> {
  await page.keyboard.press("d");
  await page.waitForSelector('[role="dialog"] [role="option"]');
}

/** Takes the first reason. */
async function choose(page: Page): Promise<void> {
  await page.focus('[role="dialog"] [role="option"]');
  await page.keyboard.press("Enter");
}

const storedText = async (page: Page): Promise<string> =>
  String(
    await page.evaluate(
      "JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state])",
    ),
  );
