import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { endpoints } from "../../api/endpoints.ts";
import { SUPPORT_PERMISSIONS } from "../../contract/accounts/support-vocabulary.ts";
import { refusalOf, registeredCoach, somebody } from "../factories/accounts/people.ts";
import { staffToken } from "../factories/accounts/staff.ts";
import { challengeWith } from "../factories/accounts/challenge.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();

const CHALLENGE = challengeWith('error="insufficient_user_authentication"', 'acr_values="2fa"');
const challengeOf = ({ headers }: { headers: Headers }) => headers.get("WWW-Authenticate");

/** Values of `acr` in tokens of a login without a second factor. */
const ONE_FACTOR = [
  ["nothing", undefined],
  ["one factor", "1"],
  ["one factor by name", "1fa"],
  ["another case", "2FA"],
  ["more than asked for", "2fa 3fa"],
  ["no text", 2],
  ["a list", ["2fa"]],
] as const;

describe("An operator", () => {
  test.each(ONE_FACTOR)(
    "whose token has %s as its second factor is asked for it",
    async (_what, acr) => {
      for (const role of ["admin", "support"] as const) {
        const token = await staffToken(issuer, role, { acr });
        const answer = await api.call("GET", "/api/v1/admin/auth/providers", { token });
        const expected = role === "admin" ? "401 UNAUTHENTICATED" : "403 FORBIDDEN";
        expect(refusalOf(answer)).toBe(expected);
        expect(challengeOf(answer)).toBe(role === "admin" ? CHALLENGE : null);
      }
    },
  );

  test("whose token proves the second factor is admitted", async () => {
    const token = await staffToken(issuer, "admin");
    const answer = await api.call("GET", "/api/v1/admin/auth/providers", { token });
    expect(answer.status).toBe(200);
  });
});

const operated = endpoints.filter(({ access }) => access === "admin" || access === "support");

describe("Without a second factor operators are refused", () => {
  let support: string;
  let admin: string;
  beforeAll(async () => {
    const sub = randomUUID();
    const granting = await staffToken(issuer, "admin");
    for (const permission of SUPPORT_PERMISSIONS) {
      const body = { subject: sub, permission, reason: "on call" };
      const request = { token: granting, key: randomUUID(), body };
      await api.call("POST", "/api/v1/admin/support-grants", request);
    }
    support = await staffToken(issuer, "support", { sub, acr: "1fa" });
    admin = await staffToken(issuer, "admin", { acr: "1fa" });
  });

  test.each(operated.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    "%s",
    async (_name, { access, method, path, permission }) => {
      const filled = path.replaceAll(/\{\w+\}/g, () => randomUUID());
      const tokens = access === "support" && permission !== undefined ? [admin, support] : [admin];
      for (const token of tokens) {
        const request = { token, key: randomUUID(), ...(method !== "GET" && { body: {} }) };
        const answer = await api.call(method, filled, request);
        expect([refusalOf(answer), challengeOf(answer)]).toEqual([
          "401 UNAUTHENTICATED",
          CHALLENGE,
        ]);
      }
    },
  );

  test("on more than ten routes", () => {
    expect(operated.length).toBeGreaterThan(10);
  });
});

test("A coach needs no second factor", async () => {
  const person = somebody(issuer);
  await registeredCoach(api, person);
  for (const acr of [undefined, "1", 2]) {
    const token = await person.token("WEB", { acr, sid: randomUUID() });
    expect((await api.call("GET", "/api/v1/auth/me", { token })).status).toBe(200);
  }
});
