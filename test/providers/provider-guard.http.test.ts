import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { ProviderConfig } from "../../contract/providers/config-schema.ts";
import { adminProvidersSchema } from "../../contract/providers/schema.ts";
import { AppSession } from "../../db/accounts/app-session.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { AuthProviderOverride } from "../../db/providers/auth-provider-override.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { PROVIDER_ADAPTERS } from "../../rules/providers/provider-adapters.ts";
import { registrationForm } from "../factories/accounts/identity.ts";
import { type Person, refusalOf, somebody } from "../factories/accounts/people.ts";
import { MATRIX, providerConfig, providerFiles } from "../factories/providers/providers.ts";
import { staffToken } from "../factories/accounts/staff.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

const ME = "/api/v1/auth/me";
const TESTER = randomUUID();

let issuer: TestIssuer;
let api: TestApi;
/** Another process on the same database, which only polls the overrides. */
let other: TestApi;

/** The product's providers, another one, and one whose adapter does not exist. */
const authProviders = {
  sources: {
    files: providerFiles(
      MATRIX.config,
      providerConfig("google", { providerKey: "orphan", keycloakAlias: "orphan" }),
    ),
    adapters: new Map([...PROVIDER_ADAPTERS, ["matrix", MATRIX.adapter]]),
  },
  testSubjects: new Set([TESTER]),
};

beforeAll(async () => {
  issuer = await startTestIssuer();
  api = await startApi({ issuer: issuer.issuer, authProviders });
  const { database } = api;
  other = await startApi({ issuer: issuer.issuer, authProviders, database });
});
afterEach(async () => {
  await em().nativeDelete(AuthProviderOverride, {});
  await Promise.all([api.deps.providers.refresh(), other.deps.providers.refresh()]);
});
afterAll(async () => {
  await other.close();
  await api.close();
  await issuer.close();
});

const em = () => api.deps.database.em.fork();
const google = { identity_provider: "google" };
const admin = () => staffToken(issuer, "admin");

describe("a provider", () => {
  test.each(["MAINTENANCE", "DISABLED", "DEPRECATED", "DRY_RUN", "DRAFT"] as const)(
    "in %s begins no login, and keeps people who are signed in",
    async (status) => {
      const { visit, newLogin } = await coachByGoogle();
      await set({ status });
      expect((await visit()).status).toBe(200);
      expect(refusalOf(await newLogin())).toBe("403 PROVIDER_NOT_ALLOWED");
      expect(refusalOf(await register(somebody(issuer), google))).toBe("403 PROVIDER_NOT_ALLOWED");
    },
  );

  test("that enters MAINTENANCE between a coach's registration and the next request keeps the coach signed in", async () => {
    const person = somebody(issuer);
    const token = await person.token("COACH_MOBILE", google);
    const body = registrationForm();
    expect(
      (await api.call("POST", "/api/v1/auth/coach-registration", { token, body })).status,
    ).toBe(200);
    await set({ status: "MAINTENANCE" });
    expect((await api.call("GET", "/api/v1/auth/me", { token })).status).toBe(200);
    const later = await person.token("COACH_MOBILE", { ...google, sid: randomUUID() });
    expect(refusalOf(await api.call("GET", "/api/v1/auth/me", { token: later }))).toBe(
      "403 PROVIDER_NOT_ALLOWED",
    );
  });

  test("that was disabled keeps its identities, and accepts them again once enabled", async () => {
    const { newLogin, person } = await coachByGoogle();
    await set({ status: "DISABLED" });
    expect(refusalOf(await newLogin())).toBe("403 PROVIDER_NOT_ALLOWED");
    expect(
      await em().count(AuthIdentity, { provider: "google", unlinkedAt: null }),
    ).toBeGreaterThan(0);
    await set({ status: "ENABLED" });
    expect((await newLogin()).status).toBe(200);
    expect(person.email).toContain("@");
  });

  test.each(["DRY_RUN", "DISABLED"] as const)("in %s accepts only testers", async (status) => {
    await set({ status });
    const tester = { ...google, sub: TESTER, email: `${randomUUID()}@example.com` };
    expect((await register(somebody(issuer), tester)).status).toBe(200);
    // No claim in a request opens the provider.
    const token = await somebody(issuer).token("COACH_MOBILE", google);
    const answer = await api.call("POST", "/api/v1/auth/coach-registration", {
      token,
      body: registrationForm(),
      headers: { "X-Internal-Test": "true", "X-Test-Subject": TESTER },
    });
    expect(refusalOf(answer)).toBe("403 PROVIDER_NOT_ALLOWED");
  });

  test("that accepts no login accepts no link either", async () => {
    const coach = somebody(issuer);
    await register(coach, {});
    const now = Math.floor(Date.now() / 1000);
    const token = await coach.token("WEB", { auth_time: now });
    const link = async () => {
      const further = await somebody(issuer).token("WEB", { ...google, auth_time: now });
      const body = { accessToken: further };
      return api.call("POST", "/api/v1/auth/identities", { token, body });
    };
    await set({ status: "DISABLED" });
    expect(refusalOf(await link())).toBe("403 PROVIDER_NOT_ALLOWED");
    await set({ status: "ENABLED" });
    expect((await link()).status).toBe(200);
  });

  test("accepts logins only on its surfaces", async () => {
    const { visit, newLogin } = await coachByGoogle();
    await set({ supportedSurfaces: ["CLIENT_MOBILE"] });
    expect((await visit()).status).toBe(200);
    expect(refusalOf(await newLogin())).toBe("403 PROVIDER_NOT_ALLOWED");
  });

  test("must verify what its policy requires, at each new login", async () => {
    const { visit, newLogin } = await coachByGoogle();
    const unverified = { email_verified: false };
    expect(refusalOf(await visit({ sid: randomUUID(), ...unverified }))).toBe(
      "403 CONTACT_NOT_VERIFIED",
    );
    expect((await newLogin()).status).toBe(200);
    await set({ verificationPolicy: "VERIFIED_PHONE" });
    expect(refusalOf(await newLogin())).toBe("403 CONTACT_NOT_VERIFIED");
  });

  test("tells only the owner of an account to confirm the address, and a stranger with the same unverified address nothing", async () => {
    const { person } = await coachByGoogle();
    const unverified = { ...google, email_verified: false };
    const answersOf = async (claims: Record<string, unknown>) => {
      const token = await somebody(issuer).token("CLIENT_MOBILE", { ...unverified, ...claims });
      const me = await api.call("GET", ME, { token });
      const clientMe = await api.call("GET", "/api/v1/auth/client-me", { token });
      return [refusalOf(me), clientMe.status, clientMe.data];
    };
    const impostor = await answersOf({ email: person.email });
    expect(impostor).toEqual(await answersOf({ email: `${randomUUID()}@example.com` }));
    expect(impostor[0]).toBe("403 PROVIDER_NOT_ALLOWED");
  });

  test("that is not configured, or has no adapter, refuses everybody", async () => {
    const by = async (identity_provider: string) =>
      refusalOf(await register(somebody(issuer), { identity_provider }));
    expect(await by("myspace")).toBe("403 PROVIDER_NOT_ALLOWED");
    expect(await by("telegram")).toBe("403 PROVIDER_NOT_ALLOWED");
    expect(await by("orphan")).toBe("409 AUTH_PROVIDER_ADAPTER_MISSING");
  });

  test("whose health is degraded accepts everybody", async () => {
    await em().execute(
      `insert into auth_provider_health (id, provider_key, status, latency_ms, checked_at)
       values (gen_random_uuid(), 'google', 'DOWN', 1, clock_now())`,
    );
    await api.deps.providers.refresh();
    const { newLogin } = await coachByGoogle();
    expect((await newLogin()).status).toBe(200);
  });

  test("is added with one adapter and one record", async () => {
    const person = somebody(issuer);
    const mail = `${randomUUID()}@example.com`;
    const claims = {
      identity_provider: MATRIX.config.keycloakAlias,
      email: undefined,
      email_verified: undefined,
      mail: mail.toUpperCase(),
      mail_ok: "true",
    };
    expect((await register(person, claims)).data).toMatchObject({ user: { primaryEmail: mail } });
    const me = await api.call("GET", ME, { token: await person.token("COACH_MOBILE", claims) });
    expect(me.status).toBe(200);
    const { subject } = await em().findOneOrFail(AuthIdentity, { provider: "matrix" });
    expect(subject).not.toBe("");
    const query = "surface=COACH_MOBILE&platform=IOS";
    const cards = await api.call("GET", `/api/v1/auth/providers?${query}`);
    expect(cards.data).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ key: "matrix", alias: "matrix-id", label: "Matrix" }),
      ]),
    });
  });
});

describe("claims that do not match the provider's configuration", () => {
  test("are refused and reported by name, once per interval, without their values", async () => {
    const person = somebody(issuer);
    const claims = { ...google, email: "no address at all", email_verified: "true" };
    const first = await register(person, claims);
    expect(refusalOf(first)).toBe("403 PROVIDER_NOT_ALLOWED");
    expect(refusalOf(await register(person, claims))).toBe("403 PROVIDER_NOT_ALLOWED");
    const events = await em().find(OutboxRow, { type: "ProviderClaimsNormalizationFailed" });
    expect(
      events.map(({ refs }) => refs).filter(({ providerKey }) => providerKey !== "myspace"),
    ).toEqual([{ providerKey: "google", claims: "email:UNREADABLE email_verified:UNREADABLE" }]);
    const lines = await em().find(AuthAuditEvent, {
      eventType: "CLAIMS_REFUSED",
      provider: "google",
    });
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain("no address");
  });
});

describe("a security disable", () => {
  test("ends sessions at their very next request, in every process", async () => {
    const { visit, newLogin } = await coachByGoogle();
    const bystander = somebody(issuer);
    await register(bystander, {});
    await set({ status: "DISABLED" }, { revokeSessions: true });
    expect(refusalOf(await visit())).toBe("401 UNAUTHENTICATED");
    expect(refusalOf(await visit(undefined, other))).toBe("401 UNAUTHENTICATED");
    // The other process has not polled yet, and still begins no login.
    expect(refusalOf(await newLogin(other))).toBe("403 PROVIDER_NOT_ALLOWED");
    const token = await bystander.token("COACH_MOBILE");
    expect((await api.call("GET", ME, { token })).status).toBe(200);
    const listed = await api.call("GET", "/api/v1/admin/auth/providers", { token: await admin() });
    const { items } = adminProvidersSchema.parse(listed.data);
    const reviewed = items.find(({ providerKey }) => providerKey === "google")?.audit;
    expect(reviewed?.lastSessionReview).toMatchObject({
      auditEventId: reviewed?.lastChange?.auditEventId,
      leftSessionCount: 0,
      reviewedAt: expect.any(String),
    });
    expect(reviewed?.lastSessionReview?.endedSessionCount).toBeGreaterThan(0);
  });

  test("is respected by a process that has not polled, before a stranger registers", async () => {
    await set({ status: "DISABLED" });
    const token = await somebody(issuer).token("COACH_MOBILE", google);
    const body = registrationForm();
    const request = { token, body };
    const answer = await other.call("POST", "/api/v1/auth/coach-registration", request);
    expect(refusalOf(answer)).toBe("403 PROVIDER_NOT_ALLOWED");
  });

  test("cannot lock out the administrator who issues it", async () => {
    const path = "/api/v1/admin/auth/providers/email-password";
    const body = { status: "DISABLED", reason: "by mistake" };
    const answer = await api.call("PATCH", path, { token: await admin(), body });
    expect(refusalOf(answer)).toBe("409 STATE_CONFLICT");
  });
});

test("a known session costs the guard one statement, whatever overrides exist", async () => {
  const { visit } = await coachByGoogle();
  await set({ display: { ...providerConfig("google").display, sortOrder: 3 } });
  await visit();
  const before = issuer.requests();
  const { statements } = await recordStatements(() => visit());
  // One statement of the guard, and one of the handler.
  expect(statements.filter((statement) => statement.startsWith("select"))).toHaveLength(2);
  expect(statements).toHaveLength(2);
  expect(issuer.requests()).toBe(before);
  expect(await em().count(AppSession)).toBeGreaterThan(0);
});

async function set(patch: Partial<ProviderConfig>, more: object = {}): Promise<void> {
  const body = { ...patch, ...more, reason: "a drill" };
  const path = "/api/v1/admin/auth/providers/google";
  const answer = await api.call("PATCH", path, { token: await admin(), body });
  expect(answer.status).toBe(200);
}

/** A coach who registered with Google and has a session. */
async function coachByGoogle() {
  const person = somebody(issuer);
  await register(person, google);
  const session = { sid: randomUUID() };
  const visit = async (claims: Readonly<Record<string, unknown>> = session, at = api) =>
    at.call("GET", ME, { token: await person.token("WEB", { ...google, ...claims }) });
  expect((await visit()).status).toBe(200);
  return { person, visit, newLogin: (at = api) => visit({ sid: randomUUID() }, at) };
}

async function register(person: Person, claims: Readonly<Record<string, unknown>>) {
  const token = await person.token("COACH_MOBILE", claims);
  const body = registrationForm();
  return api.call("POST", "/api/v1/auth/coach-registration", { token, body });
}
