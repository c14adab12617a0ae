import {
  type Configuration,
  None,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
} from "openid-client";
import { CookieJar } from "tough-cookie";
import { z } from "zod";
import { SECOND_FACTOR_ACR } from "../../contract/accounts/vocabulary.ts";
import { oneTimeCode } from "./one-time-code.ts";

/** A person using one app in their own browser. */
export interface KeycloakPerson {
  /** Registers through the form and opens the link in the e-mail that `readEmail` finds. */
  register(account: Account, readEmail: () => Promise<string>): Promise<KeycloakTokens>;
  /** Signs in through the form; the result is the page if the person stays on it. */
  login(account: Account): Promise<SignInEnd>;
  /** The same with a second factor, which is set up during the sign-in because the account has none. */
  loginWithSecondFactor(account: Account): Promise<SignInEnd>;
  refresh(tokens: KeycloakTokens): Promise<KeycloakTokens>;
  signOut(tokens: KeycloakTokens): Promise<void>;
}

/** The tokens that a person got from the token endpoint. */
export interface KeycloakTokens {
  readonly kind: "TOKENS";
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly idToken: string;
  readonly sessionId: string;
  readonly expiresInSeconds: number;
}

export type SignInEnd = KeycloakTokens | { readonly kind: "PAGE"; readonly text: string };

export interface Account {
  readonly email: string;
  readonly password: string;
}

export interface App {
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
}

/** Opens a browser without a session. */
export async function openKeycloakPerson(app: App): Promise<KeycloakPerson> {
  // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out; loopback only.
  const options = { execute: [allowInsecureRequests], timeout: 10 };
  const config = await discovery(new URL(app.issuer), app.clientId, undefined, None(), options);
  const browser = openBrowser(app.redirectUri);
  return {
    register: async ({ email, password }, readEmail) => {
      const flow = await beginLogin(config, app);
      const login = await browser.visit(flow.start);
      const link = /href="([^"]*login-actions\/registration[^"]*)"/.exec(login.text)?.[1] ?? "";
      const form = await browser.visit(new URL(unescapeHtml(link), login.url));
      const secrets = { password, "password-confirm": password };
      await browser.send(form, "kc-register-form", { email, ...NAMES, ...secrets });
      const page = await browser.visit(new URL(await readEmail()));
      // Newer versions ask for the password only after the address is verified.
      const proved = { "password-new": password, "password-confirm": password };
      const end = page.isCallback
        ? page
        : await browser.send(page, "kc-passwd-update-form", proved);
      return redeem(config, flow, end.url);
    },
    login: async (account) => {
      const flow = await beginLogin(config, app);
      return endOf(config, flow, await showPassword(browser, flow, account));
    },
    loginWithSecondFactor: async (account) => {
      const flow = await beginLogin(config, app, { acr_values: SECOND_FACTOR_ACR });
      const page = await showPassword(browser, flow, account);
      const asksForOne = page.text.includes("kc-totp-settings-form");
      return endOf(config, flow, asksForOne ? await setUpSecondFactor(browser, page) : page);
    },
    refresh: async ({ refreshToken }) =>
      tokensOf(await refreshTokenGrant(config, refreshToken), refreshToken),
    signOut: async ({ idToken }) => {
      const parameters = { id_token_hint: idToken, post_logout_redirect_uri: app.redirectUri };
      const end = await browser.visit(buildEndSessionUrl(config, parameters));
      if (!end.isCallback) throw new Error(`The sign-out ended at ${end.url.pathname}.`);
    },
  };
}

const NAMES = { firstName: "Cora", lastName: "Coach" };

type Flow = Awaited<ReturnType<typeof beginLogin>>;
type Browser = ReturnType<typeof openBrowser>;

async function showPassword(browser: Browser, flow: Flow, { email, password }: Account) {
  const form = await browser.visit(flow.start);
  return await browser.send(form, "kc-form-login", { username: email, password });
}

/** Result of the sign-in: tokens, or the page that the person is still on. */
async function endOf(config: Configuration, flow: Flow, page: Page): Promise<SignInEnd> {
  return page.isCallback ? await redeem(config, flow, page.url) : { kind: "PAGE", text: page.text };
}

/** The page contains the secret as bytes, next to the code that an authenticator scans. */
function setUpSecondFactor(browser: Browser, page: Page): Promise<Page> {
  const [, totpSecret = ""] = /name="totpSecret" value="([^"]+)"/.exec(page.text) ?? [];
  const totp = oneTimeCode(Buffer.from(totpSecret), new Date());
  const fields = { totp, totpSecret, userLabel: "an authenticator" };
  return browser.send(page, "kc-totp-settings-form", fields);
}

async function beginLogin(
  config: Configuration,
  app: App,
  further: Readonly<Record<string, string>> = {},
) {
  const [verifier, state, nonce] = [randomPKCECodeVerifier(), randomState(), randomNonce()];
  const start = buildAuthorizationUrl(config, {
    ...further,
    redirect_uri: app.redirectUri,
    scope: "openid email profile",
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
  });
  return { start, verifier, state, nonce };
}

async function redeem(config: Configuration, flow: Flow, callback: URL): Promise<KeycloakTokens> {
  const answer = await authorizationCodeGrant(config, callback, {
    pkceCodeVerifier: flow.verifier,
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    idTokenExpected: true,
  });
  return tokensOf(answer, "");
}

type Answer = Awaited<ReturnType<typeof refreshTokenGrant>>;

function tokensOf(answer: Answer, formerRefreshToken: string): KeycloakTokens {
  return {
    kind: "TOKENS",
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? formerRefreshToken,
    idToken: answer.id_token ?? "",
    sessionId: z.string().parse(answer.claims()?.["sid"]),
    expiresInSeconds: answer.expires_in ?? 0,
  };
}

interface Page {
  readonly url: URL;
  readonly text: string;
  /** Whether the address belongs to the app, which takes over; such an address is not visited. */
  readonly isCallback: boolean;
}

const MOST_REDIRECTS = 10;

function openBrowser(redirectUri: string) {
  const jar = new CookieJar();
  const visit = async (url: URL, init: RequestInit = {}): Promise<Page> => {
    let [next, request] = [url, init];
    for (let step = 0; step < MOST_REDIRECTS; step += 1) {
      if (next.href.startsWith(redirectUri)) return { url: next, text: "", isCallback: true };
      const headers = { cookie: await jar.getCookieString(next.href) };
      const response = await fetch(next, { ...request, headers, redirect: "manual" });
      for (const line of response.headers.getSetCookie()) await jar.setCookie(line, next.href);
      const location = response.headers.get("location");
      if (location === null) return { url: next, text: await response.text(), isCallback: false };
      [next, request] = [new URL(location, next), {}];
    }
    throw new Error("The provider redirects endlessly.");
  };
  const send = (page: Page, formId: string, fields: Readonly<Record<string, string>>) => {
    const tag = new RegExp(`<form[^>]*id="${formId}"[^>]*>`).exec(page.text)?.[0] ?? "";
    const action = /action="([^"]+)"/.exec(tag)?.[1];
    if (action === undefined) throw new Error(`No form ${formId} at ${page.url.pathname}.`);
    const body = new URLSearchParams(fields);
    return visit(new URL(unescapeHtml(action), page.url), { method: "POST", body });
  };
  return { visit, send };
}

const unescapeHtml = (text: string) => text.replaceAll("&amp;", "&");
