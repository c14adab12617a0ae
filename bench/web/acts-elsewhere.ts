import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import { quantile } from "../load.ts";
import type { BenchBrowser } from "./bench-browser.ts";
import type { Figure } from "./table.ts";

/**
 * Seconds from the key with which a coach dismisses a task until the list of another coach's console has it no more.
 */
export async function timeActsElsewhere(
  browser: BenchBrowser,
  rounds: number,
): Promise<readonly Figure[]> {
  const acting = await browser.openConsole("/inbox", 0);
  const watching = await browser.openConsole("/inbox", 1);
  await acting.enter();
  await watching.enter();
  await acting.page.bringToFront();
  await acting.page.keyboard.press("j");
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Past the reads that the act before has caused.
    await sleep(BETWEEN_MS);
    const before = await countOf(watching.page);
    await acting.page.keyboard.press("d");
    await acting.page.waitForSelector('[role="dialog"] [role="option"]:focus');
    const from = performance.now();
    await acting.page.keyboard.press("Enter");
    await watching.page.waitForFunction(`${COUNT} < ${before}`, { polling: 20 });
    seconds.push((performance.now() - from) / 1000);
  }
  await acting.close();
  await watching.close();
  const measured = quantile(
    seconds.toSorted((one, other) => one - other),
    0.95,
  );
  const what = "a coach's act in another console, p95";
  return [{ what, unit: "s", reach: 1.2, hope: 0.8, measured }];
}

const BETWEEN_MS = 2_000;

const COUNT = `Number(document.querySelector('[role="grid"]').getAttribute("aria-rowcount"))`;

const countOf = async (page: Page) => Number(await page.evaluate(COUNT));
