import { randomUUID } from "node:crypto";
import { type Browser, type Page, launch } from "puppeteer-core";
import type { Endpoint } from "../../api/endpoint.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { tables } from "../../db/tables.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { startProvider } from "../../tools/provider/start-provider.ts";
import { signIn } from "../../tools/stack/sign-in.ts";
import { ensureConsole } from "../../tools/web/ensure-console.ts";
import { buildCoach, buildIdentity, buildRelationship } from "../factories/accounts/identity.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { noOutsideLinks } from "../../api/pages/outside-links.ts";
import { tabTo } from "./keys.ts";

/** An API that serves the console, the development provider at which coaches sign in, and a browser. */
export async function startConsoleStage(
  executablePath: string,
  { profile, onLog, endpoints }: StageOptions = {},
): Promise<ConsoleStage> {
  const [port = 0, apiPort = 0] = await findFreePorts(2);
  const provider = await startProvider({
    port,
    directory: null,
    audience: "sideline-api",
    backchannelLogoutUri: `http://127.0.0.1:${apiPort}/api/v1/auth/backchannel-logout`,
  });
  const { issuer } = provider;
  const api = await startApi({
    port: apiPort,
    issuer,
    links: { ...noOutsideLinks(issuer), webClientId: "sideline-web" },
    consoleDirectory: await ensureConsole(() => undefined),
    ...(onLog && { onLog }),
    ...(endpoints && { endpoints }),
  });
  // All files use one address: failures of an earlier file must not count against this one.
  await tables(api.deps.database.em).deleteFrom("rateLimit").execute();
  const browser = await launch({
    executablePath,
    ...(profile !== undefined && { userDataDir: profile }),
    // Without motion, no colour is measured on its way from one theme to the other.
    args: [
      "--no-sandbox",
      "--disable-dev-shm-usage",
      "--lang=en",
      "--force-prefers-reduced-motion",
    ],
  });
  return {
    api,
    issuer,
    browser,
    async close() {
      await describeLeftOpen(browser);
      await browser.close();
      await api.close();
      await provider.stop();
    },
  };
}

export interface StageOptions {
  /** Folder of the browser's profile; by default one that goes with the browser. */
  readonly profile?: string;
  /** Receives the lines of the API's log. */
  readonly onLog?: (line: Readonly<Record<string, unknown>>) => void;
  /** Routes to serve; by default those of the product. */
  readonly endpoints?: readonly Endpoint[];
}

/** A test closes its pages. One that failed left its page open: what it shows explains the failure. */
async function describeLeftOpen(browser: Browser): Promise<void> {
  for (const context of browser.browserContexts()) {
    for (const page of await context.pages()) {
      if (page.url() === "about:blank") continue;
      const text = await page.evaluate("document.body.innerText").catch(String);
      process.stderr.write(`A page was left open at ${page.url()}. It shows:\n${String(text)}\n`);
    }
  }
}

/** The API, provider and browser that the console's tests share. */
export interface ConsoleStage {
  readonly api: TestApi;
  readonly issuer: string;
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}

/** A coach with one client, who signs in at the stage's provider by e-mail. */
export async function buildConsoleCoach({ api, issuer }: ConsoleStage): Promise<ConsoleCoach> {
  const { em } = api.deps.database;
  const email = `${randomUUID()}@example.com`;
  const clientId = "sideline-web";
  const { subject } = await signIn({ issuer, clientId, email });
  const coach = await buildCoach(em, buildIdentity({ issuer, clientId }));
  const { client, relationshipId, workspaceId } = await buildRelationship(em, { coach });
  await em.fork().nativeUpdate(AuthIdentity, { userId: coach.userId }, { issuer, subject });
  const coachUserId = coach.userId;
  return { email, workspaceId, relationshipId, clientUserId: client.userId, coachUserId };
}

/** The coach as the tests know them. */
export interface ConsoleCoach {
  readonly email: string;
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly clientUserId: string;
  readonly coachUserId: string;
}

/**
 * Opens an address of the console in a browser profile of its own. Everything that the browser complains of (violations
 * of the policy, errors, lost requests) is in `complaints`.
 */
export async function openPage(
  { api, browser }: ConsoleStage,
  address: string,
): Promise<OpenedPage> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  // As long as every other wait of the suite: on a busy machine a sign-in takes longer than the usual 30 seconds.
  page.setDefaultTimeout(150_000);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(`${api.url}${address}`);
  await page.waitForFunction('document.body.innerText.trim() !== ""');
  return { page, complaints, close: async () => await context.close() };
}

export interface OpenedPage {
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
}

/** Signs in from the door, as the coach does. */
export async function passDoor(page: Page, email: string): Promise<void> {
  const button = await page.waitForSelector(".door .btn.go");
  await button?.press("Enter");
  await tabTo(page, "input[name=email]");
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await page.waitForSelector("nav.side, nav.bottom");
}
