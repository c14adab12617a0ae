import { type Server, createServer } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Browser, launch } from "puppeteer-core";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { getTestPart, newTestFolder } from "../harness/context.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";

/** The shortest module: a header, and nothing in it. */
const EMPTY_WASM = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Phone</title>
<script>globalThis.inline = true;</script><script type="module" src="/phone/main-00000000.js"></script></head><body></body></html>`;

/** Tries in page and worker what the phone needs, and what must fail. Each attempt ends with its outcome in a word. */
const attempts = (elsewhere: string, issuer: string) => `
  const attempt = async (act) => { try { return await act(); } catch { return "refused"; } };
  const tried = async () => ({
    webAssembly: await attempt(async () => {
      await WebAssembly.instantiateStreaming(fetch("/phone/sqlite3.wasm"));
      return "compiled";
    }),
    settings: await attempt(async () => (await fetch("/phone/config.json")).status),
    api: await attempt(async () => (await fetch("/api/v1/auth/me")).status),
    issuer: await attempt(async () =>
      (await fetch("${issuer}/.well-known/openid-configuration")).status),
    elsewhere: await attempt(async () => (await fetch("${elsewhere}")).status),
    evaluated: await attempt(async () => eval("'ran'")),
    inline: globalThis.inline === true,
  });`;

const MAIN = `
  const worker = new Worker("/phone/worker-00000000.js", { type: "module" });
  const inWorker = new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
  await navigator.serviceWorker.register("/phone/offline-worker.js", { scope: "/phone/" });
  await navigator.serviceWorker.ready;
  globalThis.outcome = { page: await tried(), worker: await inWorker, serviceWorker: "active" };`;

const WORKER = `
  const stored = await attempt(async () => {
    const folder = await navigator.storage.getDirectory();
    const file = await folder.getFileHandle("phone", { create: true });
    const handle = await file.createSyncAccessHandle();
    handle.write(new Uint8Array([1]));
    handle.close();
    return "written";
  });
  postMessage({ ...(await tried()), stored });`;

const ALLOWED = {
  webAssembly: "compiled",
  settings: 200,
  api: 401,
  issuer: 200,
  elsewhere: "refused",
  evaluated: "refused",
  inline: false,
};

describeInChromium("the phone's policy in Chromium", (executablePath) => {
  let browser: Browser;
  let api: TestApi;
  let stranger: Server;

  beforeAll(async () => {
    const { issuer } = getTestPart("provider");
    const [port = 0] = await findFreePorts(1);
    stranger = await openToAll(port);
    const folder = newTestFolder("phone");
    const shared = attempts(`http://127.0.0.1:${port}/`, issuer);
    for (const [name, content] of [
      ["index.html", PAGE],
      ["config.json", "{}"],
      ["sqlite3.wasm", EMPTY_WASM],
      ["main-00000000.js", shared + MAIN],
      ["worker-00000000.js", shared + WORKER],
      ["offline-worker.js", "addEventListener('install', () => skipWaiting());"],
    ] as const)
      writeFileSync(join(folder, name), content);
    api = await startApi({ phoneDirectory: folder, links: { issuer } });
    browser = await launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
    stranger.close();
  });

  test.each(["/phone/", "/phone/callback?code=c&state=s"])(
    "%s and its worker compile WebAssembly, store, and reach this API and the issuer, and run or reach nothing else",
    async (path) => {
      const page = await browser.newPage();
      await page.goto(`${api.url}${path}`);
      await page.waitForFunction("globalThis.outcome !== undefined");
      expect(await page.evaluate("globalThis.outcome")).toEqual({
        page: ALLOWED,
        worker: { ...ALLOWED, stored: "written" },
        serviceWorker: "active",
      });
      await page.close();
    },
  );
});

/** A server that lets every origin read, so that only the page's own policy refuses the call. */
async function openToAll(port: number): Promise<Server> {
  const server = createServer((_req, res) => {
    res.setHeader("Access-Control-Allow-Origin", "*");
    res.end("elsewhere");
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  return server;
}
