import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { type ConsoleStage, openPage, startConsoleStage } from "./stage.ts";

describeInChromium("the arrival on the console", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  test("a person without an account registers after the first sign-in and lands in the inbox, and axe finds nothing on the way", async () => {
    const { page, close } = await openPage(stage, "/inbox");
    const door = await page.waitForSelector(".door .btn.go");
    expect(await page.$$eval(".door .btn", (buttons) => buttons.length)).toBeGreaterThan(1);
    await door?.press("Enter");
    await page.waitForSelector("input[name=email]");
    await page.type("input[name=email]", `${randomUUID()}@example.com`);
    await page.click("button[type=submit]");
    await page.waitForSelector(".register input[autocomplete=name]");
    expect(await checkAppearance(page, "registration")).toEqual([]);
    await page.setViewport({ width: 1280, height: 800 });
    await page.type(".register input[autocomplete=name]", "Jonas Adler");
    await page.type(".register input[autocomplete=organization]", "Adler Coaching");
    await page.click(".register input[type=checkbox]");
    await page.click(".register button[type=submit]");
    await page.waitForSelector("nav.side ::-p-text(Adler Coaching)");
    expect(page.url()).toBe(`${stage.api.url}/inbox`);
    await close();
  });
}
