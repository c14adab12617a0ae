import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import * as z from "zod";
import {
  inviteMember,
  memberToken,
  revokeMemberInvitation,
} from "../../activities/invitations/invite-member.ts";
import { JOIN_HANDLE_MINUTES } from "../../contract/invitations/vocabulary.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { User } from "../../db/accounts/user.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { tables } from "../../db/tables.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { makeJoinHandle } from "../../rules/invitations/join-handle.ts";
import { signIn } from "../../tools/stack/sign-in.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import {
  type ConsoleCoach,
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  startConsoleStage,
} from "./stage.ts";

const JOIN = '[data-act="join"]';

describeInChromium("joining a workspace in the browser", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;
  let owner: ConsoleCoach;

  beforeAll(async () => {
    stage = await startConsoleStage(executablePath);
    owner = await buildConsoleCoach(stage);
  });
  afterAll(async () => await stage.close());
  beforeEach(async () => {
    await tables(em()).deleteFrom("rateLimit").execute();
  });

  const em = () => stage.api.deps.database.em.fork();

  test.each([
    ["English", "en"],
    ["German", "de"],
  ])(
    "an invited person without an account who reads %s goes from the link to the workspace, and the token stands nowhere after the hand-over",
    async (_, language) => {
      const email = `${randomUUID()}@example.com`;
      const { token } = await invite(email);
      const { page, complaints, close } = await openPage(stage, "/no-page");
      await speak(page, language);
      await page.goto(`${stage.api.url}/member-invitation#token=${token}`);
      await page.waitForSelector('[data-outcome="OPEN"]:not([hidden])');
      expect(await checkAppearance(page, `member-invitation-${language}`)).toEqual([]);
      await page.setViewport({ width: 1280, height: 800 });
      await handOver(page);
      await page.waitForSelector(".door .btn.go");
      expect(await page.evaluate("document.documentElement.lang")).toBe(language);
      expect(page.url()).toBe(`${stage.api.url}/`);
      expect(await traces(page)).not.toContain(token);
      expect(await page.evaluate("JSON.stringify({ ...sessionStorage })")).toBe("{}");
      await signInAs(page, email);
      await page.waitForSelector(".register input[autocomplete=name]");
      expect(page.url()).not.toContain("join");
      const left = await traces(page);
      expect(left).not.toContain(token);
      expect(left).not.toMatch(/[\da-f-]{36}\.[\da-z]+\./);
      expect(await checkAppearance(page, `joining-${language}`)).toEqual([]);
      await page.setViewport({ width: 1280, height: 800 });
      await page.type(".register input[autocomplete=name]", "Jonas Adler");
      await page.click(".register input[type=checkbox]");
      await (await page.$(".register button[type=submit]"))?.press("Enter");
      await page.waitForSelector("nav.side");
      expect(await traces(page)).not.toContain(token);
      const joined = await em().findOneOrFail(User, { primaryEmail: email });
      expect(await placesOf(joined.id)).toEqual([[owner.workspaceId, "COACH"]]);
      // The page that does not exist, and the API's answer that a stranger has no account.
      expect(complaints.filter((text) => !/status of 40[34]/.test(text))).toEqual([]);
      await close();
    },
  );

  test("a coach who is signed in with another address takes the invitation along to the right one, opens the joined workspace, and keeps the own one", async () => {
    const [other, invited] = [await buildConsoleCoach(stage), await buildConsoleCoach(stage)];
    const { token } = await invite(invited.email);
    const { page, close } = await openPage(stage, "/");
    await signInAs(page, other.email);
    await page.waitForSelector("nav.side");
    await page.goto(`${stage.api.url}/member-invitation#token=${token}`);
    await handOver(page);
    await shows(page, "Invited under another address");
    expect(await checkAppearance(page, "joining-refused")).toEqual([]);
    await page.setViewport({ width: 1280, height: 800 });
    await (await page.$(".door .btn.go"))?.press("Enter");
    // The development provider asks before it ends the session.
    await page.waitForSelector("button[name=logout], input[name=email]");
    await (await page.$("button[name=logout]"))?.click();
    await typeEmail(page, invited.email);
    await (await page.waitForSelector(".door .btn.go ::-p-text(Join)"))?.click();
    await shows(page, "You coach in");
    await (await page.$(".door .btn.go"))?.press("Enter");
    await page.waitForFunction(`location.search === "?workspace=${owner.workspaceId}"`);
    await page.waitForSelector("nav.side .workspace-switch");
    expect(await placesOf(invited.coachUserId)).toEqual([
      [invited.workspaceId, "OWNER"],
      [owner.workspaceId, "COACH"],
    ]);
    expect(await placesOf(other.coachUserId)).toEqual([[other.workspaceId, "OWNER"]]);
    await close();
  });

  test("an invitation that was used, revoked, forged or handed over ten minutes ago says so, with a next step, and joins nobody", async () => {
    const coach = await buildConsoleCoach(stage);
    const key = stage.api.deps.keys.invitation;
    const late = new Date(Date.now() - JOIN_HANDLE_MINUTES * 60_000);
    const { id: open } = await invite(coach.email);
    const { id: revoked } = await invite(coach.email);
    await revoke(revoked);
    const { page, close } = await openPage(stage, "/");
    await signInAs(page, coach.email);
    await page.waitForSelector("nav.side");
    const titles: Record<string, string> = {
      [(await makeJoinHandle(key, open, late)).joinHandle]: "more than ten minutes",
      [(await makeJoinHandle(key, revoked, new Date())).joinHandle]: "withdrawn",
      "forged.handle.text": "not found",
    };
    for (const [handle, title] of Object.entries(titles)) {
      await openHandle(page, handle);
      await shows(page, title);
      expect(page.url()).not.toContain("join");
    }
    await page.click(".door .btn.quiet");
    await page.waitForSelector("nav.side");
    expect(await placesOf(coach.coachUserId)).toEqual([[coach.workspaceId, "OWNER"]]);
    await openHandle(page, (await makeJoinHandle(key, open, new Date())).joinHandle);
    await (await page.waitForSelector(".door .btn.go ::-p-text(Join)"))?.click();
    await shows(page, "You coach in");
    await tables(em())
      .updateTable("workspaceMembership")
      .set({ status: "ENDED", endedAt: new Date() })
      .where("userId", "=", coach.coachUserId)
      .where("workspaceId", "=", owner.workspaceId)
      .execute();
    await openHandle(page, (await makeJoinHandle(key, open, new Date())).joinHandle);
    await shows(page, "already used");
    await close();
  });

  test("a client who comes from an invitation to join registers nothing, and gets the way to the app", async () => {
    const email = `${randomUUID()}@example.com`;
    const { subject } = await signIn({ issuer: stage.issuer, clientId: "sideline-web", email });
    const { clientUserId } = await buildConsoleCoach(stage);
    await em().nativeUpdate(
      AuthIdentity,
      { userId: clientUserId },
      { issuer: stage.issuer, subject },
    );
    const { token } = await invite(email);
    const { page, close } = await openPage(stage, `/member-invitation#token=${token}`);
    await handOver(page);
    await signInAs(page, email);
    await shows(page, "Open Sideline on your phone");
    expect(await placesOf(clientUserId)).toEqual([]);
    expect((await em().findOneOrFail(User, clientUserId)).roles).toEqual(["CLIENT"]);
    await close();
  });

  test("a person who loses the invitation on the way reads before registering where to find it again", async () => {
    const email = `${randomUUID()}@example.com`;
    const { token } = await invite(email);
    const { page, close } = await openPage(stage, `/member-invitation#token=${token}`);
    await handOver(page);
    await signInAs(page, email);
    await shows(page, "Join ");
    await page.reload();
    await shows(page, "Almost done");
    await page.waitForSelector("main ::-p-text(open the link in its message again)");
    await close();
  });

  /** Everything that the browser keeps of this tab and shows: addresses of its history, states and stores. */
  async function traces(page: Page): Promise<string> {
    const cdp = await page.createCDPSession();
    const { entries } = await cdp.send("Page.getNavigationHistory");
    await cdp.detach();
    const addresses = entries.map(({ url }) => url);
    expect(addresses.filter((address) => address.includes("/member-invitation"))).toEqual([]);
    const kept = await page.evaluate(
      "JSON.stringify([location.href, document.referrer, history.state, { ...localStorage }, { ...sessionStorage }, document.cookie])",
    );
    return `${addresses.join("\n")}\n${z.string().parse(kept)}`;
  }

  async function invite(email: string): Promise<{ readonly id: string; readonly token: string }> {
    const { workspaceId, coachUserId: invitedByUserId } = owner;
    const invitationKey = stage.api.deps.keys.invitation;
    const { id } = await transact(em(), async (tx) => {
      const asking = { workspaceId, invitedByUserId, email, invitationKey };
      return await inviteMember(tx, { ...asking, requestId: "joining" });
    });
    return { id, token: await memberToken(invitationKey, id) };
  }

  const revoke = async (memberInvitationId: string) =>
    await transact(em(), async (tx) => {
      const { workspaceId, coachUserId: revokedByUserId } = owner;
      const act = { workspaceId, memberInvitationId, revokedByUserId, requestId: "joining" };
      return await revokeMemberInvitation(tx, act);
    });

  /** The address alone would only change the fragment of an open page. */
  async function openHandle(page: Page, handle: string): Promise<void> {
    await page.goto("about:blank");
    await page.goto(`${stage.api.url}/#join=${handle}`);
  }

  async function placesOf(userId: string): Promise<readonly (readonly [string, string])[]> {
    const where = { userId, status: "ACTIVE" } as const;
    const places = await em().find(WorkspaceMembership, where, { orderBy: { id: "asc" } });
    return places.map(({ workspaceId, role }) => [workspaceId, role] as const);
  }
}

/** Has the page behind the link and the console in a language, from the next document on. */
async function speak(page: Page, language: string): Promise<void> {
  await page.setExtraHTTPHeaders({ "Accept-Language": language });
  await page.evaluateOnNewDocument(
    `Object.defineProperty(navigator, "languages", { get: () => ["${language}"] })`,
  );
}

/** Presses the button of the link's page. */
async function handOver(page: Page): Promise<void> {
  await page.waitForSelector('[data-outcome="OPEN"]:not([hidden])');
  const button = await page.waitForSelector(`div:not([hidden]) > p > ${JOIN}`, { visible: true });
  await button?.press("Enter");
}

async function signInAs(page: Page, email: string): Promise<void> {
  await (await page.waitForSelector(".door .btn.go"))?.press("Enter");
  await typeEmail(page, email);
}

async function typeEmail(page: Page, email: string): Promise<void> {
  await page.waitForSelector("input[name=email]");
  await page.type("input[name=email]", email);
  await page.click("button[type=submit]");
}

const shows = async (page: Page, title: string) =>
  await page.waitForSelector(`.door h1 ::-p-text(${title})`);
