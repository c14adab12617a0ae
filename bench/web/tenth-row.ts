import type { Page } from "puppeteer-core";
import { z } from "zod";

/** Script of a page that notes when its first ten rows with names are drawn: the frame after the one with the tenth. */
export const MARK_TENTH_ROW = `{
  // More than the browser keeps by itself.
  performance.setResourceTimingBufferSize(5000);
  const look = () => {
    const rows = document.querySelectorAll('.item[role="row"] b');
    if (rows.length < 10) requestAnimationFrame(look);
    else requestAnimationFrame(() => (window.drawnAt = performance.now()));
  };
  requestAnimationFrame(look);
}`;

/** Milliseconds from the beginning of the page until its tenth row is drawn; waits for it. */
export async function readTenthRow(page: Page): Promise<number> {
  await page.waitForFunction("window.drawnAt !== undefined");
  return z.number().parse(await page.evaluate("window.drawnAt"));
}
