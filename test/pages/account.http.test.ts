import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { type Browser, type Page, launch } from "puppeteer-core";
import * as z from "zod";
import { settleAccountExport } from "../../activities/privacy/export/settle-account-export.ts";
import { coachMeSchema } from "../../contract/workspaces/coach-schema.ts";
import { AccountExport } from "../../db/privacy/account-export.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { User } from "../../db/accounts/user.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { startProvider } from "../../tools/provider/start-provider.ts";
import { signIn } from "../../tools/stack/sign-in.ts";
import { eventually } from "../factories/eventually.ts";
import { registrationForm } from "../factories/accounts/identity.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";

const SIGNED_OUT = "SIGNED_OUT";

describeInChromium("the account page in Chromium", walksInChromium);

function walksInChromium(executablePath: string): void {
  let browser: Browser;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let api: TestApi;
  let page: Page;
  const lines: string[] = [];
  const calls: string[] = [];

  beforeAll(async () => {
    const [port = 0, apiPort = 0] = await findFreePorts(2);
    provider = await startProvider({
      port,
      directory: null,
      audience: "sideline-api",
      backchannelLogoutUri: `http://127.0.0.1:${apiPort}/api/v1/auth/backchannel-logout`,
    });
    api = await startApi({
      port: apiPort,
      issuer: provider.issuer,
      links: { issuer: provider.issuer, webClientId: "sideline-web" },
      onLog: (line) => lines.push(JSON.stringify(line)),
    });
    browser = await launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
    await provider.stop();
  });
  beforeEach(async () => {
    // A separate browser context: nobody is signed in at the provider.
    const context = await browser.createBrowserContext();
    page = await context.newPage();
    page.on("request", (request) => calls.push(request.url()));
  });

  /** A coach with a phone, as after registration. */
  async function registered(email: string) {
    const { accessToken: token } = await signIn({
      issuer: provider.issuer,
      clientId: "sideline-coach-mobile",
      email,
    });
    const body = { ...registrationForm(), displayName: "Cora Coach" };
    const answer = await api.call("POST", "/api/v1/auth/coach-registration", { token, body });
    expect(answer.status).toBe(200);
    const phone = {
      appSurface: "COACH_MOBILE",
      installationId: randomUUID(),
      appVersion: "1.0.0",
      buildNumber: 1,
      platform: "ANDROID",
      osVersion: "17",
      model: "Pixel 9",
    };
    const key = randomUUID();
    const { status } = await api.call("POST", "/api/v1/client/devices", {
      token,
      body: phone,
      key,
    });
    expect(status).toBe(201);
    return token;
  }

  const open = async (path = "/account", language = "en") => {
    await page.setExtraHTTPHeaders({ "Accept-Language": language });
    await page.goto(`${api.url}${path}`);
  };
  const becomes = (view: string) => page.waitForSelector(`[data-outcome="${view}"]:not([hidden])`);
  const press = async (act: string) => {
    const button = `section:not([hidden]) [data-act="${act}"]`;
    await page.waitForSelector(button, { visible: true });
    await page.click(button);
  };
  const shown = async () =>
    z.string().parse(await page.evaluate("document.querySelector('main').innerText"));
  /** The size of what the tab stores of a sign-in. */
  const kept = () => page.evaluate("Object.keys(sessionStorage).length + document.cookie.length");

  /** Signs in on the provider's page, and returns. */
  async function signInAs(email: string, act = "signIn", way?: string): Promise<void> {
    await press(act);
    await typeIn(email, way);
  }
  async function typeIn(email: string, way?: string): Promise<void> {
    await page.waitForSelector("input[name=email]");
    await page.type("input[name=email]", email);
    if (way !== undefined) await page.evaluate(`document.querySelector("[value=${way}]").click()`);
    await page.click("button[type=submit]");
  }
  /** Signs out at the provider too, and returns. */
  async function signOutBy(act: string): Promise<void> {
    await press(act);
    await page.waitForSelector("button[name=logout]");
    await page.click("button[name=logout]");
    await becomes(SIGNED_OUT);
  }

  test("a person without the app signs in on the account page, ends sessions, downloads their data, requests deletion and cancels it", async () => {
    const email = `${randomUUID()}@example.com`;
    const phoneToken = await registered(email);
    const em = api.deps.database.em.fork();
    const { id: userId } = await em.findOneOrFail(User, { primaryEmail: email });
    calls.length = 0;
    await open();
    await becomes(SIGNED_OUT);
    const found = [...(await checkAppearance(page, "account-out"))];
    await signInAs(email);
    await becomes("ACCOUNT");
    expect(new URL(page.url()).href).toBe(`${api.url}/account`);
    expect(await kept()).toBe(0);
    expect(await shown()).toContain(`Signed in as Cora Coach. Your address is ${email}.`);
    expect(await shown()).toMatch(/Terms 2026-01 and privacy notice 2026-01, accepted on \w+ \d+/);
    expect(await shown()).not.toContain("There are newer texts");
    expect(await shown()).toMatch(/Pixel 9, app for coaches\s+Android 17, last seen/);
    found.push(...(await checkAppearance(page, "account")));

    await press("endOthers");
    await page.waitForFunction("!document.querySelector('main').innerText.includes('Android')");
    const gone = await api.call("GET", "/api/v1/auth/sessions", { token: phoneToken });
    expect(gone.status).toBe(401);

    await press("askExport");
    const exportId = await eventually(
      async () => (await em.fork().findOne(AccountExport, { userId }))?.id ?? "",
      (id) => id !== "",
    );
    while ((await settleAccountExport(api.deps.database.em, { exportId })).more === true);
    for (const [act, kind] of [
      ["save", "file"],
      ["saveAll", "archive"],
    ] as const) {
      await press(act);
      const path = `/account-exports/${exportId}/${kind}`;
      await eventually(
        async () => calls.some((address) => address.endsWith(path)),
        (isSaved) => isSaved,
      );
    }

    await page.click("summary");
    await press("leave");
    await becomes("ASKED_TO_LEAVE");
    expect(await shown()).toMatch(/Your account will be deleted on \w+ \d+, \d{4}/);
    found.push(...(await checkAppearance(page, "account-leaving")));
    await signOutBy("signOut");
    await signInAs(email);
    await becomes("USER_PENDING_DELETION");
    found.push(...(await checkAppearance(page, "account-keep")));
    await press("keep");
    await becomes("ACCOUNT");
    const account = await em.fork().findOneOrFail(User, { id: userId });
    expect([account.status, account.deletionRequestedAt]).toEqual(["ACTIVE", null]);
    await signOutBy("signOut");
    expect(await kept()).toBe(0);

    expect(found).toEqual([]);
    const origins = calls
      .filter((address) => !/^(?:data|blob):/.test(address))
      .map((address) => new URL(address).origin);
    expect(new Set(origins)).toEqual(new Set([api.url, new URL(provider.issuer).origin]));
    expect(calls.some((address) => address.includes("code="))).toBe(true);
    expect(lines.filter((line) => /code=|eyJ/.test(line))).toEqual([]);
  });

  /** Refuses the page's next request of this method as if the sign-in were too old (RFC 9470). */
  async function refuseAsStale(method: string): Promise<void> {
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      const answer = {
        status: 401,
        headers: { "WWW-Authenticate": 'Bearer error="insufficient_user_authentication"' },
        contentType: "application/problem+json",
        body: JSON.stringify({ code: "UNAUTHENTICATED" }),
      };
      void (request.method() === method ? request.respond(answer) : request.continue());
    });
  }
  /** The outcome appears where the person is looking, however far down the page. */
  async function untilStatus(text: string): Promise<void> {
    const status = `document.querySelector("[role=status]")`;
    await page.waitForFunction(`${status}.textContent.includes(${JSON.stringify(text)})`);
    const top = Number(await page.evaluate(`${status}.getBoundingClientRect().top`));
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(Number(await page.evaluate("window.innerHeight")));
  }
  const pressKey = async (selector: string, key: "Space" | "Enter") => {
    await page.focus(selector);
    await page.keyboard.press(key);
  };
  const setTime = (name: string, value: string) =>
    page.evaluate(`document.querySelector("[name=${name}]").value = "${value}"`);

  test("the account page removes every sign-in method but the last, and saves notification preferences with the keyboard alone", async () => {
    const email = `${randomUUID()}@example.com`;
    const token = await registered(email);
    const { accessToken } = await signIn({
      issuer: provider.issuer,
      clientId: "sideline-coach-mobile",
      email,
      provider: "google",
    });
    const identities = "/api/v1/auth/identities";
    const linked = await api.call("POST", identities, { token, body: { accessToken } });
    expect(linked.status).toBe(200);
    await open();
    await signInAs(email);
    await becomes("ACCOUNT");
    expect(await shown()).toMatch(/E-mail and password \(this one\)\s+since /);
    await pressKey('[aria-label="Remove: Google"]', "Enter");
    await untilStatus("Removed.");
    expect(await shown()).not.toContain("Google");
    expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe("status");
    const { id: userId } = await api.deps.database.em
      .fork()
      .findOneOrFail(User, { primaryEmail: email });
    const staying = () =>
      api.deps.database.em.fork().find(AuthIdentity, { userId, unlinkedAt: null });
    expect((await staying()).map((row) => row.provider)).toEqual(["email-password"]);
    expect(await page.$$("[data-act=unlink]")).toHaveLength(0);

    const preferences = async () =>
      (await api.call("GET", "/api/v1/notification-preferences", { token })).data;
    expect(await shown()).toContain("As a coach");
    expect(await shown()).not.toContain("As a client");
    await pressKey("[value=COACH_TASK_LATE]", "Space");
    await pressKey("[name=mail]", "Space");
    await setTime("until", "07:30");
    await pressKey("[data-act=saveNotices]", "Enter");
    await untilStatus("Saved.");
    const saved = {
      mutedCategories: ["COACH_TASK_LATE"],
      channels: { push: true, mail: false },
      quietHours: { from: "21:00", until: "07:30" },
    };
    expect(await preferences()).toEqual(saved);
    await setTime("until", "21:00");
    await press("saveNotices");
    await untilStatus("quiet hours must not end");
    expect(await preferences()).toEqual(saved);
    await pressKey("[name=quiet]", "Space");
    await press("saveNotices");
    await untilStatus("Saved.");
    expect(await preferences()).toEqual({ ...saved, quietHours: null });

    await refuseAsStale("PUT");
    await press("saveNotices");
    await becomes("SIGN_IN_AGAIN");
    expect(await checkAppearance(page, "account-again")).toEqual([]);
    await signInAs(email, "signInAgain");
    await becomes("ACCOUNT");
    expect(await page.evaluate("document.querySelector('[value=COACH_TASK_LATE]').checked")).toBe(
      false,
    );
  });

  test("the account page leads a person who signed in another way to the sign-in of their account", async () => {
    const email = `${randomUUID()}@example.com`;
    await registered(email);
    await open();
    await signInAs(email, "signIn", "google");
    await becomes("IDENTITY_NOT_LINKED");
    expect(await shown()).toContain("Sign in with E-mail and password");
    expect(await checkAppearance(page, "account-other-way")).toEqual([]);
    await press("signInAfresh");
    await page.waitForSelector("button[name=logout]");
    await page.click("button[name=logout]");
    await typeIn(email);
    await becomes("ACCOUNT");
    expect(await kept()).toBe(0);
  });

  test("the account page tells the owner of an account to confirm an address that is not verified now", async () => {
    const email = `${randomUUID()}@example.com`;
    await registered(email);
    await open("/account", "de");
    await press("signIn");
    await page.waitForSelector("input[name=verified]");
    await page.evaluate("document.querySelector('[name=verified]').click()");
    await typeIn(email);
    await becomes("CONTACT_NOT_VERIFIED");
    expect(await shown()).toContain("Die Adresse dieser Anmeldung ist zurzeit nicht bestätigt.");
    expect(await checkAppearance(page, "account-unconfirmed-de")).toEqual([]);
  });

  test("the account page tells an invited person that an invitation waits, and has it mailed three times a day", async () => {
    const coach = await registered(`${randomUUID()}@example.com`);
    const email = `${randomUUID()}@example.com`;
    const me = await api.call("GET", "/api/v1/auth/me", { token: coach });
    const { workspace } = coachMeSchema.parse(me.data);
    const path = `/api/v1/workspaces/${workspace.workspaceId}/invitations`;
    const invited = await api.call("POST", path, {
      token: coach,
      key: randomUUID(),
      body: { email },
    });
    expect(invited.status).toBe(201);
    await open();
    await signInAs(email);
    await becomes("REGISTRATION_REQUIRED");
    expect(await shown()).toMatch(/An invitation waits for your address, until \w+ \d+, \d{4}/);
    expect(await shown()).not.toContain("Cora");
    expect(await checkAppearance(page, "account-invited")).toEqual([]);
    for (const outcome of ["Sent.", "Sent.", "sent three times within a day"]) {
      await press("mailAgain");
      await untilStatus(outcome);
    }
  });

  test("the account page asks for newer terms, and a person who accepted them is not asked again", async () => {
    const email = `${randomUUID()}@example.com`;
    await registered(email);
    const { legalVersions } = api.deps;
    Object.assign(api.deps, {
      legalVersions: { termsVersion: "2027-03", privacyVersion: "2027-01" },
    });
    try {
      await open();
      await signInAs(email);
      await becomes("ACCOUNT");
      expect(await shown()).toContain("newer texts: terms 2027-03, privacy notice 2027-01");
      expect(await checkAppearance(page, "account-terms")).toEqual([]);
      await press("acceptTerms");
      await untilStatus("Accepted.");
      expect(await shown()).toMatch(/Terms 2027-03 .*\s+Terms 2026-01 /);
      expect(await shown()).not.toContain("newer texts");
    } finally {
      Object.assign(api.deps, { legalVersions });
    }
  });

  test("the account page says in German that a person has no account, and signs them out", async () => {
    await open("/account", "de");
    await becomes(SIGNED_OUT);
    const found = [...(await checkAppearance(page, "account-de"))];
    await signInAs(`${randomUUID()}@example.com`);
    await becomes("REGISTRATION_REQUIRED");
    expect(await shown()).toContain("Zu dieser Anmeldung gibt es kein Konto.");
    found.push(...(await checkAppearance(page, "account-nobody-de")));
    expect(found).toEqual([]);
    await signOutBy("signOut");
  });

  test("the account page shows its settings in German to a coach who is not a client", async () => {
    const email = `${randomUUID()}@example.com`;
    await registered(email);
    await open("/account", "de");
    await signInAs(email);
    await becomes("ACCOUNT");
    expect(await shown()).toContain("E-Mail und Passwort (diese hier)");
    expect(await shown()).toMatch(/Als Coach\s+Jemand ist neu dabei/);
    expect(await checkAppearance(page, "account-in-de")).toEqual([]);
  });

  test.each([
    ["that never began here", "/callback?code=abc&state=def"],
    ["that the person cancelled", "/callback?error=access_denied&state=def"],
  ])(
    "the account page refuses a sign-in %s, and sends no request to the provider",
    async (_, path) => {
      calls.length = 0;
      await open(path);
      await becomes("REFUSED");
      expect(page.url()).toBe(`${api.url}/account`);
      expect(calls.filter((address) => address.startsWith(provider.issuer))).toEqual([]);
    },
  );

  test("a sign-in that was begun here cannot be completed by another provider", async () => {
    await open();
    await press("signIn");
    await page.waitForSelector("input[name=email]");
    const begun = calls.findLast((address) => new URL(address).searchParams.has("state")) ?? "";
    const state = new URL(begun).searchParams.get("state");
    calls.length = 0;
    await open(`/callback?code=abc&state=${state}&iss=https%3A%2F%2Felsewhere.example`);
    await becomes("REFUSED");
    expect(calls.filter((address) => address.startsWith(provider.issuer))).toEqual([]);
  });

  test("the account page explains without script how to continue", async () => {
    await page.setJavaScriptEnabled(false);
    await open();
    expect(await shown()).toContain("allow scripts on this page, or open your account in the app");
  });
}
