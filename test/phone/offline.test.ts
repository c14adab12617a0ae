import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { type Browser, type Page, launch } from "puppeteer-core";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { type PreviewFiles, buildPreview } from "./preview/build-preview.ts";
import { type Preview, servePreview } from "./preview/serve-preview.ts";

describeInChromium("the phone without a connection", describeChromium);

function describeChromium(executablePath: string): void {
  let browser: Browser;
  let preview: Preview;
  let versions: readonly PreviewFiles[];

  beforeAll(async () => {
    versions = await Promise.all(
      ["1", "2"].map((version) => buildPreview({ version, config: {} })),
    );
    browser = await launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  });
  beforeEach(async () => {
    preview = await servePreview(versions[0] ?? new Map());
  });
  afterEach(() => preview.close());
  afterAll(async () => await browser.close());

  async function open(): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(`${preview.url}?offline`);
    await page.waitForSelector("main h1");
    return page;
  }
  /** Waits until the first version has stored all files and answers this page. */
  const controlled = (page: Page) =>
    page.waitForFunction("navigator.serviceWorker.controller?.state === 'activated'");
  const storedVersions = (page: Page) => page.evaluate("caches.keys()");

  test("from the second visit on, the page opens without a connection, also at the address that a sign-in comes back to", async () => {
    const page = await open();
    await controlled(page);
    preview.close();
    await page.reload();
    await page.waitForSelector("main ::-p-text(Drink water)");
    await page.goto(`${preview.url}callback?error=access_denied`);
    await page.waitForSelector(
      "main ::-p-text(This sign-in began in another tab or too long ago.)",
    );
    expect(page.url()).toBe(preview.url);
  });

  test("a new version waits until the person starts it and nothing is being written, and deletes the old one's files", async () => {
    const page = await open();
    await controlled(page);
    preview.replace(versions[1] ?? new Map());
    await page.reload();
    await page.waitForSelector(".banner ::-p-text(A new version is ready.)");
    expect(await storedVersions(page)).toEqual(["sideline-phone-1", "sideline-phone-2"]);
    await page.evaluate(
      `void navigator.locks.request("sideline-writing", { mode: "shared" }, () =>
        new Promise((resolve) => { window.endWriting = resolve; }))`,
    );
    const button = await page.waitForSelector(".banner ::-p-aria(Start the new version)");
    await button?.click();
    await page.waitForFunction(
      `navigator.locks.query().then(({ pending }) => pending.some(({ mode }) => mode === "exclusive"))`,
    );
    expect(await storedVersions(page)).toEqual(["sideline-phone-1", "sideline-phone-2"]);
    const reloaded = page.waitForNavigation();
    await page.evaluate("endWriting()");
    await reloaded;
    await page.waitForSelector("main ::-p-text(Drink water)");
    expect(await storedVersions(page)).toEqual(["sideline-phone-2"]);
  });

  test("a version with a file that cannot be fetched is not used, and the page goes on with the stored one", async () => {
    const page = await open();
    await controlled(page);
    const torn = new Map(versions[1] ?? []);
    torn.delete("config.json");
    preview.replace(torn);
    await page.reload();
    expect(await page.evaluate(FAILED_UPDATE)).toBe("redundant");
    preview.close();
    await page.reload();
    await page.waitForSelector("main ::-p-text(Drink water)");
  });
}

/** Checks for a new version and resolves with the outcome. */
const FAILED_UPDATE = `navigator.serviceWorker.getRegistration("/phone/").then((found) =>
  new Promise((resolve) => {
    found.addEventListener("updatefound", () => {
      const { installing } = found;
      installing.addEventListener("statechange", () => resolve(installing.state));
    });
    void found.update().catch(() => null);
  }))`;
