import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Dialog, Page } from "puppeteer-core";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { newTestFolder } from "../harness/context.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { buildConsoleCoach, openPage, passDoor, startConsoleStage } from "./stage.ts";

describeInChromium("a browser without storage", describeChromium);

const NOTE = "Her knee hurts since Tuesday";

function describeChromium(executablePath: string): void {
  test("a browser that is set to store nothing shows the door in each language, which says what to allow", async () => {
    const profile = newTestFolder("no-storage");
    setToStoreNothing(profile);
    const stage = await startConsoleStage(executablePath, { profile });
    // A page of the profile itself: its settings do not hold for a further context.
    const page = await stage.browser.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    await page.goto(`${stage.api.url}/inbox`);
    await expect(page.evaluate("sessionStorage.length")).rejects.toThrow("Access is denied");
    await page.waitForSelector('.door [role="alert"]::-p-text(Allow storage)');
    expect(page.url()).toBe(`${stage.api.url}/inbox`);
    expect(faults).toEqual([]);
    await page.close();
    await stage.close();
  });

  test("a text that finds the storage full stays in its field over a closed dialog, and leaving the page warns as long as it is unsent", async () => {
    const stage = await startConsoleStage(executablePath);
    const { email, ...owner } = await buildConsoleCoach(stage);
    const task = await putCoachTask(stage.api.deps.database.em, owner);
    const { page, close } = await openPage(stage, `/inbox/${task.id}`);
    await passDoor(page, email);
    await page.waitForSelector(".preview h2");
    await page.evaluate(FILL);
    const asked: string[] = [];
    const stay = (dialog: Dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    };
    page.on("dialog", stay);
    await openDismissal(page);
    await page.type('[role="dialog"] textarea', NOTE);
    await page.keyboard.press("Escape");
    await page.waitForFunction('document.querySelector("[role=dialog]") === null');
    await page.evaluate("void location.reload()");
    await openDismissal(page);
    await page.waitForFunction(`document.querySelector("textarea").value === "${NOTE}"`);
    expect(asked).toEqual(["beforeunload"]);
    await page.focus('[role="dialog"] [role="option"]');
    await page.keyboard.press("Enter");
    await page.waitForSelector(".undo");
    await page.reload();
    await page.waitForSelector("main h1");
    expect(asked).toEqual(["beforeunload"]);
    await close();
    await stage.close();
  });
}

/** The content setting "block all cookies and site data" of a profile, as the browser's own settings page sets it. */
function setToStoreNothing(profile: string): void {
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
  mkdirSync(join(profile, "Default"), { recursive: true });
  writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify(settings));
}

/** Takes every byte of the tab's storage. */
const FILL = `(() => {
  let size = 4_000_000;
  for (let nth = 0; size >= 1; nth += 1) {
    try { sessionStorage.setItem("filler" + nth, "x".repeat(size)); }
    catch { size = Math.floor(size / 2); }
  }
})()`;

async function openDismissal(page: Page): Promise<void> {
  await page.keyboard.press("d");
  await page.waitForSelector('[role="dialog"] [role="option"]');
}
