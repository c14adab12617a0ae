import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Browser, type Page, launch } from "puppeteer-core";
import { describeInChromium } from "../../harness/describe-in-chromium.ts";
import { describeFilesConformance } from "../store/files-conformance.ts";
import { describeSqlConformance } from "../store/sql-conformance.ts";
import { bundleForBrowser } from "./bundle-for-browser.ts";
import { type ServedFiles, serveFiles } from "./serve-files.ts";
import { expressionOf, startWorker, type WorkerCalls } from "./worker-calls.ts";

describeInChromium("the stores of a browser in Chromium", (executablePath) => {
  let browser: Browser;
  let files: ServedFiles;
  let page: Page;
  let worker: WorkerCalls;
  let folders = 0;

  beforeAll(async () => {
    files = await serveFiles({
      "adapters.js": bundleForBrowser(new URL("adapters-worker.ts", import.meta.url)),
    });
    browser = await launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
    [page, worker] = await openTab();
  });
  afterAll(async () => {
    await browser.close();
    await files.close();
  });

  async function openTab(): Promise<[Page, WorkerCalls]> {
    const opened = await browser.newPage();
    await opened.goto(`${files.origin}/`);
    return [opened, await startWorker(opened)];
  }

  function newFolder(): string {
    folders += 1;
    return `.database-${folders}`;
  }

  describeSqlConformance("The browser's private files", async () => {
    const folder = newFolder();
    return { open: () => worker.openSql(folder), remove: async () => undefined };
  });

  describeFilesConformance("The browser's private files", async () => {
    const folder = newFolder();
    return {
      open: () => worker.openFiles(folder),
      choose: async (bytes) => bytes,
      noFile: "a path",
      remove: async () => undefined,
    };
  });

  const insert = (id: string) => ({
    sql: "insert into thing values (?)",
    params: [id],
    changes: 1,
  });
  const TABLE = { sql: "create table thing (id text primary key)" };
  const IDS = { sql: "select id from thing order by id" };

  test("A second tab is refused as long as the first has the database open, and loses nothing of it.", async () => {
    const folder = newFolder();
    const first = await worker.openSql(folder);
    await first.write([TABLE, insert("a")]);
    const [tab, other] = await openTab();
    await expect(other.openSql(folder)).rejects.toMatchObject({ kind: "LOST" });
    expect(await first.read(IDS)).toEqual([{ id: "a" }]);
    await first.close();
    const second = await other.openSql(folder);
    expect(await second.read(IDS)).toEqual([{ id: "a" }]);
    await expect(worker.openSql(folder)).rejects.toMatchObject({ kind: "LOST" });
    await tab.close();
  });

  test("A tab that crashes right after a write leaves it to the next tab.", async () => {
    const folder = newFolder();
    const [tab, crashing] = await openTab();
    const sql = await crashing.openSql(folder);
    await sql.write([TABLE]);
    await sql.write([insert("a")]);
    void sql.write([insert("b")]).catch(() => null);
    await tab.close({ runBeforeUnload: false });
    const again = await openEventually(folder);
    const ids = (await again.read(IDS)).map(({ id }) => id);
    expect(ids.at(0)).toBe("a");
    await again.write([insert("c")]);
  });

  test("A database without room is full, keeps what it has, and writes again once there is room.", async () => {
    const sql = await worker.openSql(newFolder());
    await sql.write([{ sql: "create table thing (id text, value blob)" }]);
    const session = await page.createCDPSession();
    const large = { sql: "insert into thing values ('a', zeroblob(20000000))" };
    await session.send("Storage.overrideQuotaForOrigin", { origin: files.origin, quotaSize: 1000 });
    await expect(sql.write([large])).rejects.toMatchObject({ kind: "FULL" });
    expect(await sql.read({ sql: "select id from thing" })).toEqual([]);
    await session.send("Storage.overrideQuotaForOrigin", { origin: files.origin });
    await sql.write([large]);
    expect(await sql.read({ sql: "select id from thing" })).toEqual([{ id: "a" }]);
    await sql.close();
  });

  test("The browser says whether storage persists, how much is used and how much is allowed.", async () => {
    expect(await worker.call("storageFacts()")).toEqual({
      persisted: expect.any(Boolean),
      usedBytes: expect.any(Number),
      quotaBytes: expect.any(Number),
    });
  });

  test("The browser's vault keeps secrets and keys over a reload, and no script can export a key.", async () => {
    const [tab, first] = await openTab();
    await first.call("openIndexedDbVault('vault').then((vault) => { globalThis.vault = vault })");
    await first.call("vault.write('session', 'secret ä')");
    expect(await first.call("vault.key('cache/a')")).toBeNull();
    await first.call("Promise.all([vault.makeKey('cache/a'), vault.makeKey('cache/a')])");
    const seal =
      "vault.makeKey('cache/a').then((key) => webCryptoAes.seal(key, utf8('text'), 'row'))";
    const sealed = await first.call(seal);
    const exported = "vault.key('cache/a').then((key) => crypto.subtle.exportKey('raw', key))";
    await expect(first.call(exported)).rejects.toThrow("InvalidAccessError");
    await tab.close();

    await worker.call("openIndexedDbVault('vault').then((vault) => { globalThis.vault = vault })");
    expect(await worker.call("vault.read('session')")).toBe("secret ä");
    expect(await worker.call("vault.read('other')")).toBeNull();
    const open = (label: string) =>
      `vault.key('cache/a').then((key) => webCryptoAes.open(key, ${expressionOf(sealed)}, '${label}'))`;
    expect(await worker.call(open("row"))).toEqual(new Uint8Array(Buffer.from("text")));
    expect(await worker.call(open("other"))).toBeNull();
    await worker.call("vault.removeKey('cache/a')");
    await worker.call("vault.remove('session')");
    expect(await worker.call("vault.key('cache/a')")).toBeNull();
    expect(await worker.call("vault.read('session')")).toBeNull();
    await worker.call("vault.makeKey('cache/a')");
    expect(await worker.call(open("row"))).toBeNull();
  });

  /** The browser releases the files of a closed tab a moment later. */
  async function openEventually(folder: string) {
    for (;;) {
      try {
        return await worker.openSql(folder);
      } catch (error) {
        if (!(error instanceof Error && "kind" in error && error.kind === "LOST")) throw error;
      }
    }
  }
});
