import { createServer, get } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "@jest/globals";
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { allowInsecureRequests, None, discovery, refreshTokenGrant } from "openid-client";
import { CookieJar } from "tough-cookie";
import { openProviderProbe } from "../../activities/providers/probe-provider.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { enterLink } from "../../tools/provider/open-entrance.ts";
import { startProvider } from "../../tools/provider/start-provider.ts";
import { machineOf } from "../../api/guard/tokens/machine.ts";
import { machineToken } from "../../tools/stack/machine-token.ts";
import { signIn } from "../../tools/stack/sign-in.ts";

// Back-channel messages to the API.
const bodies: string[] = [];
const listener = createServer((req, res) => {
  void text(req).then((body) => {
    bodies.push(new URLSearchParams(body).get("logout_token") ?? "");
    res.end();
  });
});

const [port = 0, listenerPort = 0] = await findFreePorts(2);
listener.listen(listenerPort, "127.0.0.1");
const provider = await startProvider({
  port,
  directory: null,
  audience: "sideline-api",
  backchannelLogoutUri: `http://127.0.0.1:${listenerPort}/logout`,
});
afterAll(async () => {
  await provider.stop();
  listener.close();
});
const { issuer } = provider;

describe("an access token", () => {
  test("is an RFC 9068 token that the published keys verify", async () => {
    const { accessToken } = await signIn({
      issuer,
      clientId: "sideline-web",
      email: "a@example.com",
    });
    const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
    const { payload, protectedHeader } = await jwtVerify(accessToken, keys, {
      issuer,
      audience: "sideline-api",
      typ: "at+jwt",
      algorithms: ["RS256"],
    });
    expect(protectedHeader.kid).toEqual(expect.any(String));
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
  });

  test("names the person, the client, the session and the verified contacts", async () => {
    const signedIn = await signIn({
      issuer,
      clientId: "sideline-client-mobile",
      email: "giulia.neri@example.com",
      provider: "google",
      phone: "+391234567890",
      roles: ["admin", "support"],
    });
    expect(decodeJwt(signedIn.accessToken)).toMatchObject({
      sub: signedIn.subject,
      azp: "sideline-client-mobile",
      client_id: "sideline-client-mobile",
      sid: signedIn.sessionId,
      auth_time: expect.any(Number),
      email: "giulia.neri@example.com",
      email_verified: true,
      phone_number: "+391234567890",
      phone_number_verified: true,
      name: "Giulia Neri",
      identity_provider: "google",
      roles: ["admin", "support"],
      acr: "2fa",
    });
  });

  test("contains only a phone if no e-mail address was given", async () => {
    const phone = "+391234567891";
    const request = { issuer, clientId: "sideline-client-mobile", provider: "telegram" } as const;
    const { accessToken, subject } = await signIn({ ...request, phone });
    const claims = decodeJwt(accessToken);
    expect(claims).toMatchObject({ phone_number: phone, phone_number_verified: true });
    for (const name of ["email", "email_verified", "name"]) expect(claims).not.toHaveProperty(name);
    expect((await signIn({ ...request, phone: "+39 (123) 456-7891" })).subject).toBe(subject);
  });

  test("leaves out claims that were not requested", async () => {
    const { accessToken } = await signIn({
      issuer,
      clientId: "sideline-web",
      email: "plain@example.com",
      verified: false,
    });
    const claims = decodeJwt(accessToken);
    expect(claims).toMatchObject({ email_verified: false });
    for (const name of ["identity_provider", "roles", "acr", "phone_number"]) {
      expect(claims).not.toHaveProperty(name);
    }
  });

  test("is renewed by the refresh token, in the same session", async () => {
    const first = await signIn({ issuer, clientId: "sideline-web", email: "again@example.com" });
    const second = await refresh(first.refreshToken);
    expect(decodeJwt(second.access_token)).toMatchObject({
      sub: first.subject,
      sid: first.sessionId,
      azp: "sideline-web",
    });
  });
});

test("a service gets a token by client credentials, with the scope internal and no session", async () => {
  const token = await machineToken(issuer);
  const claims = decodeJwt(token);
  expect(decodeProtectedHeader(token).typ).toBe("at+jwt");
  expect(claims).toMatchObject({
    sub: "sideline-jobs",
    client_id: "sideline-jobs",
    aud: "sideline-api",
    scope: "internal",
    jti: expect.any(String),
  });
  for (const name of ["sid", "email", "roles", "auth_time"])
    expect(claims).not.toHaveProperty(name);
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(300);
  expect(machineOf(claims, new Set(["sideline-jobs"]))).toEqual({ clientId: "sideline-jobs" });
});

test("an ID token cannot serve as access token: its type and audience differ", async () => {
  const { idToken } = await signIn({ issuer, clientId: "sideline-web", email: "a@example.com" });
  expect(decodeProtectedHeader(idToken).typ).not.toBe("at+jwt");
  expect(decodeJwt(idToken).aud).toBe("sideline-web");
});

test("an account belongs to one way of signing in and one e-mail, and persists", async () => {
  const as = async (email: string, by: "google" | "apple") =>
    (await signIn({ issuer, clientId: "sideline-web", email, provider: by })).subject;
  const first = await as("same@example.com", "google");
  expect(await as("Same@example.com", "google")).toBe(first);
  expect(await as("same@example.com", "apple")).not.toBe(first);
});

function loginAddress(further: Readonly<Record<string, string>>): URL {
  const start = new URL(`${issuer}/auth`);
  start.search = new URLSearchParams({
    client_id: "sideline-coach-mobile",
    redirect_uri: "http://127.0.0.1/callback",
    response_type: "code",
    scope: "openid",
    code_challenge: "a".repeat(43),
    code_challenge_method: "S256",
    ...further,
  }).toString();
  return start;
}

test("an app that also asks for consent is answered after one login page", async () => {
  const browser = new CookieJar();
  const visit = async (url: URL, init: RequestInit = {}) => {
    const headers = { cookie: await browser.getCookieString(url.href) };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) await browser.setCookie(line, url.href);
    return new URL(response.headers.get("location") ?? "", url);
  };
  const page = await visit(loginAddress({ prompt: "consent", scope: "openid offline_access" }));
  const body = new URLSearchParams({ email: "consent@example.com" });
  let next = await visit(page, { method: "POST", body });
  while (next.origin === issuer) next = await visit(next);
  expect(next.href).toMatch(/^http:\/\/127\.0\.0\.1\/callback\?code=/);
});

describe("the phone, a page of the API", () => {
  const addresses = ["127.0.0.1", "localhost"].map(
    (host) => `http://${host}:${listenerPort}/phone/callback`,
  );
  const cases = addresses.flatMap((redirectUri) =>
    ["sideline-client-mobile", "sideline-coach-mobile"].map((clientId) => ({
      clientId,
      redirectUri,
    })),
  );

  test.each(cases)(
    "signs in as $clientId at $redirectUri, and its origin reads the token and the settings",
    async ({ clientId, redirectUri }) => {
      const signedIn = await signIn({ issuer, clientId, redirectUri, email: "phone@example.com" });
      expect(decodeJwt(signedIn.accessToken)).toMatchObject({ client_id: clientId });
      const { origin } = new URL(redirectUri);
      const body = new URLSearchParams({
        grant_type: "refresh_token",
        client_id: clientId,
        refresh_token: signedIn.refreshToken,
      });
      for (const [path, init] of [
        ["/token", { method: "POST", body }],
        ["/.well-known/openid-configuration", {}],
      ] as const) {
        const answer = await fetch(`${issuer}${path}`, { ...init, headers: { origin } });
        expect(answer.status).toBe(200);
        expect(["*", origin]).toContain(answer.headers.get("access-control-allow-origin"));
      }
    },
  );

  test.each(cases)(
    "is returned to at $redirectUri by $clientId after signing out",
    async ({ clientId, redirectUri }) => {
      const end = new URL(`${issuer}/session/end`);
      end.search = new URLSearchParams({
        client_id: clientId,
        post_logout_redirect_uri: redirectUri,
      }).toString();
      expect((await fetch(end, { redirect: "manual" })).status).toBe(200);
    },
  );

  test("has no address of the web, and no other path or host", async () => {
    const [own = ""] = addresses;
    for (const further of [
      { client_id: "sideline-web", redirect_uri: own },
      { redirect_uri: own.replace("/phone/callback", "/phone/") },
      { redirect_uri: own.replace("127.0.0.1", "phone.example.com") },
    ]) {
      expect((await fetch(loginAddress(further), { redirect: "manual" })).status).toBe(400);
    }
  });
});

test("a login without a contact shows the form again with the typed values", async () => {
  const start = loginAddress({ login_hint: "+391234567892", kc_idp_hint: "apple" });
  const begun = await fetch(start, { redirect: "manual" });
  const page = new URL(begun.headers.get("location") ?? "", issuer);
  const cookie = begun.headers.getSetCookie().map((line) => line.split(";", 1).join(""));
  const headers = { cookie: cookie.join("; ") };
  const proposed = await (await fetch(page, { headers })).text();
  expect(proposed).toContain("<strong>Coach app</strong>");
  expect(proposed).toContain('value="+391234567892"');
  expect(proposed).toContain('value="apple" checked');
  const body = new URLSearchParams({ name: 'A "B" <C>', provider: "google", roles: "support" });
  const answer = await fetch(page, { method: "POST", headers, body });
  expect(answer.status).toBe(400);
  const again = await answer.text();
  expect(again).toContain("Enter an e-mail address or a phone number.");
  expect(again).toContain('value="A &quot;B&quot; &lt;C&gt;"');
  expect(again).toContain('value="google" checked');
  expect(again).toContain('value="support" checked');
});

describe("the health check of a provider", () => {
  const probe = (clientId: string | null, at = issuer) =>
    openProviderProbe({
      issuer: at,
      clientId,
      redirectUri: `http://127.0.0.1:${listenerPort}/callback`,
    });
  const google = { providerKey: "google", keycloakAlias: "google" };
  const local = { providerKey: "email-password", keycloakAlias: "email-password" };

  test("starts a sign-in with its alias, and finds one that the issuer does not offer", async () => {
    for (const provided of [google, local])
      expect(await probe("sideline-web")(provided)).toMatchObject({ errorCode: null });
    expect(await probe("unknown-app")(google)).toMatchObject({ errorCode: "LOGIN_NOT_OFFERED" });
    // Without an app on the web, only the issuer is checked.
    expect(await probe(null)(google)).toMatchObject({ errorCode: null });
  });

  test("detects an alias that is switched off at the issuer, which then shows its own form", async () => {
    const keycloak = createServer((req, res) => {
      const at = `http://${req.headers.host}`;
      const { pathname } = new URL(req.url ?? "", at);
      const documents: Record<string, unknown> = {
        "/.well-known/openid-configuration": {
          issuer: at,
          jwks_uri: `${at}/keys`,
          authorization_endpoint: `${at}/sign-in`,
        },
        "/keys": { keys: [{ kty: "RSA" }] },
      };
      res.setHeader("Content-Type", "application/json");
      res.end(JSON.stringify(documents[pathname] ?? "the form"));
    });
    const [freePort = 0] = await findFreePorts(1);
    keycloak.listen(freePort, "127.0.0.1");
    const found = probe("sideline-web", `http://127.0.0.1:${freePort}`);
    expect(await found(google)).toMatchObject({ errorCode: "LOGIN_NOT_OFFERED" });
    expect(await found(local)).toMatchObject({ errorCode: null });
    keycloak.close();
    keycloak.closeAllConnections();
  });
});

test("signing out notifies the API by back channel, and ends the refresh token", async () => {
  const signedIn = await signIn({ issuer, clientId: "sideline-web", email: "out@example.com" });
  await signedIn.signOut();
  const [logoutToken = ""] = bodies;
  expect(decodeProtectedHeader(logoutToken)).toMatchObject({ typ: "logout+jwt", alg: "RS256" });
  expect(decodeJwt(logoutToken)).toMatchObject({
    iss: issuer,
    aud: "sideline-web",
    sub: signedIn.subject,
    sid: signedIn.sessionId,
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  });
  await expect(refresh(signedIn.refreshToken)).rejects.toThrow();
});

test("a code without PKCE is refused", async () => {
  const start = new URL(`${issuer}/auth`);
  start.search = new URLSearchParams({
    client_id: "sideline-web",
    redirect_uri: "http://127.0.0.1:5173/callback",
    response_type: "code",
    scope: "openid",
  }).toString();
  const response = await fetch(start, { redirect: "manual" });
  expect(response.headers.get("location")).toContain("error=invalid_request");
});

test("an expired interaction is answered with a page, not a stack trace", async () => {
  const response = await fetch(`${issuer}/interaction/unknown`);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("Go back to the app and sign in again.");
});

test.each(["null", "anywhere", "https://elsewhere.example"])(
  "a page of the origin %s is refused, without a server error",
  async (origin) => {
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      client_id: "sideline-web",
      code: "none",
    });
    const answer = await fetch(`${issuer}/token`, { method: "POST", headers: { origin }, body });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  },
);

test.each([
  ["elsewhere.example", 421],
  ["127.0.0.1.elsewhere.example", 421],
  ["localhost", 200],
])("a request with the host name %s is answered %i", async (host, status) => {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  get(`${issuer}/`, { headers: { host } }, (answer) => {
    answer.resume();
    resolve(answer.statusCode);
  }).on("error", reject);
  expect(await promise).toBe(status);
});

async function refresh(refreshToken: string) {
  // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out; loopback only.
  const options = { execute: [allowInsecureRequests] };
  const config = await discovery(new URL(issuer), "sideline-web", undefined, None(), options);
  return refreshTokenGrant(config, refreshToken);
}

describe("the link of a demo", () => {
  const to = "http://127.0.0.1:3000/inbox";
  const enter = async (parts: { email: string; to: string }) =>
    await fetch(enterLink(issuer, parts), { redirect: "manual" });

  test("signs its person in and leads to its page, which then gets a code without asking anybody", async () => {
    const entered = await enter({ email: "kim@example.com", to });
    expect([entered.status, entered.headers.get("Location")]).toEqual([303, to]);
    const query = new URLSearchParams({
      client_id: "sideline-web",
      redirect_uri: "http://127.0.0.1:5173/callback",
      response_type: "code",
      scope: "openid",
      prompt: "none",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
    });
    const cookies = entered.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    const silent = await fetch(`${issuer}/auth?${query.toString()}`, {
      redirect: "manual",
      headers: { Cookie: cookies.join("; ") },
    });
    const answered = new URL(silent.headers.get("Location") ?? "");
    expect([...answered.searchParams.keys()]).toContain("code");
  });

  test.each([
    { email: "kim@example.com", to: "https://elsewhere.example/inbox" },
    { email: "nobody", to },
  ])("refuses a page that is not on this machine, and what is no address: %j", async (parts) => {
    const refused = await enter(parts);
    expect(refused.status).toBe(400);
    expect(refused.headers.getSetCookie()).toEqual([]);
  });
});
