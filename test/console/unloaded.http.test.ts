import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { type ConsoleStage, buildConsoleCoach, passDoor, startConsoleStage } from "./stage.ts";

describeInChromium("a console that does not load", (executablePath) => {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  test("a page whose scripts are lost on the way says so and offers a reload, which opens the console", async () => {
    const { email } = await buildConsoleCoach(stage);
    const context = await stage.browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    page.setDefaultTimeout(150_000);
    await page.setRequestInterception(true);
    let isLost = true;
    page.on("request", (request) => {
      const isConsole = /\/console-[^/]*\.js$/u.test(request.url());
      void (isLost && isConsole ? request.abort("connectionfailed") : request.continue());
    });

    await page.goto(`${stage.api.url}/`);
    const reload = await page.waitForSelector("main [role=alert] button");
    const said = await page.$eval("main", ({ innerText }) => innerText);
    isLost = false;
    await reload?.press("Enter");
    await passDoor(page, email);
    await page.waitForSelector(".app");

    expect(said).toContain("Check the connection");
    expect(said).toContain("Prüfen Sie die Verbindung");
    await context.close();
  });
});
