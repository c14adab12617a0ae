import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { pressAt } from "./keys.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

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
    const said = String(await page.evaluate("document.querySelector('main').innerText"));
    isLost = false;
    await reload?.press("Enter");
    await passDoor(page, email);
    await page.waitForSelector(".app");

    expect(said).toContain("Check the connection");
    expect(said).toContain("Prüfen Sie die Verbindung");
    await context.close();
  });

  test("a dialog and a menu whose code is lost on the way say so, the page stays, and the next try opens them", async () => {
    const { email, ...owner } = await buildConsoleCoach(stage);
    await putCoachTask(stage.api.deps.database.em, owner, {});
    const { page, close } = await openPage(stage, "/inbox");
    await page.setRequestInterception(true);
    let isLost = true;
    page.on("request", (request) => {
      const isLater = /\/(?:act-dialog|menu-list|saved-views-dialog)-[^/]*\.js$/u.test(
        request.url(),
      );
      void (isLost && isLater ? request.abort("connectionfailed") : request.continue());
    });
    await passDoor(page, email);
    await page.waitForSelector('.item[role="row"]');
    await page.keyboard.press("j");
    await page.waitForSelector(".preview");

    await page.keyboard.press("e");
    await page.waitForSelector('[role="alert"] ::-p-text(could not be loaded)');
    isLost = false;
    await page.waitForSelector('[role="alert"] ::-p-text(could not be loaded)', { hidden: true });
    await page.keyboard.press("e");
    await page.waitForSelector('[role="dialog"]');
    await page.keyboard.press("Escape");
    await pressAt(page, "button.me");
    await page.waitForSelector('[role="menuitem"]');
    await close();
  });
});
