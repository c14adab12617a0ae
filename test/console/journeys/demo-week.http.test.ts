import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import * as z from "zod";
import { tables } from "../../../db/tables.ts";
import { COACH } from "../../../tools/demo/demo-names.ts";
import { describeInChromium } from "../../harness/describe-in-chromium.ts";
import { openReader } from "../ask-api.ts";
import { putDemoTasks, seedStageDemo } from "../demo-on-stage.ts";
import { pressAt } from "../keys.ts";
import { type ConsoleStage, openPage, passDoor, startConsoleStage } from "../stage.ts";

const Counts = z.object({ badge: z.number(), snoozed: z.number() });
const Tasks = z.object({ items: z.array(z.object({ actions: z.array(z.string()) })) });
const Days = z.object({ days: z.array(z.object({ reviewedAt: z.string().nullable() })) });

describeInChromium("a coach with the demo's data", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;
  let workspaceId: string;

  beforeAll(async () => {
    stage = await startConsoleStage(executablePath);
    ({ workspaceId } = await seedStageDemo(stage));
  });
  afterAll(async () => await stage.close());

  test("a coach clears the demo's inbox by keys alone until nobody needs them, and the API has no open task and every decision", async () => {
    // Urgent ones first, and one for each act.
    await putDemoTasks(stage, workspaceId, ["URGENT", "HIGH", "HIGH", "NORMAL"]);
    const read = await openReader(stage, COACH.email);
    const inbox = `/workspaces/${workspaceId}/coach-tasks`;
    const readClosed = async () =>
      await read(`${inbox}?defaults=none&status=RESOLVED,DISMISSED`, Tasks);
    const before = await readClosed();
    // The hour of the day decides how many days wait for a review.
    const { items: open } = await read(inbox, Tasks);
    const reviews = open.flatMap(({ actions }) => (actions.includes("REVIEW") ? ["REVIEW"] : []));
    expect(reviews.length).toBeGreaterThan(0);
    const { page, complaints, close } = await openPage(stage, "/inbox");
    await passDoor(page, COACH.email);
    await page.waitForSelector('[role="row"].item');
    await page.keyboard.press("j");
    const acts: string[] = [];
    // Each act leads to the next task by itself.
    for (let left = await shownTasks(page); left > 0; left -= 1) {
      await page.waitForSelector('.item[aria-selected="true"]');
      // A review that is overdue by the hour of the day stands before other tasks.
      const others = acts.filter((act) => act !== "REVIEW");
      acts.push(await finishTask(page, others.length));
      await page.waitForFunction(`document.querySelectorAll("${OPEN_ROW}").length < ${left}`);
    }
    await page.waitForSelector(".empty ::-p-text(Nobody needs you right now)");
    expect(acts.toSorted()).toEqual(
      ["DISMISS", "RESOLVE", "RESOLVE", "SNOOZE", ...reviews].toSorted(),
    );
    expect(await read(`${inbox}/summary`, Counts)).toEqual({ badge: 0, snoozed: 1 });
    expect((await readClosed()).items).toHaveLength(before.items.length + reviews.length + 3);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a coach goes from the roster through a client's weeks and reviews each day by keys alone, and the API has every review", async () => {
    const { page, complaints, close } = await openPage(stage, "/clients");
    await passDoor(page, COACH.email);
    // Somebody whose work is reviewed needs no attention; the second view has everybody.
    await page.waitForSelector("main h1");
    await page.keyboard.press("2");
    await page.waitForSelector("tr[aria-rowindex]:not(:has(th))");
    await page.keyboard.press("j");
    await page.waitForSelector('tr[aria-selected="true"]:focus');
    await page.keyboard.press("Enter");
    await page.waitForSelector(".who h1");
    await page.keyboard.press("2");
    await pressAt(page, ".week-rows .day-button[aria-pressed]");
    await page.waitForSelector('.week-rows .day-button[aria-pressed="true"]');
    await page.waitForSelector('section[aria-live="polite"] .line');
    await page.keyboard.press("1");
    for (let day = 0; day < DAYS; day += 1) {
      if (day > 0) {
        await pressAt(page, 'a[aria-label="Day before"]');
        await page.waitForSelector(".btn.go ::-p-text(Review)");
      }
      await page.keyboard.press("e");
      await page.waitForSelector('[role="dialog"] .btn.go:focus');
      await page.keyboard.press("Enter");
      await page.waitForFunction('document.querySelector("[role=dialog]") === null');
      await page.waitForSelector("main ::-p-text(reviewed)");
    }
    const { em } = stage.api.deps.database;
    const client = await tables(em)
      .selectFrom("relationship")
      .select("id")
      .where("workspaceId", "=", workspaceId)
      .executeTakeFirst();
    const read = await openReader(stage, COACH.email);
    const summary = `/coach/relationships/${client?.id}/daily-summary?${span()}`;
    const { days } = await read(summary, Days);
    expect(days.filter(({ reviewedAt }) => reviewedAt !== null)).toHaveLength(DAYS);
    expect(complaints).toEqual([]);
    await close();
  });
}

/** Days that the small demo has played. */
const DAYS = 6;

function span(): string {
  const dateIn = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return `from=${dateIn(-8)}&to=${dateIn(1)}`;
}

/** A row that needs the coach; a snoozed one only moves to the end of the list. */
const OPEN_ROW = "[role=row].item:not(.asleep)";

const shownTasks = async (page: Page) => await page.$$eval(OPEN_ROW, (rows) => rows.length);

/** Does what the open task offers; of those without a review the third is dismissed and the fourth one snoozed. */
async function finishTask(page: Page, done: number): Promise<string> {
  const first = ".preview .acts .btn.go";
  await page.waitForSelector(first);
  const isReview = await page.evaluate(
    `document.querySelector(${JSON.stringify(first)}).textContent.includes("Review")`,
  );
  const act = isReview === true ? "REVIEW" : (["RESOLVE", "RESOLVE", "DISMISS"][done] ?? "SNOOZE");
  await page.keyboard.press(({ DISMISS: "d", SNOOZE: "h" } as const)[act] ?? "e");
  if (act === "REVIEW") return act;
  await page.waitForSelector('[role="dialog"] [role="option"]:focus');
  await page.keyboard.press(act === "SNOOZE" ? "Enter" : "End");
  if (act !== "SNOOZE") await page.keyboard.press("Enter");
  return act;
}
