import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import * as z from "zod";
import { inviteMember, memberToken } from "../../activities/invitations/invite-member.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { eventually } from "../factories/eventually.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { newTestFolder } from "../harness/context.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { findInFolder } from "./find-in-folder.ts";
import { recordTraffic } from "./record-traffic.ts";
import { type ConsoleStage, buildConsoleCoach, passDoor, startConsoleStage } from "./stage.ts";

// The test of canaries lets these pass, each where it may stand and nowhere else.
describeInChromium("the secrets that a browser may hold", describeChromium);

const NOTE = "zzsealedzz her knee hurts";

function describeChromium(executablePath: string): void {
  const profile = newTestFolder("allowed-secrets");
  const lines: string[] = [];
  let stage: ConsoleStage;

  beforeAll(async () => {
    const onLog = (line: object) => lines.push(JSON.stringify(line));
    stage = await startConsoleStage(executablePath, { profile, onLog });
  });
  afterAll(async () => await stage.close());

  /** A page of the browser's own profile: those of a further context leave nothing on disk. */
  async function openOwnPage(): Promise<Page> {
    const page = await stage.browser.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    page.setDefaultTimeout(150_000);
    return page;
  }

  test("the token of an invitation stands in the state of its own page's entry and nowhere else, until the invitation is handed over", async () => {
    const owner = await buildConsoleCoach(stage);
    const token = await invite(owner, "lena@example.com");
    const page = await openOwnPage();
    await page.goto(`${stage.api.url}/member-invitation#token=${token}`);
    await page.waitForSelector('[data-outcome="OPEN"]:not([hidden])');
    expect(await page.evaluate("JSON.stringify(history.state)")).toContain(token);
    expect(await storesOf(page)).not.toContain(token);
    expect(await addressesOf(page)).not.toContain(token);
    await page.goto(`${stage.api.url}/no-page`);
    expect(await page.evaluate("JSON.stringify(history.state)")).not.toContain(token);
    await page.goBack();
    await page.waitForSelector('[data-outcome="OPEN"]:not([hidden])');
    await (await page.waitForSelector('[data-act="join"]'))?.press("Enter");
    await page.waitForSelector(".door .btn.go");
    expect(await page.evaluate("JSON.stringify(history.state)")).not.toContain(token);
    expect(await storesOf(page)).not.toContain(token);
    expect(await addressesOf(page)).not.toContain(token);
    expect(lines.filter((line) => line.includes(token))).toEqual([]);
    await page.close();
  });

  test("the code and the state of a sign-in stand in the address of the callback until it has read them, and afterwards in no entry, store, referrer or log", async () => {
    const { email } = await buildConsoleCoach(stage);
    const page = await openOwnPage();
    const traffic = recordTraffic(page);
    await page.goto(`${stage.api.url}/inbox`);
    await passDoor(page, email);
    const withCode = traffic.addresses().filter((address) => address.includes("code="));
    const callbacks = withCode.map((address) => new URL(address));
    expect(callbacks.map(({ origin, pathname }) => origin + pathname)).toEqual([
      `${stage.api.url}/console/callback`,
    ]);
    const secrets = ["code", "state"].map((name) => callbacks[0]?.searchParams.get(name) ?? name);
    const left = [
      await addressesOf(page),
      await storesOf(page),
      ...traffic.referrers(),
      ...lines,
    ].join("\n");
    expect(secrets.filter((secret) => left.includes(secret))).toEqual([]);
    await page.close();
  });

  test("an ID token stands in the one address that ends the provider's session, and in no other one, no store, referrer or log", async () => {
    const { email } = await buildConsoleCoach(stage);
    const page = await openOwnPage();
    const traffic = recordTraffic(page);
    await page.goto(`${stage.api.url}/inbox`);
    // The test before left its session at the provider.
    await page.waitForSelector("nav.side, .door .btn.go");
    if ((await page.$("nav.side")) === null) await passDoor(page, email);
    const idTokens = traffic.idTokens();
    expect(idTokens.length).toBeGreaterThan(0);
    await (await page.waitForSelector("button.me"))?.press("Enter");
    await (await page.waitForSelector('[role="menuitem"]'))?.press("Enter");
    // The development provider asks before it ends the session.
    await (await page.waitForSelector("button[name=logout]"))?.press("Enter");
    await page.waitForSelector(".door");
    const found = traffic
      .addresses()
      .filter((address) => idTokens.some((idToken) => address.includes(idToken)));
    const end = await endOfSession(stage);
    expect(found.map((address) => address.split("?", 1)[0])).toEqual([end]);
    // The entry of the provider's own question, whether to sign out, keeps its address.
    const entries = (await addressesOf(page)).split("\n");
    const others = entries.filter((address) => !address.startsWith(`${end}?`));
    const left = [...others, await storesOf(page), ...traffic.referrers(), ...lines].join("\n");
    expect(idTokens.filter((idToken) => left.includes(idToken))).toEqual([]);
    await page.close();
  });

  test("a text that was typed and not sent is on disk as ciphertext only", async () => {
    const { email, ...owner } = await buildConsoleCoach(stage);
    const { id } = await putCoachTask(stage.api.deps.database.em, owner);
    const page = await openOwnPage();
    await page.goto(`${stage.api.url}/inbox/${id}`);
    await passDoor(page, email);
    await page.waitForSelector(".preview h2");
    await page.keyboard.press("d");
    await (await page.waitForSelector('[role="dialog"] textarea'))?.type(NOTE);
    await page.waitForFunction(`${SEALED}.length === 1`);
    const sealed = z.array(z.string()).parse(await page.evaluate(SEALED));
    const stored = join(profile, "Default", "Session Storage");
    const onDisk = async () => await Promise.resolve(findInFolder(stored, sealed));
    await eventually(onDisk, (found) => found.length > 0, 60_000);
    await stage.browser.close();
    expect(findInFolder(profile, [NOTE, "zzsealedzz"])).toEqual([]);
  });

  async function invite(
    owner: { readonly workspaceId: string; readonly coachUserId: string },
    email: string,
  ): Promise<string> {
    const invitationKey = stage.api.deps.keys.invitation;
    const { workspaceId, coachUserId: invitedByUserId } = owner;
    const { id } = await transact(stage.api.deps.database.em, async (tx) => {
      const asking = { workspaceId, invitedByUserId, email, invitationKey };
      return await inviteMember(tx, { ...asking, requestId: "allowed-secrets" });
    });
    return await memberToken(invitationKey, id);
  }
}

/** The sealed texts of the tab; the name of their owner is none. */
const SEALED = `Object.entries(sessionStorage)
  .filter(([name]) => name.startsWith("unsent:") && name !== "unsent:owner")
  .map(([, sealed]) => sealed)`;

/** The addresses of the tab's history, and of the page. */
async function addressesOf(page: Page): Promise<string> {
  const cdp = await page.createCDPSession();
  const { entries } = await cdp.send("Page.getNavigationHistory");
  await cdp.detach();
  return [page.url(), ...entries.map(({ url }) => url)].join("\n");
}

const storesOf = async (page: Page): Promise<string> =>
  String(
    await page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, document.referrer])",
    ),
  );

async function endOfSession({ issuer }: ConsoleStage): Promise<string> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`);
  return z.object({ end_session_endpoint: z.string() }).parse(await answer.json())
    .end_session_endpoint;
}
