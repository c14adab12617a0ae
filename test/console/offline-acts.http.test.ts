import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import { COACH } from "../../tools/demo/demo-names.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { coachAddresses } from "./coach-addresses.ts";
import { seedStageDemo } from "./demo-on-stage.ts";
import { pressKeys } from "./press-keys.ts";
import { pressOffered } from "./press-offered.ts";
import { settlePage } from "./settle-page.ts";
import { type ConsoleStage, openPage, passDoor, startConsoleStage } from "./stage.ts";

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
const READS = /\/(?:publish-preview|preview)$/;
