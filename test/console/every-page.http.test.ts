import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { COACH } from "../../tools/demo/demo-names.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { checkReaderSettings } from "../factories/pages/check-reader-settings.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { coachAddresses } from "./coach-addresses.ts";
import { seedStageDemo } from "./demo-on-stage.ts";
import { type ConsoleStage, openPage, passDoor, startConsoleStage } from "./stage.ts";

describeInChromium("every page of the console", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;
  let addresses: readonly string[];

  beforeAll(async () => {
    stage = await startConsoleStage(executablePath);
    const { workspaceId } = await seedStageDemo(stage);
    addresses = await coachAddresses(stage.api.deps.database.em, workspaceId);
  });
  afterAll(async () => await stage.close());

  test.each(["en", "de"])(
    "each page of a coach passes axe, fits its window, follows the settings of its reader and breaks no policy, in each theme and width (%s)",
    async (language) => {
      const { page, complaints, close } = await openPage(stage, "/inbox");
      await page.evaluateOnNewDocument(
        `Object.defineProperty(navigator, "languages", { get: () => ["${language}"] })`,
      );
      await passDoor(page, COACH.email);
      const found: string[] = [];
      for (const address of addresses) {
        await page.goto(`${stage.api.url}${address}`);
        await page.waitForSelector("main h1");
        await page.waitForFunction("document.querySelector('.loading, .skel') === null");
        const name = `${language}${address.replaceAll("/", "-")}`;
        found.push(...(await checkAppearance(page, name)));
        found.push(...(await checkReaderSettings(page, name)));
        await page.setViewport({ width: 1280, height: 800 });
      }
      expect([...found, ...complaints]).toEqual([]);
      await close();
    },
    1_800_000,
  );
}
