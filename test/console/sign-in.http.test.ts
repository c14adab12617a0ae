import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import {
  type ConsoleCoach,
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("signing in on the console", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;
  let coach: ConsoleCoach;

  beforeAll(async () => {
    stage = await startConsoleStage(executablePath);
    coach = await buildConsoleCoach(stage);
  });
  afterAll(async () => await stage.close());

  test("a coach signs in and returns to the address, a reload signs in silently, and no store has a token", async () => {
    const { page, complaints, close } = await openPage(stage, "/inbox?view=forms");
    await passDoor(page, coach.email);
    expect(page.url()).toBe(`${stage.api.url}/inbox?view=forms`);
    await page.reload();
    await page.waitForSelector("nav.side");
    expect(page.url()).toBe(`${stage.api.url}/inbox?view=forms`);
    const stored = await page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])",
    );
    expect(stored).not.toMatch(/eyJ|sign-in:|@example/);
    expect(await page.evaluate("document.cookie")).toBe("");
    expect(complaints).toEqual([]);
    await close();
  });

  test("a page whose code cannot be loaded says so, and opens when the coach loads it again", async () => {
    const { page, close } = await openPage(stage, "/clients");
    await passDoor(page, coach.email);
    await page.setRequestInterception(true);
    let isLost = true;
    page.on("request", (request) => {
      const isPlans = request.url().includes("/console-files/plans-page-");
      void (isLost && isPlans ? request.abort() : request.continue());
    });
    await page.goto(`${stage.api.url}/plans`);
    const again = await page.waitForSelector("main .btn.go ::-p-text(Load the page again)");
    isLost = false;
    await again?.click();
    await page.waitForSelector("main h1 ::-p-text(Plans)");
    await close();
  });

  test("a sign-out empties every tab, ends the session at the provider, and nothing is tried silently after it", async () => {
    const { page, close } = await openPage(stage, "/inbox");
    await passDoor(page, coach.email);
    const other = await page.browserContext().newPage();
    await other.setViewport({ width: 1280, height: 800 });
    await other.goto(`${stage.api.url}/inbox`);
    await other.waitForSelector("nav.side");
    await page.bringToFront();
    await page.click("button.me");
    await (await page.waitForSelector('[role="menuitem"]'))?.click();
    await other.waitForSelector(".door");
    // The development provider asks before it ends the session.
    const confirm = await page.waitForSelector("button[name=logout], .door .btn.go");
    await confirm?.click();
    await page.waitForSelector(".door, input[name=email]");
    expect(await other.evaluate("sessionStorage.getItem('signed-out')")).toBe("1");
    await other.bringToFront();
    await other.reload();
    await (await other.waitForSelector(".door .btn.go"))?.click();
    // The provider knows nobody any more: it asks who signs in.
    await other.waitForSelector("input[name=email]");
    await close();
  });

  test.each([
    ["with a state of another tab", "?code=stolen&state=forged"],
    ["that the provider refused", "?error=access_denied&state=forged"],
  ])("an answer %s is refused, said so, and leaves the address bar", async (_, answer) => {
    const { page, close } = await openPage(stage, `/console/callback${answer}`);
    await page.waitForSelector('.door [role="alert"]');
    expect(page.url()).toBe(`${stage.api.url}/`);
    await close();
  });

  test("a browser that refuses storage shows the door, which says what to allow", async () => {
    const { page, close } = await openPage(stage, "/console/callback");
    await page.evaluateOnNewDocument(
      "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('refused', 'SecurityError'); } })",
    );
    await page.goto(`${stage.api.url}/inbox`);
    await page.waitForSelector('.door [role="alert"]::-p-text(Allow storage)');
    await close();
  });

  test("an address without an answer shows the door and asks the provider nothing", async () => {
    const { page, close } = await openPage(stage, "/console/callback");
    await page.waitForSelector(".door .btn.go");
    expect(page.url()).toBe(`${stage.api.url}/`);
    await close();
  });
}
