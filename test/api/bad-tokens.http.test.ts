import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { endpoints } from "../../api/endpoints.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { problemOf } from "../../api/http/problem.ts";
import { Refusal } from "../../contract/refusal.ts";
import { AppSession } from "../../db/accounts/app-session.ts";
import { attacksAt } from "../factories/api/attacks.ts";
import { type BadToken, badTokens } from "../factories/api/bad-tokens.ts";
import { registrationForm } from "../factories/accounts/identity.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { type TestAnswer, type TestApi, startApi } from "../harness/api.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";
import { challengeWith } from "../factories/accounts/challenge.ts";

const LEAST_KINDS = 64;
/** Requests in flight at once. */
const LANES = 16;
/** Kinds of tokens tried per route in the ordinary run. */
const KINDS_A_ROUTE = 2;

const CLAIMS = {
  sub: randomUUID(),
  sid: randomUUID(),
  email: `${randomUUID()}@example.com`,
  client_id: "sideline-coach-mobile",
  azp: "sideline-coach-mobile",
};

const guarded = endpoints.filter(({ access }) => access !== "anonymous" && access !== "provider");

let provider: TestIssuer;
let api: TestApi;
let kinds: readonly BadToken[];
beforeAll(async () => {
  provider = await startTestIssuer();
  api = await startApi({ issuer: provider.issuer });
  const register = { token: await provider.sign({ claims: CLAIMS }), body: registrationForm() };
  const answer = await api.call("POST", "/api/v1/auth/coach-registration", register);
  expect(answer.status).toBe(200);
  kinds = await badTokens(provider, CLAIMS);
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const pathOf = ({ path }: Endpoint) => path.replaceAll(/\{\w+\}/g, () => randomUUID());

describe("A bad token", () => {
  test("has at least 64 kinds, each made differently", () => {
    expect(new Set(kinds.map(([kind]) => kind)).size).toBe(kinds.length);
    const firstOf = new Map(kinds.toReversed().map(([kind, token]) => [token, kind]));
    expect(kinds.filter(([kind, token]) => firstOf.get(token) !== kind)).toEqual([]);
    expect(kinds.length).toBeGreaterThanOrEqual(LEAST_KINDS);
  });

  test("differs from a valid one", async () => {
    const token = await provider.sign({ claims: CLAIMS });
    expect((await api.call("GET", "/api/v1/auth/me", { token })).status).toBe(200);
  });

  test.each(
    guarded.map(
      (endpoint, place) => [`${endpoint.method} ${endpoint.path}`, endpoint, place] as const,
    ),
  )("of any kind is 401 at %s", async (_name, endpoint, place) => {
    const calls = attacksAt(kinds, place, KINDS_A_ROUTE).map(([kind, token]) => ({
      name: kind,
      run: () => api.call(endpoint.method, pathOf(endpoint), { token }),
    }));
    expect(await failuresOf(calls)).toEqual([]);
  });

  test("opens no session, whatever it claims", async () => {
    const sessions = await api.deps.database.em.fork().find(AppSession, {});
    expect(sessions.map(({ providerSessionId }) => providerSessionId)).toEqual([CLAIMS.sid]);
  });
});

describe("Every guarded route", () => {
  test("answers a missing token with 401 and a challenge without details", async () => {
    for (const endpoint of guarded) {
      const answer = await api.call(endpoint.method, pathOf(endpoint));
      expect([refusalOf(answer), answer.headers.get("WWW-Authenticate")]).toEqual([
        "401 UNAUTHENTICATED",
        challengeWith(),
      ]);
    }
  });

  test("ignores another scheme and a token outside its header", async () => {
    const token = await provider.sign({ claims: CLAIMS });
    const headers: Readonly<Record<string, string>>[] = [
      { Authorization: `Basic ${token}` },
      { Authorization: `DPoP ${token}` },
      { Authorization: token },
      { Authorization: `Bearer ${token}, Bearer ${token}` },
      { Authorization: `Bearer  ${token}` },
      { Authorization: `Bearer "${token}"` },
      { Authorization: "Bearer" },
    ];
    const calls = guarded.flatMap((endpoint, place) =>
      attacksAt(headers, place, 2).map((given) => ({
        name: `${endpoint.method} ${endpoint.path} ${headers.indexOf(given)}`,
        run: () => api.call(endpoint.method, pathOf(endpoint), { headers: given }),
      })),
    );
    expect(await failuresOf(calls)).toEqual([]);
    const elsewhere = { headers: { Cookie: `access_token=${token}`, "X-Access-Token": token } };
    for (const endpoint of guarded) {
      const path = `${pathOf(endpoint)}?access_token=${token}`;
      expect((await api.call(endpoint.method, path, elsewhere)).status).toBe(401);
    }
  });

  test("answers a valid token of another surface with 403, not 401", async () => {
    for (const endpoint of guarded.filter(({ access }) => access === "client")) {
      const token = await provider.sign({ claims: CLAIMS });
      expect(refusalOf(await api.call(endpoint.method, pathOf(endpoint), { token }))).toBe(
        "403 APP_ROLE_MISMATCH",
      );
    }
    const onPhone = { client_id: "sideline-client-mobile", azp: "sideline-client-mobile" };
    const token = await provider.sign({ claims: { ...CLAIMS, ...onPhone } });
    expect(refusalOf(await api.call("GET", "/api/v1/auth/me", { token }))).toBe(
      "403 APP_ROLE_MISMATCH",
    );
  });

  test("answers a token of a rotated-out key with 401 after asking the provider", async () => {
    const rotatedOut = await provider.sign({ claims: CLAIMS });
    const { issuer } = provider;
    const other = await startApi({ issuer, database: api.database });
    const me = (token: string) => other.call("GET", "/api/v1/auth/me", { token });
    expect((await me(rotatedOut)).status).toBe(200);
    await provider.rotate();
    expect((await me(await provider.sign({ claims: CLAIMS }))).status).toBe(200);
    const calls = guarded.map((endpoint) => ({
      name: `${endpoint.method} ${endpoint.path}`,
      run: () => other.call(endpoint.method, pathOf(endpoint), { token: rotatedOut }),
    }));
    expect(await failuresOf(calls)).toEqual([]);
    await other.close();
  });
});

/** Says what a refusal lacks or reveals; null if it only asks for a valid token. */
function misses(answer: TestAnswer): string | null {
  const { requestId, ...body } = answer.body;
  const { requestId: _, ...expected } = problemOf(new Refusal("UNAUTHENTICATED"), "");
  const challenge = answer.headers.get("WWW-Authenticate");
  if (answer.status !== 401) return `status ${answer.status}`;
  if (challenge !== challengeWith('error="invalid_token"')) return `challenge ${String(challenge)}`;
  if (answer.headers.get("Content-Type") !== "application/problem+json; charset=utf-8") {
    return "content type";
  }
  // An answer to HEAD has no body.
  if (answer.text === "") return body["code"] === expected.code ? null : "code";
  if (JSON.stringify(body) !== JSON.stringify(expected)) return `body ${answer.text}`;
  return typeof requestId === "string" ? null : "no request id";
}

/** Runs the calls a few at a time and names those that were not refused as they must be. */
async function failuresOf(
  calls: readonly { readonly name: string; readonly run: () => Promise<TestAnswer> }[],
): Promise<string[]> {
  const failures: string[] = [];
  const queue = calls.values();
  const lane = async () => {
    for (const { name, run } of queue) {
      const miss = misses(await run());
      if (miss !== null) failures.push(`${name}: ${miss}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return failures;
}
