import type { KeyInput, Page } from "puppeteer-core";
import * as z from "zod";

/** Moves the focus by Tab until it is on an element that matches and has a text. @throws with every stop otherwise. */
export async function tabTo(page: Page, selector: string, text = ""): Promise<void> {
  await page.waitForSelector(text === "" ? selector : `${selector}::-p-text(${text})`);
  const stops: string[] = [];
  for (let step = 0; step < MOST_STOPS; step += 1) {
    const found = await page.evaluate(
      `(${LOOK})(${JSON.stringify(selector)}, ${JSON.stringify(text)})`,
    );
    const [isThere, stop] = Stop.parse(found);
    if (isThere) return;
    stops.push(stop);
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reaches ${selector}. It stops at:\n${stops.join("\n")}`);
}

const Stop = z.tuple([z.boolean(), z.string()]);

const LOOK = `(selector, text) => {
  const stop = document.activeElement;
  return [stop.matches(selector) && stop.textContent.includes(text), stop.outerHTML.slice(0, 90)];
}`;

/** More than a page has: a focus that goes round is not waited for any longer. */
const MOST_STOPS = 150;

/** Goes to an element by Tab and presses it. */
export async function pressAt(page: Page, selector: string, key: KeyInput = "Enter") {
  await tabTo(page, selector);
  await page.keyboard.press(key);
}

/** Presses a key with another one held. */
export async function chord(page: Page, held: "Control" | "Shift", key: KeyInput): Promise<void> {
  await page.keyboard.down(held);
  await page.keyboard.press(key);
  await page.keyboard.up(held);
}
