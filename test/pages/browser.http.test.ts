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
    // As long as every other wait of the suite: on a busy machine a page takes longer than the usual 30 seconds.
    page.setDefaultTimeout(150_000);
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

  const keptState = (page: Page) => page.evaluate("JSON.stringify(history.state)");

  test("an invitation page survives a reload, a way back and a discarded tab, and keeps its token in no storage", async () => {
    const link = await clientLink();
    const page = await openPage();
    const cdp = await page.createCDPSession();
    await page.goto(`${api.url}${link}`);
    expect(await outcome(page)).toBe("OPEN");
    const returns: Record<string, () => Promise<unknown>> = {
      "a reload": () => page.reload(),
      "a way back": async () => {
        await page.goto(`${api.url}/`);
        await page.goBack();
      },
      // Without its process, only the browser's history of the tab is left.
      "a discarded tab": async () => {
        await page.goto(`${api.url}/`);
        const crashed = new Promise((resolve) => {
          cdp.once("Inspector.targetCrashed", resolve);
        });
        await cdp.send("Inspector.enable");
        void cdp.send("Page.crash").catch(() => null);
        await crashed;
        await page.goBack();
      },
    };
    for (const [way, comeBack] of Object.entries(returns)) {
      await comeBack();
      expect([way, await outcome(page)]).toEqual([way, "OPEN"]);
      expect(page.url()).toBe(`${api.url}/invitation`);
      expect(await page.evaluate("sessionStorage.length + localStorage.length")).toBe(0);
    }
    await page.close();
  });

  test("an invitation page forgets the token of a closed invitation, goes on saying why, and shows a newer link that is opened in its tab", async () => {
    const { invitationId, invitationToken } = await invitedBy(api, coach, "zoe@example.com");
    const page = await openPage();
    await page.goto(`${api.url}/invitation#token=${invitationToken}`);
    expect(await outcome(page)).toBe("OPEN");
    expect(await keptState(page)).toContain(invitationToken);
    const path = `/api/v1/workspaces/${coach.workspaceId}/invitations/${invitationId}/revoke`;
    expect((await api.call("POST", path, { token: coach.token })).status).toBe(200);
    for (let i = 0; i < 2; i += 1) {
      await page.reload();
      expect(await outcome(page)).toBe("INVITATION_REVOKED");
      expect(await keptState(page)).not.toContain(invitationToken);
    }
    expect(await shown(page)).toContain("ask the person who invited you for a new one");
    await page.goto(`${api.url}${await clientLink()}`);
    await page.waitForSelector('[data-outcome="OPEN"]:not([hidden])');
    await page.close();
  });

  test("an invitation page that could not reach the server keeps the token, and tries again at the press of a button", async () => {
    const link = await clientLink();
    const page = await openPage();
    await page.goto(`${api.url}/invitation`);
    await page.setOfflineMode(true);
    await page.evaluate(`location.hash = "${link.split("#")[1]}"`);
    await page.waitForSelector('[data-outcome="UNAVAILABLE"]:not([hidden])');
    expect(await keptState(page)).toContain(tokenOf(`${api.url}${link}`));
    await page.setOfflineMode(false);
    await page.click("section:not([hidden]) [data-act=again]");
    await page.waitForSelector('[data-outcome="OPEN"]:not([hidden])');
    await page.close();
  });

  const isVisible = (page: Page, selector: string) =>
    page.evaluate(`document.querySelector(${JSON.stringify(selector)}).checkVisibility()`);

  test("an invitation page shows a QR code of the link on a desktop, and on a phone the button that opens the app", async () => {
    const link = await clientLink();
    const views: Record<string, unknown[]> = {};
    const agents = {
      desktop: null,
      phone: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
    };
    for (const [device, userAgent] of Object.entries(agents)) {
      const page = await openPage();
      if (userAgent !== null) await page.setUserAgent({ userAgent });
      await page.goto(`${api.url}${link}`);
      await outcome(page);
      views[device] = [
        await isVisible(page, "svg.code"),
        await isVisible(page, "a.button[data-app]"),
      ];
      expect(await drawnLink(page, `${api.url}${link}`)).toBe(true);
      await page.close();
    }
    expect(views).toEqual({ desktop: [true, false], phone: [false, true] });
  });

  /** Whether the drawn code is that of the link. */
  const drawnLink = (page: Page, link: string) =>
    page.evaluate(`(() => {
      const code = generateCode(${JSON.stringify(link)});
      const dark = document.querySelector("svg.code path").getAttribute("d");
      const drawn = new Set(dark.split("M").slice(1).map((square) => square.split("h")[0]));
      const cells = [...Array(code.size ** 2).keys()].map((n) => [n % code.size, Math.floor(n / code.size)]);
      return cells.every(([x, y]) => Boolean(code.get(x, y)) === drawn.has(x + " " + y));
    })()`);

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
