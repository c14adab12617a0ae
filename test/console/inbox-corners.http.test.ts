import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
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

describeInChromium("addresses and empty views of the inbox", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  async function openAt(address: (taskIds: readonly string[]) => string) {
    const { email, ...owner } = await buildConsoleCoach(stage);
    const { em } = stage.api.deps.database;
    const decided = { status: "RESOLVED", closedAt: new Date() } as const;
    const tasks = [
      await putCoachTask(em, owner, { severity: "URGENT" }),
      await putCoachTask(em, owner, { ...decided, resolutionType: "MESSAGE_SENT" }),
    ];
    const opened = await openPage(stage, address(tasks.map(({ id }) => id)));
    await passDoor(opened.page, email);
    return opened;
  }

  test("the address of a resolved task shows it with its state beside the list, and leads to the view that lists it", async () => {
    const { page, complaints, close } = await openAt(([, resolved = ""]) => `/inbox/${resolved}`);
    await page.waitForSelector(".preview .note ::-p-text(Resolved on)");
    await page.waitForSelector(".preview .note ::-p-text(Message sent)");
    expect(await page.$$eval('[role="row"].item', (rows) => rows.length)).toBe(1);
    expect(await checkAppearance(page, "inbox-away")).toEqual([]);
    await page.setViewport({ width: 1280, height: 800 });
    await (await page.waitForSelector(".preview .note .btn"))?.press("Enter");
    await page.waitForSelector('.item[aria-selected="true"]');
    expect(new URL(page.url()).search).toBe("?view=done");
    expect(complaints).toEqual([]);
    await close();
  });

  test("the address of a task that does not exist says so, and Escape leads back to the list", async () => {
    const { page, close } = await openAt(() => `/inbox/${randomUUID()}`);
    await page.waitForSelector(".preview ::-p-text(This task is not here)");
    expect(await checkAppearance(page, "inbox-not-here")).toEqual([]);
    await page.keyboard.press("Escape");
    await page.waitForFunction("location.pathname === '/inbox'");
    expect(await page.$(".preview")).toBeNull();
    await close();
  });

  test("an empty view names the urgent task that it hides, and 2 shows it", async () => {
    const { page, complaints, close } = await openAt(() => "/inbox?view=workouts");
    await page.waitForSelector(".empty ::-p-text(1 urgent task is hidden)");
    expect(await checkAppearance(page, "inbox-hidden-urgent")).toEqual([]);
    await page.keyboard.press("2");
    await page.waitForSelector(".item.urgent");
    expect(complaints).toEqual([]);
    await close();
  });

  test("the palette finds a client by a part of the name, Enter opens their page, and the name is in no address", async () => {
    const { page, complaints, close } = await openAt(() => "/inbox");
    await page.waitForSelector(".item.urgent");
    await chord(page, "Control", "k");
    await page.waitForSelector('[role="dialog"] input:focus');
    await page.keyboard.type("ana");
    await page.waitForSelector('[role="option"] ::-p-text(Client)');
    expect(await checkAppearance(page, "palette-client")).toEqual([]);
    await page.setViewport({ width: 1280, height: 800 });
    await page.keyboard.press("Enter");
    await page.waitForSelector(".who h1");
    expect(new URL(page.url()).pathname).toMatch(/^\/clients\/[^/]+\/today$/u);
    expect(page.url()).not.toMatch(/ana/iu);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a view that a coach names by keys is a tab after a reload, and a client's name is refused", async () => {
    const { page, complaints, close } = await openAt(() => "/inbox?view=unanswered&group=client");
    await page.waitForSelector(".item.urgent");
    await page.keyboard.press("v");
    await page.waitForSelector('[role="dialog"] input:focus');
    await page.keyboard.type("Ana");
    await page.keyboard.press("Enter");
    await page.waitForSelector('[role="dialog"] ::-p-text(This is the name of a client.)');
    await page.keyboard.type("lysis");
    expect(await checkAppearance(page, "inbox-save-view")).toEqual([]);
    await page.setViewport({ width: 1280, height: 800 });
    await page.keyboard.press("Enter");
    await page.waitForSelector('.tabs a[aria-current="page"] ::-p-text(Analysis)');
    await page.keyboard.press("1");
    await page.waitForFunction("location.search.includes('view=all')");
    await page.reload();
    await page.waitForSelector(".item.urgent");
    await page.keyboard.press("0");
    await page.waitForFunction("location.search === '?view=unanswered&group=client'");
    const stored = String(await page.evaluate("JSON.stringify({ ...localStorage })"));
    expect(stored).toContain("Analysis");
    expect(stored).not.toMatch(/Silva|@/);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a hidden preview says nothing of a task until Space opens it, and the next task is hidden again", async () => {
    const { page, close } = await openAt(() => "/inbox");
    await page.evaluate("localStorage.setItem('preview', 'covered')");
    await page.waitForSelector(".item.urgent");
    await page.keyboard.press("j");
    await page.waitForSelector(".preview .empty ::-p-text(Hidden)");
    expect(await checkAppearance(page, "inbox-covered")).toEqual([]);
    await page.setViewport({ width: 1280, height: 800 });
    expect(await page.$(".preview .block")).toBeNull();
    await page.keyboard.press("Space");
    await page.waitForSelector(".preview .block .lead");
    await page.keyboard.press("8");
    await page.waitForSelector(".item:not(.urgent)");
    await page.keyboard.press("j");
    await page.waitForSelector(".preview .empty ::-p-text(Hidden)");
    await close();
  });
}
