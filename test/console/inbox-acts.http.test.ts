import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { eventually } from "../factories/eventually.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { chord } from "./keys.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("acts and keys of the inbox", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  /** The inbox of a coach with some tasks, in their order. */
  async function openInbox(...tasks: readonly Partial<CoachTask>[]) {
    const coach = await buildConsoleCoach(stage);
    const { email, ...owner } = coach;
    const { em } = stage.api.deps.database;
    const ids: string[] = [];
    for (const [index, changes] of tasks.entries()) {
      const dueAt = new Date(Date.now() + index * 60_000);
      ids.push((await putCoachTask(em, owner, { dueAt, ...changes })).id);
    }
    const opened = await openPage(stage, "/inbox");
    await passDoor(opened.page, email);
    await opened.page.waitForSelector('[role="row"].item');
    const read = async (index: number) =>
      await em.fork().findOneOrFail(CoachTask, ids[index] ?? "");
    return { ...opened, coach, read };
  }

  test("a digit chooses the reason of a dismissal, one that needs a note asks for it, and Ctrl Enter sends both", async () => {
    const { page, complaints, read, close } = await openInbox({});
    await openFirst(page);
    await page.keyboard.press("d");
    await page.waitForSelector('[role="dialog"] [role="option"]:focus');
    await page.keyboard.press("3");
    await page.waitForSelector('[role="option"][aria-selected="true"] ::-p-text(Handled outside)');
    expect(await checkAppearance(page, "inbox-reasons")).toEqual([]);
    await page.setViewport({ width: 1280, height: 800 });
    await chord(page, "Control", "Enter");
    await page.waitForSelector('[role="dialog"] textarea[aria-invalid="true"]:focus');
    await page.keyboard.type("Talked at 2");
    await chord(page, "Control", "Enter");
    const task = await eventually(
      () => read(0),
      ({ status }) => status === "DISMISSED",
    );
    expect([task.dismissReason, task.note]).toEqual(["HANDLED_OUTSIDE_APP", "Talked at 2"]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("after the act on the last row the focus is on the heading, and a screen reader hears that no row is left", async () => {
    const { page, close } = await openInbox({}, {});
    await openFirst(page);
    await dismiss(page);
    await page.waitForFunction("document.querySelectorAll('[role=row].item').length === 1");
    await page.waitForSelector('.item[aria-selected="true"]:focus');
    await dismiss(page);
    await page.waitForSelector(".empty ::-p-text(Nobody needs you right now)");
    await page.waitForSelector(".head h1:focus");
    await page.waitForSelector("#said ::-p-text(No row is left in this view)");
    await close();
  });

  test.each(["en", "de"])(
    "the acts of a task stand in one row at 1440 and 390 pixels, and the menu has those that do not fit (%s)",
    async (language) => {
      const { page, complaints, close } = await openInbox({});
      await page.evaluateOnNewDocument(
        `Object.defineProperty(navigator, "languages", { get: () => ["${language}"] })`,
      );
      await page.reload();
      await openFirst(page);
      await page.waitForSelector(".preview .acts .btn.go");
      for (const width of [1440, 390]) {
        await page.setViewport({ width, height: 900 });
        // It fits once the row was measured at this width.
        await page.waitForFunction(IS_ONE_ROW);
      }
      await page.setViewport({ width: 900, height: 900 });
      await page.waitForFunction(IS_ONE_ROW);
      await (await page.waitForSelector(".acts .btn.icon"))?.press("Enter");
      await page.waitForSelector('[role="menuitem"]');
      expect(complaints).toEqual([]);
      await close();
    },
  );

  test.each(["en", "de"])(
    "the head of the inbox takes two lines at most at 390 and 360 pixels, also with both counts (%s)",
    async (language) => {
      const dueAt = new Date(Date.now() - 3_600_000);
      const { page, close } = await openInbox({ severity: "URGENT", dueAt }, { dueAt });
      await page.evaluateOnNewDocument(
        `Object.defineProperty(navigator, "languages", { get: () => ["${language}"] })`,
      );
      await page.reload();
      await page.waitForSelector(".head .tag.urgent ~ .tag.warn");
      for (const width of [390, 360]) {
        await page.setViewport({ width, height: 800 });
        expect([width, await page.evaluate(HEAD_LINES)]).toEqual([width, 2]);
      }
      expect(await checkAppearance(page, `inbox-head-${language}`)).toEqual([]);
      await close();
    },
  );

  test("snoozed tasks are the last tier of all tasks, where the cursor reaches them, and H ends the snooze", async () => {
    const snoozedUntil = new Date(Date.now() + 3_600_000);
    const { page, complaints, read, close } = await openInbox(
      { severity: "URGENT" },
      { status: "SNOOZED", snoozedUntil, snoozePreset: "ONE_HOUR" },
    );
    await page.waitForSelector(".tier.snoozed ::-p-text(returns automatically)");
    await page.waitForSelector(".item.asleep .l2 ::-p-text(Returns)");
    await page.waitForSelector(".head .tag.urgent ::-p-text(1 urgent)");
    expect(await checkAppearance(page, "inbox-snoozed-tier")).toEqual([]);
    await page.setViewport({ width: 1280, height: 800 });
    await openFirst(page);
    await page.keyboard.press("j");
    await page.waitForSelector('.item.asleep[aria-selected="true"]');
    await page.waitForSelector(".preview .facts ::-p-text(Snoozed until)");
    await page.keyboard.press("h");
    await eventually(
      () => read(1),
      ({ status }) => status === "OPEN",
    );
    expect(complaints).toEqual([]);
    await close();
  });

  test("F narrows the view to one kind of task, says so, and the address keeps it until the filter is cleared", async () => {
    const { page, complaints, close } = await openInbox({}, { taskType: "FORM_REVIEW" });
    await page.keyboard.press("f");
    await page.waitForSelector('[role="dialog"] select');
    expect(await checkAppearance(page, "inbox-filter")).toEqual([]);
    await page.setViewport({ width: 1280, height: 800 });
    await page.select('[role="dialog"] select', "FORM_REVIEW");
    await (await page.waitForSelector('[role="dialog"] .btn.go'))?.press("Enter");
    await page.waitForSelector(".banner ::-p-text(Filtered: Form)");
    await page.waitForFunction("document.querySelectorAll('[role=row].item').length === 1");
    expect(new URL(page.url()).search).toBe("?type=FORM_REVIEW");
    await page.reload();
    await (await page.waitForSelector(".banner.info .btn"))?.press("Enter");
    await page.waitForFunction("document.querySelectorAll('[role=row].item').length === 2");
    expect(complaints).toEqual([]);
    await close();
  });

  test("Space opens the first row, and from a row it goes into the preview", async () => {
    const { page, close } = await openInbox({});
    await page.keyboard.press("Space");
    await page.waitForSelector('.item[aria-selected="true"]:focus');
    await page.keyboard.press("Space");
    await page.waitForSelector(".preview h2:focus");
    await close();
  });

  test("the views count what is assigned to the reader, and the preview says to whom and how the task closes", async () => {
    const { page, coach, close } = await openInbox({});
    await openFirst(page);
    await page.keyboard.press("a");
    await page.waitForSelector('[role="dialog"] [role="option"]:focus');
    await page.keyboard.press("Enter");
    await page.waitForSelector(".preview .facts ::-p-text(Assigned to)");
    await page.waitForSelector(".preview ::-p-text(Closes when a check-in is submitted)");
    await page.waitForFunction(
      `[...document.querySelectorAll(".tabs a")].some((tab) => tab.textContent === "Assigned to me1")`,
    );
    await page.waitForSelector(".preview .block .day-strip");
    expect(coach.relationshipId).toBeTruthy();
    await close();
  });

  test("an archived workspace says on every page what that means, and no act is offered", async () => {
    const { page, coach, complaints, close } = await openInbox({});
    const { em } = stage.api.deps.database;
    await em.fork().nativeUpdate(CoachWorkspace, { id: coach.workspaceId }, { status: "ARCHIVED" });
    for (const address of ["/inbox", "/clients", "/plans", "/settings/yours"]) {
      await page.goto(`${stage.api.url}${address}`);
      await page.waitForSelector(".banner ::-p-text(is archived)");
    }
    expect(await checkAppearance(page, "archived-workspace")).toEqual([]);
    await page.setViewport({ width: 1280, height: 800 });
    await page.goto(`${stage.api.url}/inbox`);
    await openFirst(page);
    await page.waitForSelector(".preview h2");
    expect(await page.$('.acts .btn:not([aria-disabled="true"]):not(.icon)')).toBeNull();
    expect(complaints).toEqual([]);
    await close();
  });
}

/** The number of lines on which the parts of the head stand: parts of one line share their middle. */
const HEAD_LINES = `[...document.querySelectorAll(".head :is(h1, .tag, .btn)")]
  .map((part) => part.getBoundingClientRect())
  .map(({ top, height }) => top + height / 2)
  .toSorted((one, other) => one - other)
  .filter((middle, at, all) => at === 0 || middle - all[at - 1] > 8).length`;

/** Each button of the acts is as high above as the first one, and none is cut off at the right. */
const IS_ONE_ROW = `(() => {
  const bar = document.querySelector(".preview .acts");
  if (bar === null) return false;
  const places = [...bar.querySelectorAll(".btn")].map((button) => button.getBoundingClientRect());
  const { right } = bar.getBoundingClientRect();
  return places.every((place) => place.top === places[0].top && place.right <= right);
})()`;

async function openFirst(page: Page): Promise<void> {
  await page.waitForSelector('[role="row"].item');
  await page.keyboard.press("j");
  await page.waitForSelector('.item[aria-selected="true"]:focus');
}

async function dismiss(page: Page): Promise<void> {
  await page.keyboard.press("d");
  await page.waitForSelector('[role="dialog"] [role="option"]:focus');
  await page.keyboard.press("Enter");
  await page.waitForFunction('document.querySelector("[role=dialog]") === null');
}
