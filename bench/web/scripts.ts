import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Page } from "puppeteer-core";
import { z } from "zod";
import type { BenchBrowser } from "./bench-browser.ts";
import type { Figure } from "./table.ts";
import { MARK_TENTH_ROW, readTenthRow } from "./tenth-row.ts";

/**
 * Measures kilobytes of gzipped JavaScript: the first page until its tenth row is drawn, the scripts loaded when idle,
 * and each further page. A browser that waits for the rows is idle too. A separate figure therefore counts everything
 * requested before the tenth row.
 */
export async function measureScripts(browser: BenchBrowser): Promise<readonly Figure[]> {
  const asked = await openFirst(browser, MARK_TENTH_ROW);
  const before = await sizeOf(asked.first);
  await asked.close();
  const { page, loaded, first, later, close } = await openFirst(
    browser,
    `${MARK_TENTH_ROW}${HOLD_IDLE}`,
  );
  const figures: Figure[] = [
    { what: "scripts: first page", ...FIRST, measured: await sizeOf(first) },
    { what: "scripts: after it, by themselves", ...FREE, measured: await sizeOf(later) },
    { what: "scripts: asked for before its rows are drawn", ...FREE, measured: before },
  ];
  let seen = loaded.length;
  for (const [name, key] of FURTHER) {
    await page.keyboard.press("g");
    await page.keyboard.press(key);
    const all = await settledScripts(page);
    figures.push({ what: `scripts: ${name}`, ...NEXT, measured: await sizeOf(all.slice(seen)) });
    seen = all.length;
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

/** Opens the inbox, and separates the scripts that it requests before its tenth row from later ones. */
async function openFirst(browser: BenchBrowser, script: string) {
  const { page, enter, close } = await browser.openConsole("/inbox");
  await page.evaluateOnNewDocument(script);
  await enter();
  const drawn = await readTenthRow(page);
  const loaded = await settledScripts(page);
  const first = loaded.filter(({ at }) => at < drawn);
  return { page, close, loaded, first, later: loaded.slice(first.length) };
}

/** Has the browser call nothing idle until the tenth row is drawn: what is left is needed. */
const HOLD_IDLE = `{
  const ask = window.requestIdleCallback;
  window.requestIdleCallback = (run, options) => {
    const wait = () => (window.drawnAt === undefined ? setTimeout(wait, 20) : ask(run, options));
    wait();
    return 0;
  };
}`;

/** The scripts that a page has asked for, in their order, once no further one comes. */
async function settledScripts(page: Page): Promise<readonly LoadedScript[]> {
  let found: readonly LoadedScript[] = [];
  for (let quiet = 0; quiet < QUIET_LOOKS; quiet += 1) {
    await sleep(LOOK_MS);
    const present = LoadedScripts.parse(await page.evaluate(SCRIPTS));
    if (present.length > found.length) quiet = -1;
    found = present;
  }
  return found;
}

const LOOK_MS = 250;
/** Two seconds: an idle browser has begun what it loads later. */
const QUIET_LOOKS = 8;

/**
 * Scripts of the current document only. The sign-in has left the earlier documents, and each document requests all
 * scripts that it needs.
 */
const SCRIPTS = `performance.getEntriesByType("resource")
  .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
  .map(({ name, startTime }) => ({ url: name, at: startTime }))`;

const LoadedScripts = z.array(z.object({ url: z.string(), at: z.number() }));
type LoadedScript = z.infer<typeof LoadedScripts>[number];

/** Kilobytes of some scripts, each fetched once more, because a cached one came without its bytes. */
async function sizeOf(scripts: readonly LoadedScript[]): Promise<number> {
  const sizes = await Promise.all(
    [...new Set(scripts.map(({ url }) => url))].map(async (url) => {
      const answer = await fetch(url);
      return gzipSync(await answer.bytes(), { level: 9 }).length;
    }),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000;
}
