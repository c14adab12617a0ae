import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import { COACH } from "../../tools/demo/demo-names.ts";
import { buildFormAssignment } from "../factories/forms/assigned-forms.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { planActs, programContent } from "../factories/plans/plan-acts.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { coachAddresses } from "./coach-addresses.ts";
import { seedStageDemo } from "./demo-on-stage.ts";
import { giveReason } from "./give-reason.ts";
import { pressAt } from "./keys.ts";
import { pressKeys } from "./press-keys.ts";
import { pressOffered } from "./press-offered.ts";
import { settlePage } from "./settle-page.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";
import { passDoorAsStaff } from "./staff-door.ts";
import { supportAddresses } from "./support-addresses.ts";
import { supportLinks } from "./support-links.ts";

describeInChromium("acts without a connection", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;
  let addresses: readonly string[];

  beforeAll(async () => {
    stage = await startConsoleStage(executablePath);
    const { workspaceId } = await seedStageDemo(stage);
    addresses = await coachAddresses(stage.api.deps.database.em, workspaceId);
  });
  afterAll(async () => await stage.close());

  test("a coach without a connection presses everything that each page offers, and each key, and nothing is sent", async () => {
    const { page, close } = await openPage(stage, "/settings/keys");
    await passDoor(page, COACH.email);
    const sent = await believeOffline(page);
    const settle = settlePage(page);
    let count = 0;
    for (const path of addresses) {
      const address = `${stage.api.url}${path}`;
      const pressed = await pressOffered(page, { address, fills: true, destroys: true, settle });
      await pressKeys(page, { address, settle });
      count += pressed.length;
    }
    expect(sent).toEqual([]);
    expect(count).toBeGreaterThan(addresses.length);
    await close();
  }, 1_800_000);

  test("a nudge, a client's plan and a form that waits are not sent without a connection either", async () => {
    const coach = await buildConsoleCoach(stage);
    const { em } = stage.api.deps.database;
    await planActs(em).give(coach, programContent());
    await buildFormAssignment(em, coach);
    const { page, close } = await openPage(stage, "/settings/keys");
    await passDoor(page, coach.email);
    const sent = await believeOffline(page);
    const settle = settlePage(page);
    const client = `/clients/${coach.relationshipId}`;
    for (const path of ["/onboarding", `${client}/today`, `${client}/forms`]) {
      const address = `${stage.api.url}${path}`;
      await pressOffered(page, { address, fills: true, destroys: true, settle });
      await pressKeys(page, { address, settle });
    }
    expect(sent).toEqual([]);
    await close();
  }, 900_000);

  test("the switches of the settings say why they are off, keep the focus, and pass axe", async () => {
    const { email } = await buildConsoleCoach(stage);
    const { page, close } = await openPage(stage, "/settings/keys");
    await passDoor(page, email);
    const sent = await believeOffline(page);
    await page.keyboard.press("1");
    const off = '[role="switch"][aria-disabled="true"][data-off-reason^="There is no connection"]';
    await pressAt(page, off, "Space");
    await page.waitForSelector(`${off}:focus`);
    await page.waitForFunction('document.querySelector(".loading, .skel") === null');
    expect(await checkAppearance(page, "settings-offline")).toEqual([]);
    expect(sent).toEqual([]);
    await close();
  });

  test("an administrator without a connection presses everything that each page of support offers, and nothing is sent", async () => {
    const items = await supportAddresses(stage.api.deps.database.em);
    const { page, close } = await openPage(stage, "/");
    await passDoorAsStaff(page, `${randomUUID()}@example.com`, "admin");
    const lists = await supportLinks(page);
    const sent = await believeOffline(page);
    const settlePages = settlePage(page);
    const settle = async () => {
      await settlePages();
      await giveReason(page, settlePages);
    };
    for (const path of new Set([...lists, ...items]))
      await pressOffered(page, {
        address: `${stage.api.url}${path}`,
        elsewhere: "/support",
        fills: true,
        destroys: true,
        settle,
      });
    expect(sent).toEqual([]);
    await close();
  }, 1_800_000);
}

/**
 * Makes the page believe that it has no connection, while its reads go on: each page can then be opened.
 *
 * @returns what it sends all the same, each with the address that sent it. Nothing of it reaches the API.
 */
async function believeOffline(page: Page): Promise<readonly string[]> {
  const sent: string[] = [];
  await page.evaluateOnNewDocument(OFFLINE);
  await page.evaluate(OFFLINE);
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isAct = pathname.startsWith("/api/") && request.method() !== "GET";
    if (!isAct) return void request.continue();
    if (!READS.test(pathname))
      sent.push(`${request.method()} ${pathname} at ${new URL(page.url()).pathname}`);
    return void request.abort("internetdisconnected");
  });
  return sent;
}

const OFFLINE = `Object.defineProperty(navigator, "onLine", { get: () => false, configurable: true })`;

/** Reads that carry a body. */
const READS = /\/(?:publish-preview|preview|people\/find)$/;
