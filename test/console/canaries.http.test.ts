import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { signIn } from "../../tools/stack/sign-in.ts";
import { scanSources } from "../factories/inbox/canary-coach.ts";
import { clientWrites, WORDS } from "../factories/inbox/canary-texts.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import { type BuiltScope, admissionDeps, buildScope } from "../factories/sync/sync.ts";
import { newTestFolder } from "../harness/context.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { findInFolder } from "./find-in-folder.ts";
import { tabTo } from "./keys.ts";
import { type ConsoleStage, passDoor, startConsoleStage } from "./stage.ts";
import { recordTraffic } from "./record-traffic.ts";

describeInChromium("what the console leaves behind", describeChromium);

/** The client's name, and what the coach types. */
const NAME = "Zzname Brandt";
const [NOTE, UNSENT] = ["zznotezz", "zzunsentzz"];
/** Texts that a page may show and no store may keep. */
const PRIVATE = [...Object.values(WORDS), NAME, NOTE, UNSENT];

function describeChromium(executablePath: string): void {
  const profile = newTestFolder("canary-profile");
  const lines: string[] = [];
  let stage: ConsoleStage;
  let scope: BuiltScope;
  let email: string;

  beforeAll(async () => {
    const onLog = (line: object) => lines.push(JSON.stringify(line));
    stage = await startConsoleStage(executablePath, { profile, onLog });
    ({ scope, email } = await buildWrittenScope(stage));
  });
  afterAll(async () => await stage.close());

  test("after a morning's work, a sign-out and the end of the browser, no store, address, referrer, log or file of the profile has a token, an invitation, a name or a word of health", async () => {
    // A page of the browser's own profile: those of a further context leave nothing on disk.
    const page = await stage.browser.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    page.setDefaultTimeout(150_000);
    const traffic = recordTraffic(page);
    await page.goto(`${stage.api.url}/inbox`);
    await passDoor(page, email);
    await work(page, scope.relationshipId);
    const secrets = traffic.secrets();
    expect(secrets.length).toBeGreaterThanOrEqual(3);
    const hidden = [...PRIVATE, ...secrets];
    expect(namesIn(await storesOf(page), hidden)).toEqual([]);

    const other = await openOther(page);
    await page.bringToFront();
    await signOutByKeys(page);
    await other.waitForSelector(".door");
    expect(namesIn(await shownBy(other), PRIVATE)).toEqual([]);
    for (const back of [other, page]) {
      await back.bringToFront();
      await back.goBack({ waitUntil: "load", timeout: 10_000 }).catch(() => null);
      await back.waitForSelector(".door, form");
      expect(namesIn(await shownBy(back), PRIVATE)).toEqual([]);
      expect(namesIn(await storesOf(back), hidden)).toEqual([]);
    }
    // A control: what a page does keep, the search finds on disk.
    await page.evaluate("localStorage.setItem('control', 'zzcontrolzz')");
    await stage.browser.close();
    const controls = findInFolder(profile, ["zzcontrolzz", `/clients/${scope.relationshipId}`]);
    expect(controls.some((control) => control.endsWith("zzcontrolzz"))).toBe(true);
    expect(controls.some((control) => control.startsWith("/Default/Sessions/"))).toBe(true);
    const onDisk = hidden.filter((word) => !traffic.idTokens().includes(word));
    expect(findInFolder(profile, onDisk)).toEqual([]);
    expect(namesIn(traffic.addresses().join("\n"), onDisk)).toEqual([]);
    const ofHint = traffic.addresses().filter((address) => address.includes("id_token_hint="));
    expect(ofHint.length).toBeGreaterThan(0);
    expect(ofHint.every((address) => address.startsWith(`${stage.issuer}/`))).toBe(true);
    expect(traffic.referrers().filter((referrer) => referrer.includes(stage.api.url))).toEqual([]);
    expect(namesIn(lines.join("\n"), hidden)).toEqual([]);
  });
}

/** A client who has written every free text, and the coach, who signs in at the stage's provider. */
async function buildWrittenScope({ api, issuer }: ConsoleStage) {
  const { em } = api.deps.database;
  const scope = await buildScope(em);
  const email = `${randomUUID()}@example.com`;
  const { subject } = await signIn({ issuer, clientId: "sideline-web", email });
  await em.fork().nativeUpdate(AuthIdentity, { userId: scope.coachUserId }, { issuer, subject });
  const settlement = settlementDeps(em);
  const settle = () => settleAll(settlement, { deviceId: scope.deviceId });
  const ground = { em, scope, admission: admissionDeps(em), settle };
  await clientWrites(ground, NAME);
  await scanSources(ground);
  return { scope, email };
}

/** Reads what the client wrote, searches, decides with a note, invites somebody, and leaves a text unsent. */
async function work(page: Page, relationshipId: string): Promise<void> {
  await page.waitForSelector('[role="row"].item');
  await page.keyboard.press("j");
  await page.waitForSelector(".preview h2");
  await page.keyboard.press("d");
  await tabTo(page, '[role="dialog"] textarea');
  await page.keyboard.type(NOTE);
  await tabTo(page, '[role="dialog"] [role="option"]');
  await page.keyboard.press("Enter");
  await page.waitForSelector(".undo");
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await page.waitForSelector("input[type=search]");
  await page.keyboard.press("/");
  await page.keyboard.type(NAME);
  await page.keyboard.press("Tab");
  await page.keyboard.press("i");
  await page.waitForSelector('[role="dialog"] input:focus');
  await page.keyboard.type(`${randomUUID()}@example.com`);
  await page.keyboard.press("Enter");
  await page.waitForSelector('[role="dialog"] input[readonly]');
  await page.keyboard.press("Escape");
  await page.waitForFunction('document.querySelector("[role=dialog]") === null');
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForFunction(`location.pathname.includes(${JSON.stringify(relationshipId)})`);
  // Until the client's page is drawn, the numbers are those of the roster's views.
  await page.waitForSelector(".who h1");
  for (const key of ["2", "3", "4", "5", "6", "7", "8"] as const) {
    await page.keyboard.press(key);
    await page.waitForNetworkIdle({ idleTime: 200, concurrency: 1 });
  }
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.waitForSelector('[role="row"].item');
  await page.keyboard.press("j");
  await page.waitForSelector(".preview h2");
  await page.keyboard.press("d");
  await tabTo(page, '[role="dialog"] textarea');
  await page.keyboard.type(UNSENT);
  // The browser notes what a page's fields hold when the page is left.
  await page.goBack();
  await page.waitForSelector(".who h1");
}

/** Another tab, with the client open and a way back. */
async function openOther(page: Page): Promise<Page> {
  const other = await page.browserContext().newPage();
  other.setDefaultTimeout(150_000);
  await other.goto(new URL("/inbox", page.url()).href);
  await other.waitForSelector('[role="row"].item');
  await other.keyboard.press("j");
  await other.waitForSelector(".preview h2");
  await other.keyboard.press("o");
  return other;
}

async function signOutByKeys(page: Page): Promise<void> {
  await tabTo(page, "button.me");
  await page.keyboard.press("Enter");
  await page.waitForSelector('[role="menuitem"]:focus');
  await page.keyboard.press("Enter");
  // The development provider asks before it ends the session.
  const confirm = await page.waitForSelector("button[name=logout]");
  await confirm?.press("Enter");
  await page.waitForSelector(".door");
}

const namesIn = (text: string, words: readonly string[]) =>
  words.filter((word) => text.includes(word));

/** The title and everything that a tab shows, and its history with the titles in it. */
async function shownBy(page: Page): Promise<string> {
  const session = await page.createCDPSession();
  const { entries } = await session.send("Page.getNavigationHistory");
  const shown = await page.evaluate("document.title + document.documentElement.outerHTML");
  return JSON.stringify([shown, entries]);
}

/** Everything that the page's scripts can store. */
async function storesOf(page: Page): Promise<string> {
  return String(await page.evaluate(STORES));
}

const STORES = `(async () => JSON.stringify([
  { ...localStorage }, { ...sessionStorage }, history.state, document.cookie, document.referrer,
  location.href, await indexedDB.databases(), await caches.keys(),
]))()`;
