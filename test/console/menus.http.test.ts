import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { tabTo } from "./keys.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("a menu whose code is on its way", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  test.each([
    ["Enter", 0],
    ["Space", 0],
    ["ArrowDown", 0],
    ["ArrowUp", -1],
  ] as const)(
    "opens by %s once it is there, with the focus on the item at %i, and Escape returns to its button",
    async (key, item) => {
      const { email, relationshipId } = await buildConsoleCoach(stage);
      const { page, complaints, close } = await openPage(stage, `/clients/${relationshipId}/today`);
      const release = await holdMenu(page);
      await passDoor(page, email);
      await tabTo(page, `${HEAD} .menu-place .btn`);
      await page.keyboard.press(key);
      release();
      await page.waitForFunction(`document.activeElement ===
        [...document.querySelectorAll('[role="menuitem"]')].at(${item})`);
      await page.keyboard.press("Escape");
      await page.waitForSelector(`${HEAD} .btn[aria-haspopup]:focus`);
      expect(await page.$('[role="menu"]')).toBeNull();
      expect(complaints).toEqual([]);
      await close();
    },
  );

  test("opens by a key that is pressed in the moment in which it replaces its button", async () => {
    const { email, relationshipId } = await buildConsoleCoach(stage);
    const { page, close } = await openPage(stage, `/clients/${relationshipId}/today`);
    const release = await holdMenu(page);
    await passDoor(page, email);
    await tabTo(page, `${HEAD} .menu-place .btn`);
    await page.evaluate(PRESS_AT_ONCE);
    release();
    await page.waitForSelector('[role="menuitem"]:focus');
    await close();
  });

  test("gives the focus to its button if that had it", async () => {
    const { email, relationshipId } = await buildConsoleCoach(stage);
    const { page, close } = await openPage(stage, `/clients/${relationshipId}/today`);
    const release = await holdMenu(page);
    await passDoor(page, email);
    await tabTo(page, `${HEAD} .menu-place .btn`);
    release();
    await page.waitForSelector(`${HEAD} .btn[aria-haspopup]:focus`);
    await close();
  });
}

const HEAD = "header.who";

/** Presses Enter before React has done what follows the change of the page. */
const PRESS_AT_ONCE = `{
  const head = document.querySelector("${HEAD}");
  new MutationObserver((_, watch) => {
    if (head.querySelector(".menu-place") !== null) return;
    watch.disconnect();
    const press = { key: "Enter", bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", press));
  }).observe(head, { childList: true, subtree: true });
}`;

/** Holds the code of menus back. @returns what lets it go. */
async function holdMenu(page: Page): Promise<() => void> {
  const held: (() => void)[] = [];
  let isHeld = true;
  // A request that is on its way when the interception begins may never be answered.
  await page.waitForSelector(".door .btn.go");
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    const go = () => void request.continue();
    if (isHeld && /\/menu-list-[^/]*\.js$/u.test(request.url())) held.push(go);
    else go();
  });
  return () => {
    isHeld = false;
    for (const go of held) go();
  };
}
