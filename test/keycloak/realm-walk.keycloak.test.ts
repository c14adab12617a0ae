import { randomBytes, randomUUID } from "node:crypto";
import { appendFileSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { decodeJwt, decodeProtectedHeader } from "jose";
import {
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  clientCredentialsGrant,
  randomPKCECodeVerifier,
} from "openid-client";
import { z } from "zod";
import { INTERNAL_SCOPE } from "../../contract/accounts/vocabulary.ts";
import { forgetSecondFactor } from "../../tools/keycloak/ensure-account.ts";
import { ensureMachineScope } from "../../tools/keycloak/ensure-machine-scope.ts";
import { type KeycloakAdmin, openKeycloakAdmin } from "../../tools/keycloak/keycloak-admin.ts";
import { type KeycloakTokens, openKeycloakPerson } from "../../tools/keycloak/keycloak-person.ts";
import { REALM_NAME, readLoopbackRealm } from "../../tools/keycloak/realm-file.ts";
import { type RunningKeycloak, startKeycloak } from "../../tools/keycloak/start-keycloak.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { PROVIDER_MACHINE } from "../../tools/provider/clients.ts";
import { discoverProvider } from "../../tools/provider/discover.ts";
import { machineToken } from "../../tools/stack/machine-token.ts";
import { readParts } from "../../tools/production/shape/compose-file.ts";
import { registrationForm } from "../factories/accounts/identity.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { getTestPart } from "../harness/context.ts";
import { surroundings } from "../harness/surroundings.ts";
import { challengeWith } from "../factories/accounts/challenge.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";

/** Starting Java is slow. Longer than the timeout of `startKeycloak`, so that its reason is reported. */
const START_LIMIT_MS = 400_000;
/** The API fetches an unknown key at most this often. */
const KEY_COOLDOWN_MS = 10_000;

const account = {
  email: "cora.coach@example.com",
  password: `Aa1-${randomBytes(12).toString("hex")}`,
};
const adminPassword = randomBytes(12).toString("hex");
const directory = mkdtempSync(join(tmpdir(), "sideline-keycloak-"));

let mailbox: Mailbox;
let start: (further?: NodeJS.ProcessEnv) => Promise<RunningKeycloak>;
let keycloak: RunningKeycloak;
let admin: KeycloakAdmin;
let api: TestApi;
/** Everything started so far: a process that keeps running would keep the tests from ending. */
const endings: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  mailbox = await openMailbox();
  endings.push(mailbox.close);
  const [port = 0, apiPort = 0] = await findFreePorts(2);
  start = (further = {}) =>
    startKeycloak({
      installation: getTestPart("keycloak"),
      directory,
      port,
      realm: readLoopbackRealm({
        apiUrl: `http://127.0.0.1:${apiPort}`,
        webOrigin: "http://127.0.0.1:5173",
        smtpPort: mailbox.port,
      }),
      realmName: REALM_NAME,
      adminPassword,
      env: { PATH: surroundings["PATH"], HOME: directory, ...further },
      onLine: (line) => appendFileSync(join(directory, "keycloak.log"), `${line}\n`),
      onStart: (child) => endings.push(() => child.stop()),
    });
  keycloak = await start();
  admin = openKeycloakAdmin(keycloak.url, REALM_NAME, adminPassword);
  api = await startApi({ issuer: keycloak.issuer, port: apiPort });
  endings.push(api.close);
}, START_LIMIT_MS);
afterAll(async () => {
  for (const end of endings.toReversed()) await end();
  await rm(directory, { recursive: true, force: true });
}, START_LIMIT_MS);

const APPS = {
  web: ["sideline-web", "http://127.0.0.1:5173/callback"],
  coach: ["sideline-coach-mobile", "app.sideline.coach:/callback"],
  client: ["sideline-client-mobile", "app.sideline.client:/callback"],
} as const;

const signedIn = async (app?: keyof typeof APPS) => (await signIn(app)).tokens;

const me = (token: string) => api.call("GET", "/api/v1/auth/me", { token });
const keyOf = ({ accessToken }: KeycloakTokens) => decodeProtectedHeader(accessToken).kid;
const findAccount = () => admin.find(`users?email=${account.email}&exact=true`);

test("A person registers by the form, verifies the address by the mail, and becomes a coach", async () => {
  const tokens = await (await personAt("coach")).register(account, mailbox.nextLink);
  const body = { ...registrationForm(), displayName: "Cora Coach" };
  const registration = { token: tokens.accessToken, body };
  const answer = await api.call("POST", "/api/v1/auth/coach-registration", registration);
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining("Cora Coach")]);
  expect((await me(tokens.accessToken)).status).toBe(200);
});

test("The pages of the identity provider are in the person's language", async () => {
  const [clientId, redirectUri] = APPS.client;
  const parameters = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid",
    code_challenge: await calculatePKCECodeChallenge(randomPKCECodeVerifier()),
    code_challenge_method: "S256",
  });
  const begin = `${keycloak.issuer}/protocol/openid-connect/auth?${parameters.toString()}`;
  const pageIn = async (language: string) =>
    await (await fetch(begin, { headers: { "Accept-Language": language } })).text();
  expect(await pageIn("de-CH,de;q=0.9")).toMatch(/<html[^>]* lang="de"[^]*Passwort/);
  for (const language of ["en-GB", "fr"])
    expect(await pageIn(language)).toMatch(/<html[^>]* lang="en"[^]*Password/);
});

test("A token of the realm has the claims that our guard needs", async () => {
  const { accessToken, sessionId } = await signedIn();
  expect(decodeProtectedHeader(accessToken)).toMatchObject({ typ: "at+jwt", alg: "RS256" });
  const claims = decodeJwt(accessToken);
  expect(claims).toMatchObject({
    iss: keycloak.issuer,
    aud: "sideline-api",
    azp: "sideline-coach-mobile",
    client_id: "sideline-coach-mobile",
    sid: sessionId,
    email: account.email,
    email_verified: true,
    auth_time: expect.any(Number),
  });
  expect(claims).not.toHaveProperty("identity_provider");
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(300);
});

test("A person is the same user in each app, and each app has its surface", async () => {
  const [phone, web, client] = [await signedIn(), await signedIn("web"), await signedIn("client")];
  const [first, second] = [await me(phone.accessToken), await me(web.accessToken)];
  expect([first.status, second.status]).toEqual([200, 200]);
  const User = z.object({ user: z.object({ userId: z.string() }) });
  expect(User.parse(second.data).user).toEqual(User.parse(first.data).user);
  expect((await me(client.accessToken)).body).toMatchObject({ code: "APP_ROLE_MISMATCH" });
});

test("A service gets a token by client credentials and reaches the internal routes only with its scope", async () => {
  await ensureMachineScope(admin);
  // Repeated, as on every start of the stack.
  await ensureMachineScope(admin);
  const token = await machineToken(keycloak.issuer);
  expect(decodeProtectedHeader(token)).toMatchObject({ typ: "at+jwt", alg: "RS256" });
  const claims = decodeJwt(token);
  expect(claims).toMatchObject({
    iss: keycloak.issuer,
    aud: "sideline-api",
    azp: PROVIDER_MACHINE.clientId,
    client_id: PROVIDER_MACHINE.clientId,
    jti: expect.any(String),
  });
  expect(String(claims["scope"]).split(" ")).toContain(INTERNAL_SCOPE);
  expect(claims).not.toHaveProperty("sid");
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(300);
  const body = {
    sourceEventId: randomUUID(),
    relationshipIds: [randomUUID()],
    from: "2026-01-05",
    to: "2026-01-06",
    reason: "The walk",
  };
  const ask = (asking: string) =>
    api.call("POST", "/api/v1/internal/daily-execution/materialize", { token: asking, body });
  expect((await ask(token)).data).toMatchObject({ skipped: [{ reason: "UNKNOWN" }] });
  const { clientId, secret } = PROVIDER_MACHINE;
  const known = await discoverProvider(keycloak.issuer, clientId, ClientSecretBasic(secret));
  const unscoped = await clientCredentialsGrant(known);
  expect((await ask(unscoped.access_token)).status).toBe(401);
  expect((await ask((await signedIn("web")).accessToken)).body).toMatchObject({
    code: "FORBIDDEN",
  });
  expect((await me(token)).status).toBe(401);
  const wrong = await discoverProvider(keycloak.issuer, clientId, ClientSecretBasic("wrong"));
  await expect(clientCredentialsGrant(wrong, { scope: INTERNAL_SCOPE })).rejects.toThrow();
});

test("A role of the realm is in the token of the console only", async () => {
  const { id } = await findAccount();
  const support = await admin.find("roles?search=support");
  await admin.send("POST", `users/${id}/role-mappings/realm`, [support]);
  expect(decodeJwt((await signedIn("web")).accessToken)).toMatchObject({ roles: ["support"] });
  expect(decodeJwt((await signedIn()).accessToken)).not.toHaveProperty("roles");
  await admin.send("DELETE", `users/${id}/role-mappings/realm`, [support]);
});

test("A second factor is set up on request and opens the routes of operators", async () => {
  const { id } = await findAccount();
  const role = await admin.find("roles?search=admin");
  await admin.send("POST", `users/${id}/role-mappings/realm`, [role]);
  const providers = (token: string) => api.call("GET", "/api/v1/admin/auth/providers", { token });
  const [password, both] = [await signedIn("web"), await secondFactor()];
  expect([decodeJwt(password.accessToken), decodeJwt(both.accessToken)]).toMatchObject([
    { acr: "1fa", roles: ["admin"] },
    { acr: "2fa", roles: ["admin"] },
  ]);
  const refused = await providers(password.accessToken);
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
    401,
    challengeWith('error="insufficient_user_authentication"', 'acr_values="2fa"'),
  ]);
  expect((await providers(both.accessToken)).status).toBe(200);
  const again = await (await personAt("web")).loginWithSecondFactor(account);
  expect(again).toMatchObject({ text: expect.stringContaining("kc-otp-login-form") });
  await forgetSecondFactor(admin, account.email);
  await admin.send("DELETE", `users/${id}/role-mappings/realm`, [role]);
});

test("A refresh token that is used twice ends the sign-in", async () => {
  const { person, tokens } = await signIn();
  const next = await person.refresh(tokens);
  expect(next.refreshToken).not.toBe(tokens.refreshToken);
  await expect(person.refresh(tokens)).rejects.toMatchObject({ error: "invalid_grant" });
  await expect(person.refresh(next)).rejects.toMatchObject({ error: "invalid_grant" });
});

test("A wrong password leads back to the login page", async () => {
  const end = await (await personAt("coach")).login({ ...account, password: "not-the-password" });
  expect(end).toMatchObject({ text: expect.stringContaining("Invalid username or password") });
});

test("A token for another audience is refused, and so is an ID token", async () => {
  const client = await admin.find("clients?clientId=sideline-coach-mobile");
  const Mappers = z.array(z.looseObject({ protocolMapper: z.string() }));
  const mappers = Mappers.parse(client["protocolMappers"]);
  const elsewhere = mappers.map((mapper) =>
    mapper.protocolMapper === "oidc-audience-mapper"
      ? {
          ...mapper,
          config: { "included.custom.audience": "another-api", "access.token.claim": "true" },
        }
      : mapper,
  );
  const mapper = elsewhere.find(({ protocolMapper }) => protocolMapper === "oidc-audience-mapper");
  const path = `clients/${client.id}/protocol-mappers/models/${String(mapper?.["id"])}`;
  await admin.send("PUT", path, mapper);
  const other = await signedIn();
  expect(decodeJwt(other.accessToken).aud).toBe("another-api");
  for (const token of [other.accessToken, other.idToken]) {
    const answer = await me(token);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringContaining("invalid_token"),
    ]);
  }
  const before = mappers.find(({ protocolMapper }) => protocolMapper === "oidc-audience-mapper");
  await admin.send("PUT", path, before);
  expect((await me((await signedIn()).accessToken)).status).toBe(200);
});

test("Keys rotate in the safe order, and no valid token is refused", async () => {
  const before = await signedIn();
  const key = (active: boolean) => ({
    name: "the next key",
    providerId: "rsa-generated",
    providerType: "org.keycloak.keys.KeyProvider",
    config: {
      priority: ["200"],
      enabled: ["true"],
      active: [String(active)],
      algorithm: ["RS256"],
    },
  });
  // Published first; it signs only after every cached key set must have been refreshed.
  await admin.send("POST", "components", key(false));
  expect(keyOf(await signedIn())).toBe(keyOf(before));
  await sleep(KEY_COOLDOWN_MS);
  const { id } = await admin.find("components?name=the%20next%20key");
  await admin.send("PUT", `components/${id}`, { ...key(true), id });
  const after = await signedIn();
  expect(keyOf(after)).not.toBe(keyOf(before));
  expect((await me(after.accessToken)).status).toBe(200);
  expect((await me(before.accessToken)).status).toBe(200);
});

test("Signing out at the provider ends the session at the API by back-channel logout", async () => {
  const { person, tokens } = await signIn();
  const other = await signedIn();
  expect([(await me(tokens.accessToken)).status, (await me(other.accessToken)).status]).toEqual([
    200, 200,
  ]);
  await person.signOut(tokens);
  const ended = await eventually(
    () => me(tokens.accessToken),
    ({ status }) => status === 401,
  );
  expect(ended.body).toMatchObject({ code: "UNAUTHENTICATED" });
  expect((await me(other.accessToken)).status).toBe(200);
  await expect(person.refresh(tokens)).rejects.toThrow();
});

test("A disabled user can no longer sign in, and an ended session is ended at the API too", async () => {
  const { person, tokens } = await signIn();
  expect((await me(tokens.accessToken)).status).toBe(200);
  const user = await findAccount();
  await admin.send("PUT", `users/${user.id}`, { ...user, enabled: false });
  await expect(person.refresh(tokens)).rejects.toThrow();
  expect(await (await personAt("coach")).login(account)).toMatchObject({
    text: expect.stringContaining("Account is disabled"),
  });
  await admin.send("DELETE", `sessions/${tokens.sessionId}`);
  await eventually(
    () => me(tokens.accessToken),
    ({ status }) => status === 401,
  );
  await admin.send("PUT", `users/${user.id}`, { ...user, enabled: true });
  expect((await me((await signedIn()).accessToken)).status).toBe(200);
});

test(
  "While the provider is down a valid token is served and nobody signs in; afterwards everything works again",
  async () => {
    const tokens = await signedIn();
    await keycloak.stop();
    expect((await me(tokens.accessToken)).status).toBe(200);
    await expect(signedIn()).rejects.toThrow();
    const { KC_FEATURES_DISABLED } = readParts().get("keycloak")?.environment ?? {};
    keycloak = await start({ KC_FEATURES_DISABLED });
    expect((await me(tokens.accessToken)).status).toBe(200);
    const later = await signedIn();
    expect(decodeJwt(later.accessToken).sub).toBe(decodeJwt(tokens.accessToken).sub);
    expect((await me(later.accessToken)).status).toBe(200);
  },
  START_LIMIT_MS,
);

test("Keycloak as deployed for the public has neither console nor admin API", async () => {
  const paths = ["/admin/", "/admin/master/console/", `/admin/realms/${REALM_NAME}`];
  const answers = await Promise.all(paths.map((path) => fetch(`${keycloak.url}${path}`)));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await fetch(keycloak.issuer)).status).toBe(200);
});

function personAt(app: keyof typeof APPS) {
  const [clientId, redirectUri] = APPS[app];
  return openKeycloakPerson({ issuer: keycloak.issuer, clientId, redirectUri });
}

/** Signs in with a new browser. */
async function signIn(app: keyof typeof APPS = "coach") {
  const person = await personAt(app);
  const tokens = await person.login(account);
  if (tokens.kind === "PAGE") throw new Error(`The login page was shown again: ${tokens.text}`);
  return { person, tokens };
}

/** Signs in at the console with a new browser, and sets up a second factor on the way. */
async function secondFactor(): Promise<KeycloakTokens> {
  const end = await (await personAt("web")).loginWithSecondFactor(account);
  if (end.kind === "PAGE") throw new Error(`The page was shown again: ${end.text}`);
  return end;
}

async function eventually<T>(poll: () => Promise<T>, isIt: (seen: T) => boolean): Promise<T> {
  for (;;) {
    const seen = await poll();
    if (isIt(seen)) return seen;
    await sleep(100);
  }
}
