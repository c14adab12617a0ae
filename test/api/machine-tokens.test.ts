import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pino from "pino";
import { type AccessTokens, openAccessTokens } from "../../api/guard/open-access-tokens.ts";
import { openProviderKeys } from "../../api/guard/provider-keys.ts";
import { knownProvider } from "../../activities/providers/provider-sources.ts";
import { Refusal } from "../../contract/refusal.ts";
import { TEST_AUDIENCE, TEST_CLIENTS } from "../harness/test-clients.ts";
import { MACHINE_CLAIMS, type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";
import { TEST_PROVIDERS } from "../harness/test-providers.ts";

let provider: TestIssuer;
let tokens: AccessTokens;
let close: () => void;
beforeAll(async () => {
  provider = await startTestIssuer();
  const { issuer } = provider;
  const keys = openProviderKeys({ issuer, log: pino({ level: "silent" }) });
  close = () => keys.close();
  tokens = openAccessTokens({
    issuer,
    audience: TEST_AUDIENCE,
    clients: TEST_CLIENTS,
    machines: new Set(["sideline-jobs", "sideline-messages"]),
    keys,
    findProvider: async (alias = "email-password") => {
      const known = knownProvider(TEST_PROVIDERS.sources, alias, null);
      return known && { ...known, health: null };
    },
    testSubjects: new Set(),
  });
});
afterAll(async () => {
  close();
  await provider.close();
});

type Claims = Readonly<Record<string, unknown>>;

const headersOf = async (claims: Claims) => [`Bearer ${await provider.sign({ claims })}`];

const now = () => Math.floor(Date.now() / 1000);
const claimsOf = (changes: Claims = {}): Claims => ({ ...MACHINE_CLAIMS, ...changes });

describe("A token of client credentials", () => {
  test("names the service by its client, even with other scopes", async () => {
    expect(await asMachine(claimsOf())).toBe("sideline-jobs");
    expect(await asMachine(claimsOf({ azp: undefined }))).toBe("sideline-jobs");
    expect(await asMachine(claimsOf({ client_id: undefined }))).toBe("sideline-jobs");
    const other = { client_id: "sideline-messages", azp: "sideline-messages" };
    expect(await asMachine(claimsOf({ ...other, scope: "profile internal email" }))).toBe(
      "sideline-messages",
    );
  });

  test.each<readonly [string, Claims]>([
    ["without a scope", { scope: undefined }],
    ["with another scope", { scope: "sideline internals" }],
    ["with the scope as a list", { scope: ["internal"] }],
    ["of a client that is not a service", { client_id: "somebody", azp: "somebody" }],
    ["of two clients", { azp: "sideline-messages" }],
    ["of an app", { client_id: "sideline-web", azp: "sideline-web" }],
    ["with a session", { sid: "a-session" }],
    ["for another audience", { aud: "another-api" }],
    ["of another issuer", { iss: "https://elsewhere.example" }],
    ["without an id", { jti: undefined }],
    ["that has expired", { iat: now() - 600, exp: now() - 300 }],
    ["that is not valid yet", { iat: now() + 300, exp: now() + 600 }],
    ["that lives longer than an hour", { exp: now() + 3_700 }],
    ["bound to a key", { cnf: { jkt: "x" } }],
    ["that is a logout token", { events: {} }],
  ])("%s is refused", async (_, changes) => {
    expect(await asMachine(claimsOf(changes))).toBe("UNAUTHENTICATED");
  });

  test("is not a person's sign-in", async () => {
    await expect(tokens.verify(await headersOf(claimsOf()))).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  });

  test("is counted for its client, and a person's for the person", async () => {
    const headers = await headersOf(claimsOf({ roles: ["admin"] }));
    await tokens.verifyMachine(headers);
    expect(tokens.recall(headers)).toEqual({ key: "sideline-jobs", kind: "service" });
    const person = await headersOf({ sub: "somebody", scope: "internal" });
    await tokens.verify(person);
    expect(tokens.recall(person)).toMatchObject({ kind: "person" });
  });
});

describe("A valid token of a person", () => {
  test.each<readonly [string, Claims]>([
    ["of an app", {}],
    ["with the scope of services", { scope: "internal" }],
    ["of an administrator", { roles: ["admin"], scope: "internal" }],
  ])("%s is refused at the routes of services", async (_, claims) => {
    expect(await asMachine(claims)).toBe("FORBIDDEN");
  });
});

/** The result of a token at the routes of services: the client, or the code of the refusal. */
async function asMachine(claims: Claims): Promise<string> {
  try {
    return (await tokens.verifyMachine(await headersOf(claims))).clientId;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
