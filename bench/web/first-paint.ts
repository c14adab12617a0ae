import type { Page } from "puppeteer-core";
import { z } from "zod";
import { median } from "../load.ts";
import type { BenchBrowser } from "./bench-browser.ts";
import type { Figure } from "./table.ts";
import { MARK_TENTH_ROW, readTenthRow } from "./tenth-row.ts";

/**
 * Measures the seconds until the first ten rows of the inbox are drawn with names, including the silent sign-in. Each
 * figure is a median of the rounds: one with the processor at a quarter of its speed, one at full speed.
 */
export async function timeFirstPaint(
  browser: BenchBrowser,
  rounds: number,
): Promise<readonly Figure[]> {
  const { page, enter, close } = await browser.openConsole("/inbox");
  await page.evaluateOnNewDocument(MARK_TENTH_ROW);
  await enter();
  const address = page.url();
  const session = await page.createCDPSession();
  const timeAt = async (rate: number) => {
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round += 1) seconds.push(await timeOnce(page, address));
    return median(seconds);
  };
  const slow = await timeAt(4);
  const quick = await timeAt(1);
  await close();
  const unit = "s" as const;
  return [
    { what: "first useful paint, CPU at a quarter", unit, reach: 1.5, hope: 1, measured: slow },
    { what: "silent reload", unit, reach: 0.7, hope: 0.4, measured: quick },
  ];
}

async function timeOnce(page: Page, address: string): Promise<number> {
  const from = Date.now();
  await page.goto(address);
  const drawn = await readTenthRow(page);
  // The last of the pages on the way, whose own clock began after the others.
  const began = z.number().parse(await page.evaluate("performance.timeOrigin"));
  return (began + drawn - from) / 1000;
}
