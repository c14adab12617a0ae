import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { insertInboxChanges } from "../../db/inbox/changes/insert-inbox-changes.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { eventually } from "../factories/eventually.ts";
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

describeInChromium("the inbox of the console", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  async function openInbox(count: number) {
    const coach = await buildConsoleCoach(stage);
    const { em } = stage.api.deps.database;
    const { email: _email, ...owner } = coach;
    const tasks: CoachTask[] = [];
    for (let index = 0; index < count; index += 1)
      tasks.push(await putCoachTask(em, owner, { dueAt: new Date(Date.now() + index * 60_000) }));
    const opened = await openPage(stage, "/inbox");
    await passDoor(opened.page, coach.email);
    await opened.page.waitForSelector('[role="row"].item');
    const statusOf = async (index: number) => {
      const id = tasks[index]?.id ?? "";
      return (await em.fork().findOneOrFail(CoachTask, id)).status;
    };
    return { ...opened, statusOf };
  }

  test("a coach dismisses the first task by keys alone, and an undo that is refused says why", async () => {
    const { page, complaints, statusOf, close } = await openInbox(2);
    await page.keyboard.press("j");
    await page.waitForSelector('.item[aria-selected="true"]');
    await page.keyboard.press("d");
    await page.waitForSelector('[role="dialog"] [role="option"]');
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await eventually(
      () => statusOf(0),
      (status) => status === "DISMISSED",
    );
    await page.waitForSelector(".undo .btn");
    await page.keyboard.press("z");
    await page.waitForSelector(".undo ::-p-text(Its cause is gone)");
    expect(await statusOf(0)).toBe("DISMISSED");
    expect(complaints).toEqual([]);
    await close();
  });

  test("two picked tasks are snoozed together and brought back together, and a third one stays", async () => {
    const { page, statusOf, close } = await openInbox(3);
    await page.keyboard.press("j");
    await page.waitForSelector('.item[aria-selected="true"]');
    await page.keyboard.press("x");
    await page.keyboard.down("Shift");
    await page.keyboard.press("J");
    await page.keyboard.up("Shift");
    await page.waitForFunction('document.querySelectorAll(".check.on").length === 2');
    await page.keyboard.press("h");
    await page.waitForSelector('[role="dialog"] [role="option"]');
    await page.keyboard.press("Enter");
    await eventually(
      async () => await Promise.all([0, 1, 2].map(statusOf)),
      (statuses) => statuses.join() === "SNOOZED,SNOOZED,OPEN",
    );
    await page.waitForSelector(".undo .btn");
    await page.keyboard.press("z");
    await eventually(
      async () => await Promise.all([0, 1, 2].map(statusOf)),
      (statuses) => statuses.join() === "OPEN,OPEN,OPEN",
    );
    await close();
  });

  test("a task that arrives while the list is open waits until the coach asks for it, and Escape closes an open one", async () => {
    const coach = await buildConsoleCoach(stage);
    const { em } = stage.api.deps.database;
    const { email, ...owner } = coach;
    await putCoachTask(em, owner, { dueAt: new Date(Date.now() + 60_000) });
    const { page, close } = await openPage(stage, "/inbox");
    await passDoor(page, email);
    await page.waitForSelector('[role="row"].item');
    const id = (await putCoachTask(em, owner, { dueAt: new Date() })).id;
    const place = { id, workspaceId: coach.workspaceId };
    await transact(em, (tx) =>
      insertInboxChanges(executorOf(tx), [place], { now: new Date(), isReload: false }),
    );
    await page.waitForSelector(".banner ::-p-text(1 new row)");
    expect(await page.$$eval('[role="row"].item', (rows) => rows.length)).toBe(1);
    await page.keyboard.press("n");
    await page.waitForFunction("document.querySelectorAll('[role=row].item').length === 2");
    await page.keyboard.press("j");
    await page.waitForSelector('.item[aria-selected="true"]');
    await page.keyboard.press("Escape");
    await page.waitForFunction("location.pathname === '/inbox'");
    await close();
  });

  test("a coach turns single keys off in the list of all keys, and a reload keeps that", async () => {
    const { page, close } = await openInbox(1);
    await page.keyboard.press("?");
    expect(await checkAppearance(page, "all-keys")).toEqual([]);
    await (await page.waitForSelector('[role="dialog"] [role="switch"]'))?.click();
    await page.keyboard.press("Escape");
    await page.waitForFunction('document.querySelector("[role=dialog]") === null');
    await page.reload();
    await page.waitForSelector('[role="row"].item');
    await page.keyboard.press("j");
    // Keys with Ctrl still act, so the page has handled both by then.
    await page.keyboard.down("Control");
    await page.keyboard.press("k");
    await page.keyboard.up("Control");
    await page.waitForSelector('[role="dialog"] input');
    expect(await page.$('.item[aria-selected="true"]')).toBeNull();
    await close();
  });

  test("axe finds nothing in list, preview and dialog, wide and narrow, light and dark", async () => {
    const { page, close } = await openInbox(2);
    expect(await checkAppearance(page, "inbox-list")).toEqual([]);
    await page.keyboard.press("j");
    await page.waitForSelector(".preview h2");
    expect(await checkAppearance(page, "inbox-preview")).toEqual([]);
    await page.keyboard.press("d");
    await page.waitForSelector('[role="dialog"] [role="option"]');
    expect(await checkAppearance(page, "inbox-dismiss")).toEqual([]);
    await close();
  });
}
