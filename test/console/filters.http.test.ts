import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("the filters of the library's lists", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  test.each([
    { address: "/plans", field: ".filters select" },
    { address: "/forms", field: ".filters select" },
    { address: "/exercises", field: ".facets input" },
  ])(
    "F goes to the first filter at $address, also on a narrow screen, and the bar shows the key",
    async ({ address, field }) => {
      const coach = await buildConsoleCoach(stage);
      const { page, complaints, close } = await openPage(stage, address);
      await passDoor(page, coach.email);
      await page.waitForSelector(field);
      await page.waitForSelector(".keys ::-p-text(filter)");
      await page.keyboard.press("f");
      await page.waitForSelector(`${field}:focus`);
      await page.setViewport({ width: 390, height: 800 });
      await page.reload();
      await page.waitForSelector("main h1");
      await page.waitForFunction("document.querySelector('.loading, .skel') === null");
      await page.keyboard.press("f");
      await page.waitForSelector(`${field}:focus`);
      expect(complaints).toEqual([]);
      await close();
    },
  );
}
