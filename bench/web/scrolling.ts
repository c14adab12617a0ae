import { z } from "zod";
import { quantile } from "../load.ts";
import type { BenchBrowser } from "./bench-browser.ts";
import type { Figure } from "./table.ts";

/** The longest frame while the inbox scrolls through its rows, which it loads on the way. */
export async function timeFrames(browser: BenchBrowser, rows: number): Promise<readonly Figure[]> {
  const { page, enter, close } = await browser.openConsole("/inbox");
  await enter();
  const found = await page.evaluate(`(${SCROLL})(${rows})`);
  const { frames, reached } = z
    .object({ frames: z.array(z.number()), reached: z.number() })
    .parse(found);
  await close();
  const sorted = frames.toSorted((one, other) => one - other);
  const unit = "ms" as const;
  const longest = sorted.at(-1) ?? 0;
  const what = `scrolling ${reached} rows, longest frame`;
  const usual = { what: "scrolling, p99 of the frames", unit, reach: null, hope: null };
  return [
    { what, unit, reach: 50, hope: 32, measured: longest },
    { ...usual, measured: quantile(sorted, 0.99) },
  ];
}

/** Scrolls half a window a frame until a row is drawn, and returns the time between frames. */
const SCROLL = `async (wanted) => {
  const list = document.querySelector(".list");
  const frames = [];
  let reached = 0;
  let last = await new Promise(requestAnimationFrame);
  const end = performance.now() + 120000;
  while (reached < wanted && performance.now() < end) {
    list.scrollBy(0, list.clientHeight / 2);
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - last);
    last = now;
    const shown = list.querySelectorAll("[aria-rowindex]");
    reached = Number(shown[shown.length - 1]?.getAttribute("aria-rowindex") ?? reached);
  }
  return { frames, reached };
}`;
