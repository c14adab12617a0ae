import type { Page } from "puppeteer-core";
import { z } from "zod";
import { quantile } from "../load.ts";
import type { BenchBrowser } from "./bench-browser.ts";
import type { Figure } from "./table.ts";

/**
 * From a real key to the next paint, by the browser's Event Timing. It leaves out what took less than 16 ms and rounds
 * to 8 ms; a key without an entry counts as 16 ms.
 */
export async function timeKeys(browser: BenchBrowser, keys: number): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, path] of PAGES) {
    const { page, enter, close } = await browser.openConsole(path);
    await page.evaluateOnNewDocument(OBSERVE);
    await enter();
    const durations = await pressKeys(page, keys);
    const measured = quantile(durations, 0.95);
    figures.push({ what: `${name}: key to paint, p95`, unit: "ms", reach: 80, hope: 50, measured });
    await close();
  }
  return figures;
}

const PAGES = [
  ["inbox", "/inbox"],
  ["roster", "/clients?view=all"],
] as const;

const SHORTEST_MS = 16;

const OBSERVE = `
  window.keyDurations = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.name === "keydown") window.keyDurations.push(entry.duration);
  }).observe({ type: "event", durationThreshold: ${SHORTEST_MS}, buffered: true });`;

/** Walks down the list and up again, a key after the paint of the one before. Sorted milliseconds. */
async function pressKeys(page: Page, keys: number): Promise<readonly number[]> {
  for (let nth = 0; nth < keys; nth += 1) {
    await page.keyboard.press(nth % 20 < 15 ? "j" : "k");
    await page.evaluate(TWO_FRAMES);
  }
  const seen = z.array(z.number()).parse(await page.evaluate("window.keyDurations"));
  const unseen = Array.from({ length: Math.max(0, keys - seen.length) }, () => SHORTEST_MS);
  return [...seen, ...unseen].toSorted((one, other) => one - other);
}

const TWO_FRAMES = `new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(null))))`;
