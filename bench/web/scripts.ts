import { gzipSync } from "node:zlib";
import type { Page } from "puppeteer-core";
import type { BenchBrowser } from "./bench-browser.ts";
import type { Figure } from "./table.ts";

/** Kilobytes of JavaScript, gzip, that the first page loads until its rows are drawn, and that each further page adds. */
export async function measureScripts(browser: BenchBrowser): Promise<readonly Figure[]> {
  const { page, enter, close } = await browser.openConsole("/inbox");
  const loaded = collectScripts(page);
  await enter();
  const measured = await loaded.take();
  const figures: Figure[] = [{ what: "scripts: first page", ...FIRST, measured }];
  // Texts and dialogs of later pages follow by themselves.
  await page.waitForNetworkIdle({ concurrency: 1 });
  const later = { what: "scripts: after it, by themselves", ...FREE };
  figures.push({ ...later, measured: await loaded.take() });
  for (const [name, key] of FURTHER) {
    await page.keyboard.press("g");
    await page.keyboard.press(key);
    await page.waitForNetworkIdle({ concurrency: 1 });
    figures.push({ what: `scripts: ${name}`, ...NEXT, measured: await loaded.take() });
  }
  await close();
  return figures;
}

const FIRST = { unit: "kB", reach: 235, hope: 205 } as const;
const FREE = { unit: "kB", reach: null, hope: null } as const;
const NEXT = { unit: "kB", reach: 60, hope: 40 } as const;

const FURTHER = [
  ["clients", "c"],
  ["onboarding", "o"],
  ["plans", "p"],
  ["forms", "f"],
  ["exercises", "x"],
  ["settings", "s"],
] as const;

/** Collects the scripts that a page loads. `take` returns the kilobytes since the last call. */
function collectScripts(page: Page) {
  const seen = new Set<string>();
  let fresh: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() !== "script" || seen.has(request.url())) return;
    seen.add(request.url());
    fresh.push(request.url());
  });
  return {
    async take() {
      const sizes = await Promise.all(fresh.map(sizeOf));
      fresh = [];
      return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000;
    },
  };
}

/** Fetched anew: a page that has left for the provider has forgotten what it loaded. */
async function sizeOf(url: string): Promise<number> {
  const answer = await fetch(url);
  return gzipSync(await answer.bytes(), { level: 9 }).length;
}
