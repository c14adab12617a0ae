import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import { OnboardingAuditEvent } from "../../db/onboarding/onboarding-audit-event.ts";
import { getOnboarding } from "../../db/onboarding/queries.ts";
import { eventually } from "../factories/eventually.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("the onboarding board of the console", describeChromium);

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  test("a coach nudges a client by key, the service records it, and axe finds nothing on board and dialog", async () => {
    const coach = await buildConsoleCoach(stage);
    const { em } = stage.api.deps.database;
    const { instanceId } = await getOnboarding(em.fork(), coach.relationshipId);
    const { page, complaints, close } = await openPage(stage, "/onboarding");
    await passDoor(page, coach.email);
    await page.waitForSelector(".board .card");
    await page.keyboard.press("j");
    await page.waitForSelector('.board .card[aria-current="true"]:focus');
    await page.keyboard.press("n");
    await eventually(
      async () => await em.fork().count(OnboardingAuditEvent, { instanceId, eventType: "nudged" }),
      (count) => count === 1,
      20_000,
    );
    await page.waitForSelector(".undo");
    await page.setBypassCSP(true);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press("o");
    await page.waitForSelector('[role="dialog"] select');
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.waitForFunction('document.querySelector("[role=dialog]") === null');
    await page.setViewport({ width: 390, height: 844 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    expect(await violationsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
}

/** Rules of WCAG 2.2 AA that the page breaks, with the elements. */
async function violationsOf(page: Page): Promise<unknown> {
  await page.evaluate(AXE);
  return await page.evaluate(`axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] })
    .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`);
}
