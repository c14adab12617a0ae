import { type Server, createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { type Browser, type Page, launch } from "puppeteer-core";
import * as z from "zod";
import { createdMemberInvitationSchema } from "../../contract/invitations/member-schema.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import {
  type RegisteredCoach,
  invitedBy,
  registeredCoach,
  somebody,
  tokenOf,
} from "../factories/accounts/people.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

const LANGUAGES = ["en", "de"] as const;

describeInChromium("the pages behind links in Chromium", describeChromium);

function describeChromium(executablePath: string): void {
  let browser: Browser;
  let issuer: TestIssuer;
  let api: TestApi;
  let coach: RegisteredCoach;
  let friend: Server;
  let stranger: Server;
  const lines: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    const [friendPort = 0, strangerPort = 0] = await findFreePorts(2);
    friend = await serveBlank(friendPort);
    stranger = await serveBlank(strangerPort);
    issuer = await startTestIssuer();
    api = await startApi({
      issuer: issuer.issuer,
      links: { origins: new Set([originOf(friendPort)]) },
      onLog: (line) => lines.push(JSON.stringify(line)),
    });
    coach = await registeredCoach(api, somebody(issuer));
    browser = await launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
    await issuer.close();
    for (const server of [friend, stranger]) server.close();
  });
  beforeEach(async () => {
    await api.deps.database.em.fork().execute("delete from rate_limit");
  });

  /** A fresh page that records every host it contacts. */
  async function openPage(language = "en"): Promise<Page> {
    const page = await browser.newPage();
    await page.setExtraHTTPHeaders({ "Accept-Language": language });
    page.on("request", (request) => requests.push(request.url()));
    return page;
  }

  const shown = async (page: Page) =>
    z.string().parse(await page.evaluate("document.querySelector('main').innerText"));
  const outcome = async (page: Page) => {
    await page.waitForSelector('[data-outcome]:not([hidden]):not([data-outcome="LOOKING"])');
    return page.evaluate("document.querySelector('[data-outcome]:not([hidden])').dataset.outcome");
  };

  async function clientLink(): Promise<string> {
    const { invitationToken } = await invitedBy(api, coach, "ana@example.com");
    return `/invitation#token=${invitationToken}`;
  }

  async function memberLink(): Promise<string> {
    const answer = await api.call(
      "POST",
      `/api/v1/workspaces/${coach.workspaceId}/member-invitations`,
      {
        token: coach.token,
        key: "a-key-of-the-browser-test",
        body: { email: "ben@example.com" },
      },
    );
    return `/member-invitation#token=${tokenOf(createdMemberInvitationSchema.parse(answer.data).link)}`;
  }

  test("an invitation page says who invites whom, until when, and opens the app with the invitation's token", async () => {
    const link = await clientLink();
    const page = await openPage();
    await page.goto(`${api.url}${link}`);
    expect(await outcome(page)).toBe("OPEN");
    const text = await shown(page);
    expect(text).toContain("Cora Coach would like to coach you.");
    expect(text).not.toContain("in Cora Coach");
    expect(text).toContain("The invitation is for a***@example.com.");
    const href = await page.evaluate("document.querySelector('a.button').getAttribute('href')");
    expect(href).toBe(`app.sideline.client:${link}`);
    await page.close();
  });

  test("an invitation page names the workspace if it has a name of its own", async () => {
    const rename = (name: string) =>
      api.deps.database.em
        .fork()
        .execute("update coach_workspace set name = ? where id = ?", [name, coach.workspaceId]);
    await rename("Strong & Fit");
    const page = await openPage();
    await page.goto(`${api.url}${await memberLink()}`);
    expect(await outcome(page)).toBe("OPEN");
    expect(await shown(page)).toContain("Cora Coach asks you to coach in Strong & Fit.");
    expect(await shown(page)).not.toContain("join the team");
    await rename("Cora Coach");
    await page.close();
  });

  test("an invitation's token leaves the address bar, and appears in no address and no log", async () => {
    const link = await clientLink();
    const token = tokenOf(`${api.url}${link}`);
    requests.length = 0;
    lines.length = 0;
    const page = await openPage();
    await page.goto(`${api.url}${link}`);
    await outcome(page);
    expect(page.url()).toBe(`${api.url}/invitation`);
    const addresses = requests.map((address) => new URL(address));
    expect(addresses.map(({ pathname }) => pathname)).toContain(
      "/api/v1/client-invitations/preview",
    );
    for (const { pathname, search } of addresses)
      expect(`${pathname}${search}`).not.toContain(token);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes(token))).toEqual([]);
    await page.close();
  });

  test("an invitation that is opened twice and by a scanner stays open", async () => {
    const link = await clientLink();
    for (let i = 0; i < 2; i += 1) {
      const page = await openPage();
      await page.goto(`${api.url}${link}`);
      expect(await outcome(page)).toBe("OPEN");
      await page.close();
    }
    const body = { invitationToken: tokenOf(`${api.url}${link}`) };
    expect((await api.call("POST", "/api/v1/client-invitations/preview", { body })).status).toBe(
      200,
    );
  });

  test.each([
    ["no token", "", "INCOMPLETE"],
    ["half a token", "#token=abcdef", "NOT_FOUND"],
    ["two tokens", "#token=a&token=b", "INCOMPLETE"],
    ["a megabyte", `#token=${"A".repeat(1_000_000)}`, "INCOMPLETE"],
    ["markup", "#token=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E", "INCOMPLETE"],
  ])("an invitation page explains a link with %s", async (_, fragment, expected) => {
    const page = await openPage();
    await page.goto(`${api.url}/invitation${fragment}`);
    expect(await outcome(page)).toBe(expected);
    await page.close();
  });

  test("an invitation page shows a name full of markup as plain text", async () => {
    const name = '<img src=x onerror="document.title=1">';
    const { userId } = coach;
    const rename = (text: string) =>
      api.deps.database.em
        .fork()
        .execute("update app_user set display_name = ? where id = ?", [text, userId]);
    const page = await openPage();
    const link = await clientLink();
    await rename(name);
    await page.goto(`${api.url}${link}`);
    await outcome(page);
    expect(await shown(page)).toContain(name);
    expect(await page.$("img")).toBeNull();
    await rename("Cora Coach");
    await page.close();
  });

  test("an invitation page explains without script how to continue", async () => {
    const page = await openPage();
    await page.setJavaScriptEnabled(false);
    await page.goto(`${api.url}${await clientLink()}`);
    expect(await shown(page)).toContain("Open this link on the phone that has the Sideline app");
    await page.close();
  });

  test("every page passes axe and contacts no other host, in both languages, light and dark, narrow and wide", async () => {
    const links = ["/", await clientLink(), await memberLink(), "/invitation"];
    requests.length = 0;
    const found: string[] = [];
    for (const language of LANGUAGES) {
      for (const [index, link] of links.entries()) {
        const page = await openPage(language);
        await page.goto(`${api.url}${link}`);
        if (link !== "/") await outcome(page);
        found.push(...(await checkAppearance(page, `${index}-${language}`)));
        await page.close();
      }
    }
    expect(found).toEqual([]);
    const hosts = requests.filter((address) => !address.startsWith("data:"));
    expect(new Set(hosts.map((address) => new URL(address).origin))).toEqual(new Set([api.url]));
  });

  test("a script of a configured origin may read the API, and one of another origin may not", async () => {
    const reads = async (server: Server) => {
      const page = await openPage();
      await page.goto(addressOf(server));
      const request = `fetch("${api.url}/api/v1/auth/me", { headers: { Authorization: "Bearer x" } })`;
      const read = "(answer) => answer.status + ' ' + answer.headers.has('X-Request-Id')";
      const status = await page.evaluate(`${request}.then(${read}, () => "kept out")`);
      await page.close();
      return status;
    };
    expect([await reads(friend), await reads(stranger)]).toEqual(["401 true", "kept out"]);
  });
}

const originOf = (port: number) => `http://127.0.0.1:${port}`;

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It does not listen.");
  return originOf(address.port);
}

function serveBlank(port: number): Promise<Server> {
  const server = createServer((_req, res) => {
    res.setHeader("Content-Type", "text/html");
    res.end("<!doctype html><title>Elsewhere</title>");
  });
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
