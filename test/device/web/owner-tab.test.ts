import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Browser, launch } from "puppeteer-core";
import * as z from "zod";
import { describeInChromium } from "../../harness/describe-in-chromium.ts";
import { bundleForBrowser } from "./bundle-for-browser.ts";
import { type ServedFiles, serveFiles } from "./serve-files.ts";

describeInChromium("the tabs of a site in Chromium", (executablePath) => {
  let browser: Browser;
  let files: ServedFiles;

  beforeAll(async () => {
    files = await serveFiles({
      "page.js": bundleForBrowser(new URL("tabs-page.ts", import.meta.url)),
      "worker.js": bundleForBrowser(new URL("tabs-worker.ts", import.meta.url)),
    });
    browser = await launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  });
  afterAll(async () => {
    await browser.close();
    await files.close();
  });

  async function openTab() {
    const page = await browser.newPage();
    await page.goto(`${files.origin}/`);
    await page.evaluate("window.worker = new Worker('/worker.js', { type: 'module' })");
    await page.evaluate("import('/page.js').then(() => null)");
    return page;
  }

  test("Actions made in one tab while the tab that owns the device is killed are each queued once.", async () => {
    const owner = await openTab();
    expect(await owner.evaluate("device.state().then(({ session }) => session)")).toBe("NEEDED");
    const other = await openTab();
    const enqueue = (first: number) =>
      `device.scopes().then(([scope]) => Promise.all(Array.from({ length: 5 }, (_, place) =>
        scope.enqueue({ clientOperationId: 'action-' + (${first} + place),
          operationType: 'quick-log.complete-task', payload: { taskId: 'task' } }))).then(() => null))`;
    await other.evaluate(enqueue(1));
    const interrupted = other.evaluate(enqueue(6));
    await owner.close({ runBeforeUnload: false });
    await interrupted;
    const ids = await other.evaluate(
      "device.scopes().then(([scope]) => scope.operations()).then((all) => all.map((one) => one.clientOperationId))",
    );
    expect(ids).toHaveLength(10);
    expect(new Set(z.array(z.string()).parse(ids)).size).toBe(10);
    await other.close();
    const next = await openTab();
    expect(await next.evaluate("device.state().then(({ waiting }) => waiting)")).toBe(10);
  });
});
