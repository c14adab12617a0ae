import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Browser, type Page, launch } from "puppeteer-core";
import * as z from "zod";
import { phoneConfig } from "../../tools/phone/phone-config.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { buildPreview } from "./preview/build-preview.ts";
import { type PhoneStage, startPhoneStage } from "./stage.ts";

describeInChromium("signing in on the phone", describeChromium);

function describeChromium(executablePath: string): void {
  let browser: Browser;
  let stage: PhoneStage;

  beforeAll(async () => {
    stage = await startPhoneStage(async (folder, issuer) => {
      const files = await buildPreview({ version: "1", config: phoneConfig(issuer) });
      for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
    });
    browser = await launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  });
  afterAll(async () => {
    await browser.close();
    await stage.close();
  });

  async function open(address: string): Promise<Page> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.evaluateOnNewDocument('localStorage.setItem("language", "en")');
    await page.goto(`${stage.api.url}/phone/${address}`);
    return page;
  }
  const signIn = async (page: Page) => {
    const button = await page.waitForSelector("main button.go:not([disabled])");
    await button?.click();
  };
  const stored = (page: Page) => page.evaluate("Object.keys(sessionStorage).join()");

  test("a person signs in at the provider and comes back with tokens for the API, of which the page stores none", async () => {
    const page = await open("?day=door");
    await signIn(page);
    await page.waitForSelector("input[name=email]");
    await page.type("input[name=email]", "cleo@example.com");
    await page.click("button[type=submit]");
    await page.waitForSelector("main ::-p-text(Drink water)");
    expect(page.url()).toBe(`${stage.api.url}/phone/`);
    expect(await stored(page)).toBe("");
    const token = z.string().parse(await page.evaluate("document.documentElement.dataset.token"));
    const answer = await stage.api.call("GET", "/api/v1/auth/account", { token });
    expect(answer.status).not.toBe(401);
    await page.close();
  });

  test.each([
    ["that this tab did not begin", "callback?code=stolen&state=x", "began in another tab"],
    ["that the provider refused", "callback?error=access_denied&state=s", "was not completed"],
    ["with another state", "callback?code=stolen&state=other", "was not completed"],
  ])(
    "a sign-in %s is explained, and its answer leaves the address bar",
    async (_, address, explained) => {
      const page = await open("?day=door");
      if (!address.includes("stolen&state=x")) {
        await page.evaluate(
          'sessionStorage.setItem("verifier", "v"); sessionStorage.setItem("state", "s")',
        );
      }
      await page.goto(`${stage.api.url}/phone/${address}`);
      await page.waitForSelector(`main [role=alert]::-p-text(${explained})`);
      expect([page.url(), await stored(page)]).toEqual([`${stage.api.url}/phone/`, ""]);
      await page.close();
    },
  );

  test("without the provider a sign-in says that the server cannot be reached, and can start again", async () => {
    const page = await open("?day=door");
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      void (request.url().startsWith(stage.issuer) ? request.abort() : request.continue());
    });
    await signIn(page);
    await page.waitForSelector("main ::-p-text(The server cannot be reached.)");
    await page.waitForSelector("main button.go:not([disabled])");
    await page.close();
  });
}
