import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "puppeteer-core";

/**
 * Watches a page's requests. The result resolves once the page has read its data and shows no loading mark. The poll
 * for changes does not count, because it never ends.
 */
export function settlePage(page: Page): () => Promise<void> {
  const underWay = new Set<object>();
  page.on("request", (request) => {
    if (!request.url().includes("/changes?")) underWay.add(request);
  });
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  const isQuiet = async () => underWay.size === 0 && (await page.evaluate(READY)) === true;
  return async () => {
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      // A page that was quiet may have been about to ask: it has to be so twice.
      if ((await isQuiet()) && (await page.evaluate(FRAMES)) === true && (await isQuiet())) return;
      await sleep(LOOK_MS);
    }
    throw new Error(`${page.url()} has ${underWay.size} requests under way, or loads for ever.`);
  };
}

const LOOK_MS = 30;
const MOST_LOOKS = 1_500;

const READY = `document.querySelector("main h1, main [role=alert]") !== null
  && document.querySelector(".loading, .skel") === null`;

/** Two frames: what a read has returned is drawn, and has begun its own reads. */
const FRAMES = `new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`;
