import { mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "puppeteer-core";
import * as z from "zod";
import { surroundings } from "../harness/surroundings.ts";

const WIDTHS = [320, 768, 1280];
const SCHEMES = ["light", "dark"] as const;
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const Findings = z.array(z.object({ id: z.string(), help: z.string() }));

/** Folder for a picture of every view; none are taken unless it is named. */
const pictures = surroundings["SIDELINE_PICTURES"];

/**
 * Looks at a page as it stands, light and dark, at three widths: what axe finds, and what is wider than its window.
 * The examiner comes by the debugger, which the page's policy does not bind; what the page asks for stays bound.
 */
export async function looksOf(page: Page, name: string): Promise<readonly string[]> {
  const found: string[] = [];
  await page.evaluate(AXE);
  for (const scheme of SCHEMES) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    for (const width of WIDTHS) {
      await page.setViewport({ width, height: 800 });
      const view = `${name}-${scheme}-${width}`;
      found.push(...(await findingsOf(page)).map((finding) => `${view}: ${finding}`));
      await takePicture(page, view);
    }
  }
  return found;
}

async function findingsOf(page: Page): Promise<readonly string[]> {
  const violations = await page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, help }) => ({ id, help })))",
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
