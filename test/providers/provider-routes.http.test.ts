import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import {
  adminProvidersSchema,
  changedProviderSchema,
  createdProviderSchema,
  healthCheckAnswerSchema,
  providerCardsSchema,
} from "../../contract/providers/schema.ts";
import { createdInvitationSchema } from "../../contract/invitations/schema.ts";
import { AuthProviderAudit } from "../../db/providers/auth-provider-audit.ts";
import { AuthProviderHealth } from "../../db/providers/auth-provider-health.ts";
import { AuthProviderOverride } from "../../db/providers/auth-provider-override.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { invitedBy, refusalOf, registeredCoach, somebody } from "../factories/accounts/people.ts";
import { MATRIX, providerConfig, providerFiles } from "../factories/providers/providers.ts";
import { staffToken } from "../factories/accounts/staff.ts";
import { type TestApi, type TestRequest, startApi } from "../harness/api.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";
import { TEST_PROVIDERS } from "../harness/test-providers.ts";

const DISCOVERY = "/api/v1/auth/providers";
const ADMIN = "/api/v1/admin/auth/providers";

let issuer: TestIssuer;
let api: TestApi;
let admin: string;
const lines: string[] = [];

/** Telegram is enabled here, so that one provider verifies phones. */
const telegram = providerConfig("telegram", {
  status: "ENABLED",
  display: { ...providerConfig("telegram").display, sortOrder: 25 },
});
const orphan = providerConfig("google", {
  providerKey: "orphan",
  keycloakAlias: "orphan",
  status: "DRAFT",
});

beforeAll(async () => {
  issuer = await startTestIssuer();
  const { adapters } = TEST_PROVIDERS.sources;
  const sources = { files: providerFiles(telegram, orphan), adapters };
  api = await startApi({
    issuer: issuer.issuer,
    authProviders: { sources },
    onLog: (line) => lines.push(JSON.stringify(line)),
  });
  admin = await staffToken(issuer, "admin");
});
beforeEach(async () => {
  await em().nativeDelete(AuthProviderOverride, {});
  await api.deps.providers.refresh();
});
afterAll(async () => {
  await api.close();
  await issuer.close();
});

const em = () => api.deps.database.em.fork();

describe("GET /auth/providers", () => {
  const discover = async (query: string) => {
    const answer = await api.call("GET", `${DISCOVERY}?${query}`);
    return providerCardsSchema.parse(answer.data).items;
  };
  const PHONE = "surface=CLIENT_MOBILE&platform=IOS";

  test("shows sorted cards to anybody, and no internal data", async () => {
    const answer = await api.call("GET", `${DISCOVERY}?${PHONE}&locale=de-CH&region=CH`);
    expect(answer.status).toBe(200);
    const { items, nextCursor } = providerCardsSchema.parse(answer.data);
    expect(nextCursor).toBeNull();
    expect(items.map(({ key }) => key)).toEqual(["email-password", "google", "telegram", "apple"]);
    expect(items[0]).toEqual({
      key: "email-password",
      label: "E-Mail und Passwort",
      icon: "envelope",
      availability: "AVAILABLE",
      alias: "email-password",
      requiredVerification: "VERIFIED_EMAIL",
      supportCopy: null,
    });
    for (const inside of ["claim", "status", "orphan", "sideline-web", issuer.issuer]) {
      expect(answer.text).not.toContain(inside);
    }
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("Referrer-Policy")).toBe("no-referrer");
  });

  test("filters by surface and platform", async () => {
    const onTheWeb = await discover("surface=WEB&platform=WEB");
    expect(onTheWeb.map(({ key }) => key)).toEqual(["email-password", "google", "apple"]);
  });

  test("leaves out providers that cannot verify the invited contact, and stores the token nowhere", async () => {
    const coach = await registeredCoach(api, somebody(issuer));
    const byPhone = await api.call("POST", `/api/v1/workspaces/${coach.workspaceId}/invitations`, {
      token: coach.token,
      key: randomUUID(),
      body: { phone: `+41791${Math.floor(100_000 + Math.random() * 899_999)}` },
    });
    expect(byPhone.status).toBe(201);
    const { invitationToken: emailToken } = await invitedBy(api, coach, "ana@example.com");
    const byEmail = await discover(`${PHONE}&inviteToken=${emailToken}`);
    expect(byEmail.map(({ key }) => key)).toEqual(["email-password", "google", "apple"]);
    const link = JSON.stringify(byPhone.data).match(/token=([\w-]+)/)?.[1] ?? "";
    const forPhone = await discover(`${PHONE}&inviteToken=${link}`);
    expect(forPhone.map(({ key }) => key)).toEqual(["telegram"]);
    const unknown = await discover(`${PHONE}&inviteToken=${"x".repeat(43)}`);
    expect(unknown).toHaveLength(4);
    const refused = await api.call("GET", `${DISCOVERY}?surface=X&inviteToken=${emailToken}`);
    expect(refused.status).toBe(400);
    for (const text of [refused.text, ...lines]) expect(text).not.toContain(emailToken);
  });

  test("reads a malformed locale as absent, so that a phone's odd setting hides no sign-in", async () => {
    const plain = await discover(PHONE);
    expect(plain.length).toBeGreaterThan(0);
    expect(await discover(`${PHONE}&locale=!`)).toEqual(plain);
  });

  test.each([
    ["/query/surface", "platform=IOS"],
    ["/query/surface", "surface=DESKTOP&platform=IOS"],
    ["/query/platform", "surface=WEB&platform=OS2"],
    ["/query/region", `${PHONE}&region=ch`],
    ["/query/inviteToken", `${PHONE}&inviteToken=`],
    ["/query", `${PHONE}&internal=true`],
  ])("reports a malformed request: %s", async (pointer, query) => {
    const answer = await api.call("GET", `${DISCOVERY}?${query}`);
    expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
    expect(answer.body["errors"]).toMatchObject([{ pointer }]);
  });
});

describe("routes of administration", () => {
  const newProvider = () => ({ ...MATRIX.config, reason: "a pilot" });
  const routes: readonly [string, string, TestRequest][] = [
    ["GET", ADMIN, {}],
    ["POST", ADMIN, { body: newProvider() }],
    ["PATCH", `${ADMIN}/google`, { body: { display: { sortOrder: 1 } } }],
    ["POST", `${ADMIN}/google/health-check`, { body: {} }],
  ];

  test.each(routes)("%s %s is for administrators only", async (method, path, request) => {
    expect(refusalOf(await api.call(method, path, request))).toBe("401 UNAUTHENTICATED");
    const coach = await registeredCoach(api, somebody(issuer));
    const tokens = [
      coach.token,
      await staffToken(issuer, "support"),
      await coach.person.token("WEB"),
      await somebody(issuer).token("WEB"),
    ];
    for (const token of tokens) {
      const answer = await api.call(method, path, { ...request, token });
      expect(refusalOf(answer)).toBe("403 FORBIDDEN");
    }
    const app = { client_id: "sideline-client-mobile", azp: "sideline-client-mobile" };
    const onThePhone = await staffToken(issuer, "admin", app);
    const answer = await api.call(method, path, { ...request, token: onThePhone });
    expect(refusalOf(answer)).toBe("403 APP_ROLE_MISMATCH");
  });

  describe("GET provider administration", () => {
    const list = async (query = "") =>
      adminProvidersSchema.parse((await api.call("GET", `${ADMIN}${query}`, { token: admin })).data)
        .items;

    test("shows file, override, health and changes separately", async () => {
      const body = { status: "MAINTENANCE", reason: "certificates" };
      await api.call("PATCH", `${ADMIN}/google`, { token: admin, body });
      await api.call("POST", `${ADMIN}/google/health-check`, { token: admin, body: {} });
      const found = (await list()).find(({ providerKey }) => providerKey === "google");
      expect(found).toMatchObject({
        providerKey: "google",
        keycloakAlias: "google",
        status: "MAINTENANCE",
        supportedSurfaces: ["WEB", "COACH_MOBILE", "CLIENT_MOBILE"],
        source: "OVERRIDE",
        file: { status: "ENABLED" },
        override: { status: "MAINTENANCE" },
        health: { errorCode: null, checkedAt: expect.any(String) },
        audit: { lastChange: { change: "CHANGED", reason: "certificates" } },
        warnings: [],
      });
      const untouched = (await list()).find(({ providerKey }) => providerKey === "apple");
      expect(untouched).toMatchObject({ source: "FILE", override: null });
    });

    test("filters by status", async () => {
      const drafts = await list("?status=DRAFT");
      expect(drafts.map(({ providerKey, warnings }) => [providerKey, warnings])).toEqual([
        ["orphan", ["ADAPTER_MISSING"]],
      ]);
      const answer = await api.call("GET", `${ADMIN}?status=GONE`, { token: admin });
      expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
    });
  });

  describe("POST provider administration", () => {
    const create = (body: unknown) => api.call("POST", ADMIN, { token: admin, body });

    test("creates a provider, reports its mistakes, and returns the same on repetition", async () => {
      const answer = await create(newProvider());
      expect(answer.status).toBe(201);
      const made = createdProviderSchema.parse(answer.data);
      expect(made.provider).toMatchObject({ ...MATRIX.config, file: null, source: "OVERRIDE" });
      expect(made.warnings).toEqual(["ADAPTER_MISSING"]);
      const again = await create(newProvider());
      expect([again.status, again.data]).toEqual([201, answer.data]);
      const line = await em().findOneOrFail(AuthProviderAudit, made.auditEventId);
      expect(line).toMatchObject({ change: "CREATED", reason: "a pilot", oldValues: {} });
      expect(line.actor).toMatch(/^identity:/);
      const other = { ...newProvider(), verificationPolicy: "EITHER" };
      expect(refusalOf(await create(other))).toBe("409 STATE_CONFLICT");
    });

    test("accepts the settings of the contract, and offers the provider everywhere", async () => {
      const { display, supportedSurfaces } = MATRIX.config;
      const body = {
        providerKey: "small",
        keycloakAlias: "small",
        display,
        supportedSurfaces,
        verificationPolicy: "VERIFIED_EMAIL",
        status: "DRAFT",
      };
      const { provider, warnings } = createdProviderSchema.parse((await create(body)).data);
      expect(provider).toMatchObject({ enabledRegions: [], claimMappings: [] });
      expect(warnings).toEqual(["ADAPTER_MISSING", "POLICY_NOT_MAPPED"]);
    });

    test.each([
      ["/providerKey", { providerKey: "Google!" }],
      ["/keycloakAlias", { keycloakAlias: "a b" }],
      ["/display/displayName", { display: { ...MATRIX.config.display, displayName: { de: "M" } } }],
      [
        "/claimMappings/0/transform",
        { claimMappings: [{ claim: "mail", target: "EMAIL", required: true, transform: "EVAL" }] },
      ],
      ["/enabledRegions/0", { enabledRegions: ["Switzerland"] }],
      ["/clientSecret", { clientSecret: "s3cret" }],
    ])("reports a malformed request: %s", async (pointer, changes) => {
      const answer = await create({ ...newProvider(), ...changes });
      expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
      expect(answer.body["errors"]).toMatchObject([{ pointer }]);
      expect(answer.text).not.toContain("s3cret");
    });
  });

  describe("PATCH provider administration", () => {
    const change = (body: unknown, key = "google") =>
      api.call("PATCH", `${ADMIN}/${key}`, { token: admin, body });

    test("changes the override; a repeated change has no further effect", async () => {
      const answer = await change({ status: "DISABLED", reason: "stolen keys" });
      const changed = changedProviderSchema.parse(answer.data);
      expect(changed).toMatchObject({
        provider: { status: "DISABLED", file: { status: "ENABLED" } },
        auditEventId: expect.any(String),
        revokedSessionCount: 0,
      });
      const again = await change({ status: "DISABLED", reason: "stolen keys" });
      expect(again.data).toMatchObject({ auditEventId: null, provider: { status: "DISABLED" } });
      const back = await change({ status: null, reason: "new keys" });
      expect(back.data).toMatchObject({ provider: { status: "ENABLED", override: null } });
      const events = await em().find(OutboxRow, { type: "AuthProviderDisabled" });
      expect(events).toHaveLength(1);
    });

    test("warns that no phone can be invited any more, and a phone's invitation is not sent again", async () => {
      const coach = await registeredCoach(api, somebody(issuer));
      const path = `/api/v1/workspaces/${coach.workspaceId}/invitations`;
      const asCoach = () => ({ token: coach.token, key: randomUUID() });
      const body = { phone: `+41792${Math.floor(100_000 + Math.random() * 899_999)}` };
      const invited = await api.call("POST", path, { ...asCoach(), body });
      const { invitationId } = createdInvitationSchema.parse(invited.data);
      const listed = async () =>
        adminProvidersSchema.parse((await api.call("GET", ADMIN, { token: admin })).data).warnings;
      expect(await listed()).toEqual([]);
      const changed = await change({ status: "DRY_RUN", reason: "x" }, "telegram");
      expect(changed.data).toMatchObject({ warnings: ["PHONE_NOT_PROVABLE"] });
      expect(await listed()).toEqual(["PHONE_NOT_PROVABLE"]);
      const again = await api.call("POST", `${path}/${invitationId}/resend`, asCoach());
      expect(again.body["errors"]).toMatchObject([{ code: "CONTACT_NOT_PROVABLE" }]);
      expect(refusalOf(again)).toBe("409 STATE_CONFLICT");
    });

    test.each([
      ["400 REASON_REQUIRED", { status: "DISABLED" }],
      ["400 REASON_REQUIRED", { verificationPolicy: "EITHER" }],
      ["409 STATE_CONFLICT", { keycloakAlias: "apple", reason: "x" }],
      ["409 STATE_CONFLICT", { revokeSessions: true, reason: "x" }],
      ["400 VALIDATION_FAILED", { providerKey: "other" }],
      ["400 VALIDATION_FAILED", { status: "GONE", reason: "x" }],
      ["400 VALIDATION_FAILED", { status: "DISABLED", reason: " " }],
    ])("refuses with %s: %j", async (refusal, body) => {
      expect(refusalOf(await change(body))).toBe(refusal);
    });

    test("finds no provider that is not configured", async () => {
      expect(refusalOf(await change({ reason: "x" }, "unknown"))).toBe("404 NOT_FOUND");
      expect(refusalOf(await change({ reason: "x" }, "Not%20a%20key"))).toBe(
        "400 VALIDATION_FAILED",
      );
    });

    test("cannot remove a setting from a provider that has no file to fall back on", async () => {
      await api.call("POST", ADMIN, { token: admin, body: newProvider() });
      const answer = await change({ verificationPolicy: null, reason: "x" }, "matrix");
      expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
      expect(answer.body["errors"]).toMatchObject([{ pointer: "/verificationPolicy" }]);
    });
  });

  describe("POST health-check", () => {
    const check = (key: string, body: unknown = {}) =>
      api.call("POST", `${ADMIN}/${key}/health-check`, { token: admin, body });

    test("checks the provider now and stores the result", async () => {
      const before = await em().count(AuthProviderHealth, { providerKey: "apple" });
      const answer = await check("apple");
      expect(healthCheckAnswerSchema.parse(answer.data)).toMatchObject({
        providerKey: "apple",
        // The test's provider does not announce PKCE.
        healthStatus: "DEGRADED",
        errorCode: null,
        missingClaims: [],
        setupWarnings: expect.arrayContaining(["PKCE_S256_NOT_ANNOUNCED"]),
      });
      await check("apple");
      expect(await em().count(AuthProviderHealth, { providerKey: "apple" })).toBe(before + 2);
    });

    test("applies the configuration to made-up claims", async () => {
      const good = await check("google", { dryRunClaims: "verified" });
      expect(good.data).toMatchObject({ missingClaims: [] });
      const poor = await check("google", { dryRunClaims: "no-email" });
      expect(poor.data).toMatchObject({
        missingClaims: ["email", "email_verified"],
        setupWarnings: expect.arrayContaining(["POLICY_NOT_MET"]),
      });
    });

    test("reports a provider that is away, within its timeout", async () => {
      issuer.setAway(true);
      const answer = await check("google");
      issuer.setAway(false);
      expect(answer.data).toMatchObject({ healthStatus: "DOWN", errorCode: "DISCOVERY_FAILED" });
    });

    test.each([
      ["409 AUTH_PROVIDER_ADAPTER_MISSING", "orphan", {}],
      ["404 NOT_FOUND", "unknown", {}],
      ["400 VALIDATION_FAILED", "google", { dryRunClaims: "of-nobody" }],
      ["400 VALIDATION_FAILED", "google", { dryRunClaims: "constructor" }],
      ["400 VALIDATION_FAILED", "google", { claims: {} }],
    ])("refuses with %s for %s: %j", async (refusal, key, body) => {
      expect(refusalOf(await check(key, body))).toBe(refusal);
    });
  });
});
