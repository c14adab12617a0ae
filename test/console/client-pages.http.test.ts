import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import * as z from "zod";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { tables } from "../../db/tables.ts";
import { COACH } from "../../tools/demo/demo-names.ts";
import type { SeededDemo } from "../../tools/demo/seed-demo.ts";
import { signIn } from "../../tools/stack/sign-in.ts";
import { CLIENT_TABS } from "../../web/client/client-tabs.ts";
import { buildCoach, buildIdentity, buildRelationship } from "../factories/accounts/identity.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { seedStageDemo } from "./demo-on-stage.ts";
import { pressAt } from "./keys.ts";
import { settlePage } from "./settle-page.ts";
import { type ConsoleStage, openPage, passDoor, startConsoleStage } from "./stage.ts";

describeInChromium("the pages of clients", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;
  let demo: SeededDemo;

  beforeAll(async () => {
    stage = await startConsoleStage(executablePath);
    demo = await seedStageDemo(stage);
  });
  afterAll(async () => await stage.close());

  test("a coach who never had a client is led to invite the first one or to import a file, from one place", async () => {
    const { email } = await buildCoachOnStage();
    const { page, complaints, close } = await openPage(stage, "/clients");
    await passDoor(page, email);
    await page.waitForSelector(".empty h2 ::-p-text(Invite your first client)");
    expect(await page.$$("main .btn.go")).toHaveLength(1);
    expect(await checkAppearance(page, "clients-none")).toEqual([]);
    await pressAt(page, ".empty .btn:not(.go)");
    await page.waitForSelector('[role="dialog"] input[type=file]');
    await page.keyboard.press("Escape");
    await page.waitForFunction('document.querySelector("[role=dialog]") === null');
    await pressAt(page, ".empty .btn.go");
    await page.waitForSelector('[role="dialog"] input:focus');
    expect(complaints).toEqual([]);
    await close();
  });

  test("the roster counts those who need nobody below the others, and its keys pass over that line", async () => {
    const { email, coach } = await buildCoachOnStage();
    const [needing, quiet] = [await addClient(coach), await addClient(coach)];
    await putCoachTask(stage.api.deps.database.em, needing, {});
    const { page, complaints, close } = await openPage(stage, "/clients");
    await passDoor(page, email);
    await page.waitForSelector(".cut-line ::-p-text(On track, nothing open)");
    await page.waitForSelector(".cut-line .num ::-p-text(1)");
    await page.keyboard.press("j");
    await page.waitForSelector('tr[aria-rowindex="2"]:focus');
    await page.keyboard.press("j");
    await page.waitForSelector('tr[aria-rowindex="4"]:focus');
    expect(await checkAppearance(page, "clients-tiers")).toEqual([]);
    await page.keyboard.press("Enter");
    await isAt(page, `/clients/${quiet.relationshipId}/today`);
    await page.waitForSelector('.btn[aria-label="client before"]:not([aria-disabled])');
    await page.keyboard.press("[");
    await isAt(page, `/clients/${needing.relationshipId}/today`);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a client who was opened by the address alone is between the clients of the roster as it opens", async () => {
    const { email, coach } = await buildCoachOnStage();
    const [needing, quiet] = [await addClient(coach), await addClient(coach)];
    await putCoachTask(stage.api.deps.database.em, needing, {});
    const { page, complaints, close } = await openPage(
      stage,
      `/clients/${needing.relationshipId}/weeks`,
    );
    await passDoor(page, email);
    await page.waitForSelector('.btn[aria-label="client after"]:not([aria-disabled])');
    expect(await page.$('.btn[aria-label="client before"][aria-disabled]')).not.toBeNull();
    await page.keyboard.press("]");
    await isAt(page, `/clients/${quiet.relationshipId}/weeks`);
    await page.waitForSelector('.btn[aria-label="client after"][aria-disabled]');
    await page.keyboard.press("[");
    await isAt(page, `/clients/${needing.relationshipId}/weeks`);
    expect(complaints).toEqual([]);
    await close();
  });

  test.each([
    ["client", "/clients/0190a0de-0000-7000-8000-0000000000aa/today", "/clients"],
    ["client", "/clients/nobody/today", "/clients"],
    ["plan", "/plans/0190a0de-0000-7000-8000-0000000000aa", "/plans"],
    ["form", "/forms/0190a0de-0000-7000-8000-0000000000aa", "/forms"],
  ])(
    "the address of a %s that does not exist says so and leads back to the list (%s)",
    async (what, address, list) => {
      const { email } = await buildCoachOnStage();
      const { page, close } = await openPage(stage, address);
      await passDoor(page, email);
      await page.waitForSelector("main h1 ::-p-text(not found)");
      expect(await page.$$('[role="alert"]')).toEqual([]);
      expect(await checkAppearance(page, `gone-${what}`)).toEqual([]);
      await page.setViewport({ width: 390, height: 800 });
      await page.waitForSelector(".way-back a", { visible: true });
      await page.setViewport({ width: 1280, height: 800 });
      await page.waitForSelector(".way-back a", { hidden: true });
      await pressAt(page, "main p > a.btn");
      await isAt(page, list);
      await close();
    },
  );

  test("a client, a plan and a form lead back to their lists on a narrow screen, the weeks begin with a day, and no tab is wider than a phone, in each language", async () => {
    const { em } = stage.api.deps.database;
    const idOf = async (table: "formDefinition" | "plan" | "relationship") =>
      (
        await tables(em)
          .selectFrom(table)
          .select("id")
          .where("workspaceId", "=", demo.workspaceId)
          .orderBy("id")
          .executeTakeFirstOrThrow()
      ).id;
    const [relationshipId, planId, formId] = [
      await idOf("relationship"),
      await idOf("plan"),
      await idOf("formDefinition"),
    ];
    const { page, complaints, close } = await openPage(stage, "/inbox");
    await passDoor(page, COACH.email);
    await beginWeeks(page, relationshipId);
    await page.evaluateOnNewDocument(LONG_TASKS);
    const wide: string[] = [];
    for (const language of ["en", "de"]) {
      await page.evaluateOnNewDocument(
        `Object.defineProperty(navigator, "languages", { configurable: true, get: () => ["${language}"] })`,
      );
      await goTo(page, `/clients/${relationshipId}/sync`);
      const settle = settlePage(page);
      for (const [place, key] of TAB_KEYS.entries()) {
        const tab = CLIENT_TABS[place];
        await page.keyboard.press(key);
        await isAt(page, `/clients/${relationshipId}/${tab}`);
        await settle();
        await page.setViewport({ width: 390, height: 800 });
        const found = z.array(z.string()).parse(await page.evaluate(WIDER));
        wide.push(...found.map((element) => `${language} ${tab}: ${element}`));
        wide.push(...(await checkAppearance(page, `client-${language}-${tab}`)));
      }
    }
    expect(wide).toEqual([]);
    await page.setViewport({ width: 390, height: 800 });
    for (const [address, list] of [
      [`/clients/${relationshipId}/today`, "/clients"],
      [`/plans/${planId}`, "/plans"],
      [`/forms/${formId}`, "/forms"],
    ] as const) {
      await goTo(page, address);
      const link = await page.waitForSelector(".way-back a", { visible: true });
      await link?.click();
      await isAt(page, list);
    }
    expect(complaints).toEqual([]);
    await close();
  }, 600_000);

  /** The weeks begin with a chosen day, Tab reaches one of them, and the arrows lead to another. */
  async function beginWeeks(page: Page, relationshipId: string): Promise<void> {
    await goTo(page, `/clients/${relationshipId}/weeks`);
    await page.waitForSelector('.day-button[aria-pressed="true"]');
    await page.waitForSelector('section[aria-live="off"] .line');
    expect(await page.$$('button.day-button[tabindex="0"]')).toHaveLength(1);
    const first = await dayChosen(page);
    await pressAt(page, "button.day-button", "ArrowLeft");
    await page.waitForSelector('button.day-button:focus:not([aria-pressed="true"])');
    await page.keyboard.press("Enter");
    await page.waitForSelector('section[aria-live="polite"]');
    expect((await dayChosen(page)) < first).toBe(true);
  }

  async function goTo(page: Page, address: string): Promise<void> {
    await page.goto(`${stage.api.url}${address}`);
    await page.waitForSelector("main h1");
  }

  /** A coach without a client, who signs in at the stage's provider. */
  async function buildCoachOnStage() {
    const { em } = stage.api.deps.database;
    const { issuer } = stage;
    const email = `${randomUUID()}@example.com`;
    const clientId = "sideline-web";
    const { subject } = await signIn({ issuer, clientId, email });
    const coach = await buildCoach(em, buildIdentity({ issuer, clientId }));
    await em.fork().nativeUpdate(AuthIdentity, { userId: coach.userId }, { issuer, subject });
    return { email, coach };
  }

  async function addClient(coach: Awaited<ReturnType<typeof buildCoach>>) {
    const { em } = stage.api.deps.database;
    const { client, relationshipId, workspaceId } = await buildRelationship(em, { coach });
    return { relationshipId, workspaceId, clientUserId: client.userId, coachUserId: coach.userId };
  }
}

/** The keys of the tabs, in their order. */
const TAB_KEYS = ["1", "2", "3", "4", "5", "6", "7", "8"] as const;

async function isAt(page: Page, path: string): Promise<void> {
  await page.waitForFunction(`location.pathname === ${JSON.stringify(path)}`);
}

const dayChosen = async (page: Page): Promise<string> =>
  z
    .string()
    .parse(
      await page.evaluate(
        `document.querySelector('.day-button[aria-pressed="true"]').dataset.date`,
      ),
    );

/** The elements that reach beyond the window, unless it is hidden, or in a row that scrolls by itself. */
const WIDER = `[...document.querySelectorAll("main *")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5)
  .filter((one) => one.closest(".vh, .narrow-vh, .tabs, [hidden], svg") === null)
  .map((one) => one.outerHTML.slice(0, 120))`;

/** Each second task of a day has a long name and was skipped for the reason with the longest words. */
const LONG_TASKS = `{
  const read = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await read(...asked);
    const url = asked[0].url ?? String(asked[0]);
    if (!answer.ok || !url.includes("/daily-summary")) return answer;
    const body = await answer.json();
    for (const { tasks } of body.data.days)
      tasks.forEach((task, place) => {
        if (place % 2 === 1) return;
        const skipReason = "FOOD_UNAVAILABLE";
        task.title = "Nahrungsergänzungsmitteleinnahmebestätigung";
        task.status = "SKIPPED";
        task.completionEvents = [{ at: new Date().toISOString(), to: "SKIPPED", skipReason }];
      });
    const { status, headers } = answer;
    return new Response(JSON.stringify(body), { status, headers });
  };
}`;
