import { mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "puppeteer-core";
import * as z from "zod";
import { surroundings } from "../../harness/surroundings.ts";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const Findings = z.array(z.object({ id: z.string(), help: z.string() }));

/** Folder for a picture of every view; without it none are taken. */
const pictures = surroundings["SIDELINE_PICTURES"];

/**
 * With pictures every view is checked; otherwise the narrowest in light and the widest in dark represent the others.
 */
const VIEWS = [
  ["light", 320],
  ["dark", 1280],
  ...(pictures === undefined
    ? []
    : ([
        ["light", 390],
        ["dark", 390],
        ["light", 768],
        ["light", 1280],
        ["dark", 320],
        ["dark", 768],
      ] as const)),
] as const;

/**
 * Checks a page in light and dark mode, at up to three widths. It looks for axe's findings and for content wider than
 * the window. The debugger injects axe, because the page's policy does not apply to it. The page's own requests stay
 * restricted.
 *
 * @param height PAGE: in a window as high as the page, so that a bar that stays at its edge covers no control.
 */
export async function checkAppearance(
  page: Page,
  name: string,
  height: "WINDOW" | "PAGE" = "WINDOW",
): Promise<readonly string[]> {
  const found: string[] = [];
  await page.evaluate(AXE);
  for (const [scheme, width] of VIEWS) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.setViewport({ width, height: 800 });
    if (height === "PAGE") {
      const whole = await page.evaluate("document.documentElement.scrollHeight");
      await page.setViewport({ width, height: Math.max(800, Number(whole)) });
    }
    const view = `${name}-${scheme}-${width}`;
    found.push(...(await findingsOf(page)).map((finding) => `${view}: ${finding}`));
    await takePicture(page, view);
  }
  return found;
}

/** axe leaves its rule of targets of 24 px out unless it is asked for. */
async function findingsOf(page: Page): Promise<readonly string[]> {
  const violations = await page.evaluate(
    "axe.run({ rules: { 'target-size': { enabled: true } } }).then(({ violations }) => violations.map(({ id, help }) => ({ id, help })))",
  );
  const wide = await page.evaluate("document.documentElement.scrollWidth > window.innerWidth");
  const found = Findings.parse(violations).map(({ id, help }) => `${id} (${help})`);
  return wide === true ? [...found, "wider than the window"] : found;
}

async function takePicture(page: Page, view: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/${view}.png`, fullPage: true });
}
