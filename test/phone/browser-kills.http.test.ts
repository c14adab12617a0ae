import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Browser, launch, type Page } from "puppeteer-core";
import { tables } from "../../db/tables.ts";
import { buildPhone } from "../../tools/phone/build-phone.ts";
import { phoneConfig } from "../../tools/phone/phone-config.ts";
import { drawFrom } from "../factories/draw.ts";
import { campaignSeed, campaignSize } from "../harness/campaign.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { press } from "./press.ts";
import { buildClientOfStage, type PhoneStage, startPhoneStage } from "./stage.ts";

const source = fileURLToPath(new URL("../../phone/", import.meta.url));

describeInChromium("a browser that is killed", describeChromium);

function describeChromium(executablePath: string): void {
  const userDataDir = mkdtempSync(join(tmpdir(), "sideline-profile-"));
  let stage: PhoneStage;

  beforeAll(async () => {
    stage = await startPhoneStage(async (target, issuer) => {
      await buildPhone({ source, target, config: phoneConfig(issuer) });
    });
  });
  afterAll(async () => {
    await stage.close();
    rmSync(userDataDir, { recursive: true, force: true });
  });

  test("keeps every entry that the page confirmed, whenever it dies, and each is accepted once in the end", async () => {
    const client = await buildClientOfStage(stage);
    const draw = drawFrom(campaignSeed());
    const amounts: number[] = [];
    for (let life = 1; life <= campaignSize("BROWSER_KILLS", 1); life += 1) {
      const { browser, page } = await openPage(life === 1 ? client.email : null);
      await setAirplane(page, true);
      for (let made = 0; made < 2; made += 1) {
        const amount = 100 + amounts.length;
        await record(page, amount);
        amounts.push(amount);
      }
      // Every second browser dies while it sends.
      if (life % 2 === 0) {
        await setAirplane(page, false);
        await new Promise((resolve) => setTimeout(resolve, draw.below(500)));
      }
      await kill(browser);
    }
    const { browser, page } = await openPage(null);
    await setAirplane(page, false);
    await page.waitForFunction("document.querySelector('nav .n') === null");
    await browser.close();
    const accepted = await acceptedAmounts(stage, client.relationshipId);
    expect(accepted.toSorted((one, other) => one - other)).toEqual(amounts);
  });

  /** Starts the browser on the profile that a former one left; somebody signs in if an address is given. */
  async function openPage(email: string | null): Promise<{ browser: Browser; page: Page }> {
    const args = ["--no-sandbox", "--disable-dev-shm-usage"];
    const browser = await launch({ executablePath, userDataDir, args });
    const page = await browser.newPage();
    await page.setViewport({ width: 390, height: 844 });
    await page.evaluateOnNewDocument('localStorage.setItem("language", "en")');
    await page.goto(`${stage.api.url}/phone/`);
    if (email !== null) {
      await press(page, "main button.go:not([disabled])");
      await page.waitForSelector("input[name=email]");
      await page.type("input[name=email]", email);
      await page.click("button[type=submit]");
    }
    await page.waitForSelector("article");
    return { browser, page };
  }
}

async function setAirplane(page: Page, isOn: boolean): Promise<void> {
  await press(page, "header ::-p-aria(Developer switches)");
  await page.waitForSelector("dialog [role=switch]");
  const checked = await page.evaluate(`document.querySelector("dialog [role=switch]").ariaChecked`);
  if ((checked === "true") !== isOn) await press(page, "dialog [role=switch]");
  await press(page, "dialog ::-p-aria(Close)");
}

/** Records an amount of water, and waits until the page counts it as waiting. */
async function record(page: Page, amount: number): Promise<void> {
  const count = `Number.parseInt(document.querySelector("nav .n")?.textContent ?? "0", 10)`;
  const before = Number(await page.evaluate(count));
  const card = "::-p-xpath(//article[.//h2='water'])";
  const field = await page.waitForSelector(`${card} input`);
  await field?.type(String(amount));
  await press(page, `${card} ::-p-aria(Record)`);
  await page.waitForFunction(`${count} === ${before + 1}`);
}

async function kill(browser: Browser): Promise<void> {
  const gone = new Promise((resolve) => {
    browser.once("disconnected", resolve);
  });
  browser.process()?.kill("SIGKILL");
  await gone;
}

/** The amounts of water that the server accepted, one for each accepted operation. */
async function acceptedAmounts({ api }: PhoneStage, relationshipId: string): Promise<number[]> {
  const found = await tables(api.deps.database.em)
    .selectFrom("quickLogOperation")
    .select("numericValue")
    .where("relationshipId", "=", relationshipId)
    .where("status", "=", "ACCEPTED")
    .execute();
  return found.map(({ numericValue }) => Number(numericValue));
}
