import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { type Browser, launch } from "puppeteer-core";
import { loadEnvironment } from "../../workers/config/load-environment.ts";
import { showHelp } from "../../workers/operator/show-help.ts";
import { COACH } from "../demo/demo-names.ts";
import { DEMO_FOLDER } from "../demo/demo-folder.ts";
import { readLauncherConfig } from "../launcher-config.ts";
import { findChromium } from "../processes/find-chromium.ts";
import { enterLink } from "../provider/open-entrance.ts";
import { requireStack } from "../stack/stack-file.ts";

showHelp(`Takes the pictures of the README from the running demo: npm run pictures

Needs Chromium (CHROMIUM_PATH, or on the PATH) and a stack of: npm run demo`);

/** Pictures lie beside the pages of the documentation; both together have at most 150 kB. */
const FOLDER = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));

const env = loadEnvironment();
const { urls } = requireStack(join(readLauncherConfig(env).dataDir, DEMO_FOLDER));
const link = enterLink(urls.provider, { email: COACH.email, to: `${urls.api}/inbox` });
const executablePath = findChromium(env);
if (executablePath === null) throw new Error("Install Chromium, or set CHROMIUM_PATH.");
const browser = await launch({ executablePath, args: ["--no-sandbox", "--lang=en"] });
try {
  for (const theme of ["light", "dark"] as const) await takePicture(browser, theme);
} finally {
  await browser.close();
}

async function takePicture(on: Browser, theme: "light" | "dark"): Promise<void> {
  const context = await on.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1200, height: 720, deviceScaleFactor: 1.5 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
  await page.goto(link);
  await page.waitForSelector('.item[role="row"]', { timeout: 60_000 });
  // Opens the first row, so that the preview shows its reasons.
  await page.keyboard.press("j");
  await page.waitForSelector(".preview .sum", { timeout: 60_000 });
  await page.waitForSelector(".preview .day-strip", { timeout: 60_000 });
  const path = `${FOLDER}inbox-${theme}.webp` as const;
  await page.screenshot({ path, type: "webp", quality: 36 });
  process.stdout.write(`${path}\n`);
  await context.close();
}
