import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import {
  type ProviderAmendment,
  changeProvider,
} from "../../activities/providers/change-provider.ts";
import { checkProviders } from "../../activities/providers/check-providers.ts";
import { createProvider } from "../../activities/providers/create-provider.ts";
import {
  explainProvider,
  listExplainedProviders,
} from "../../activities/providers/list-explained-providers.ts";
import { lockLogin } from "../../activities/providers/lock-login.ts";
import { recordClaimsFailure } from "../../activities/providers/record-claims-failure.ts";
import { recordProviderHealth } from "../../activities/providers/record-provider-health.ts";
import { retainProviderRecords } from "../../activities/providers/retain-provider-records.ts";
import { providerSubjectId } from "../../activities/providers/provider-event.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { AuthProviderAudit } from "../../db/providers/auth-provider-audit.ts";
import { AuthProviderDay } from "../../db/providers/auth-provider-day.ts";
import { AuthProviderHealth } from "../../db/providers/auth-provider-health.ts";
import { AuthProviderOverride } from "../../db/providers/auth-provider-override.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { MATRIX, providerConfig } from "../factories/providers/providers.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { TEST_PROVIDERS } from "../harness/test-providers.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const { sources } = TEST_PROVIDERS;

const identity = {
  provider: "email-password",
  surface: "WEB",
  email: "admin@example.com",
  emailVerified: true,
  phone: null,
  phoneVerified: false,
  displayName: null,
} as const;
const who = { actor: "an-admin", requestId: "r-1", identity };

beforeEach(async () => {
  await em.fork().nativeDelete(AuthProviderOverride, {});
  await em.fork().nativeDelete(OutboxRow, {});
});

describe("a change of a provider", () => {
  test.each([
    ["AuthProviderDisabled", { status: "DISABLED" }],
    ["AuthProviderPolicyChanged", { verificationPolicy: "EITHER" }],
  ] as const)("emits %s, with its row in the audit log", async (type, patch) => {
    const { auditEventId } = await change({ patch });
    expect(await eventsOf()).toEqual([{ type, refs: { providerKey: "google", auditEventId } }]);
    const line = await em.fork().findOneOrFail(AuthProviderAudit, auditEventId ?? "");
    expect(line).toMatchObject({
      providerKey: "google",
      change: "CHANGED",
      newValues: patch,
      reason: "a drill",
      actor: "an-admin",
    });
    expect(Object.keys(line.oldValues)).toEqual(Object.keys(patch));
  });

  test("emits AuthProviderEnabled when it is enabled again", async () => {
    await change({ patch: { status: "DISABLED" } });
    await change({ patch: { status: null } });
    expect((await eventsOf()).map(({ type }) => type)).toEqual([
      "AuthProviderDisabled",
      "AuthProviderEnabled",
    ]);
  });

  test("of display settings needs no reason and emits no event; a repetition writes nothing", async () => {
    const patch = { display: { sortOrder: 7 } };
    const first = await change({ patch, reason: null });
    const again = await change({ patch, reason: null });
    expect([typeof first.auditEventId, again.auditEventId]).toEqual(["string", null]);
    expect(await eventsOf()).toEqual([]);
    const { config, file } = await explainProvider(em.fork(), sources, "google");
    expect([config.display.sortOrder, file?.display.sortOrder]).toEqual([7, 20]);
  });

  test.each([
    ["REASON_REQUIRED", { patch: { status: "DISABLED" as const }, reason: null }],
    ["NOT_FOUND", { providerKey: "unknown" }],
    ["STATE_CONFLICT", { patch: { keycloakAlias: "apple" } }],
    ["STATE_CONFLICT", { patch: { status: "MAINTENANCE" as const }, revokeSessions: true }],
    // People who signed in with it could not return.
    ["STATE_CONFLICT", { providerKey: "email-password", patch: { status: "DISABLED" as const } }],
    [
      "STATE_CONFLICT",
      { providerKey: "email-password", patch: { supportedSurfaces: ["CLIENT_MOBILE" as const] } },
    ],
  ])("is refused with %s: %j", async (code, amendment) => {
    await expect(change(amendment)).rejects.toMatchObject({ code });
    expect(await em.fork().count(AuthProviderOverride)).toBe(0);
  });

  test("lets one of two concurrent requests have an alias", async () => {
    const wanted = { patch: { keycloakAlias: "shared" } };
    const results = await Promise.allSettled([
      change({ ...wanted, providerKey: "google" }),
      change({ ...wanted, providerKey: "apple" }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("that this code cannot read refuses everybody", async () => {
    await change({ patch: { status: "MAINTENANCE" } });
    const fromAnotherCode = { status: "ENABLED" as const, surprise: true };
    await em
      .fork()
      .nativeUpdate(AuthProviderOverride, { providerKey: "google" }, { settings: fromAnotherCode });
    const { config } = await explainProvider(em.fork(), sources, "google");
    expect(config.status).toBe("DISABLED");
  });
});

describe("a new provider", () => {
  const deed = { config: MATRIX.config, reason: null, actor: "an-admin", requestId: "r-2" };
  const create = (changes: Partial<typeof deed> = {}) =>
    transact(em, (tx) => createProvider(tx, sources, { ...deed, ...changes }));

  test("emits AuthProviderCreated, and AuthProviderEnabled when it is enabled", async () => {
    const { auditEventId, warnings } = await create();
    expect(warnings).toEqual(["ADAPTER_MISSING"]);
    const refs = { providerKey: "matrix", auditEventId };
    expect(await eventsOf("matrix")).toEqual([
      { type: "AuthProviderCreated", refs },
      { type: "AuthProviderEnabled", refs },
    ]);
    expect(await create()).toEqual({ auditEventId, warnings });
    expect(await eventsOf("matrix")).toHaveLength(2);
  });

  test("refuses a key or alias that is in use", async () => {
    const conflict = { code: "STATE_CONFLICT" };
    await expect(create({ config: providerConfig("google") })).rejects.toMatchObject(conflict);
    const config = { ...MATRIX.config, keycloakAlias: "google" };
    await expect(create({ config })).rejects.toMatchObject(conflict);
    await create();
    const other = { ...MATRIX.config, status: "DRAFT" as const };
    await expect(create({ config: other })).rejects.toMatchObject(conflict);
  });
});

describe("a security disable", () => {
  test("comes before a login or after it, never between", async () => {
    const judgedBy = { provider: "google", providerRevision: 0 };
    const disable = await transact(em, async (tx) => {
      expect(await lockLogin(tx, judgedBy)).toBe(true);
      const disabling = change({ patch: { status: "DISABLED" } });
      disabling.catch(() => {});
      const first = await Promise.race([
        disabling.then(() => "disabled"),
        new Promise((resolve) => setTimeout(resolve, 200, "waiting")),
      ]);
      expect(first).toBe("waiting");
      // In a list, because the transaction must not wait for it.
      return [disabling];
    });
    await Promise.all(disable);
    const { config } = await explainProvider(em.fork(), sources, "google");
    expect(config.status).toBe("DISABLED");
    expect(await transact(em, (tx) => lockLogin(tx, judgedBy))).toBe(false);
  });
});

describe("the health of a provider", () => {
  const announces = { pkceS256: true, issuerParameter: true, backchannelLogout: true };
  const up = { latencyMs: 12, errorCode: null, announces };
  const down = { ...up, errorCode: "DISCOVERY_FAILED" as const };
  const checkWith = (probe: typeof up | typeof down) =>
    checkProviders({ em, sources, probeProvider: async () => probe });

  test("is checked for all that are in use, and an event is emitted when it changes", async () => {
    await em.fork().nativeDelete(AuthProviderHealth, {});
    expect(await checkWith(up)).toEqual({ checkedCount: 3, changedCount: 0 });
    expect(await checkWith(down)).toEqual({ checkedCount: 3, changedCount: 3 });
    expect(await checkWith(down)).toEqual({ checkedCount: 3, changedCount: 0 });
    expect(await eventsOf()).toEqual([
      {
        type: "AuthProviderHealthChanged",
        refs: { providerKey: "google", from: "HEALTHY", to: "DOWN", errorCode: "DISCOVERY_FAILED" },
      },
    ]);
    const { health } = await explainProvider(em.fork(), sources, "google");
    expect(health).toMatchObject({ status: "DOWN", errorCode: "DISCOVERY_FAILED", latencyMs: 12 });
  });

  test("is its own: a provider that starts no sign-in, or is in dry run, changes no other's", async () => {
    await em.fork().nativeDelete(AuthProviderHealth, {});
    await change({ providerKey: "google", patch: { status: "DRY_RUN" }, reason: "a trial" });
    const probeProvider = async ({ providerKey }: { readonly providerKey: string }) =>
      providerKey === "google" ? { ...up, errorCode: "LOGIN_NOT_OFFERED" as const } : up;
    expect(await checkProviders({ em, sources, probeProvider })).toMatchObject({ checkedCount: 3 });
    const explained = await listExplainedProviders(em.fork(), sources);
    const found = explained.map(({ config, health }) => [config.providerKey, health?.status]);
    expect(Object.fromEntries(found)).toMatchObject({
      "email-password": "HEALTHY",
      google: "DOWN",
      apple: "HEALTHY",
    });
    await change({ providerKey: "google", patch: { status: null }, reason: "over" });
  });

  test("is kept for 30 days with its audit; daily counts are kept for good", async () => {
    await em.fork().nativeDelete(AuthProviderHealth, {});
    const kept = await em.fork().count(AuthProviderAudit);
    const probe = { providerKey: "apple", latencyMs: 30, errorCode: null, requestId: null };
    for (const status of ["HEALTHY", "HEALTHY", "DEGRADED"] as const) {
      await transact(em, (tx) => recordProviderHealth(tx, { ...probe, status }));
    }
    await change({ providerKey: "apple", patch: { status: "MAINTENANCE" } });
    expect(await retainProviderRecords(em)).toMatchObject({ healthCount: 0, auditCount: 0 });
    await moveClock(ownerUrl, 31 * 86_400);
    const slow = { ...probe, latencyMs: 900, errorCode: "KEYS_FAILED" as const };
    await transact(em, (tx) => recordProviderHealth(tx, { ...slow, status: "DOWN" }));
    expect(await retainProviderRecords(em)).toEqual({
      healthCount: 3,
      auditCount: kept + 1,
      full: false,
    });
    const [day] = await em.fork().find(AuthProviderDay, { providerKey: "apple" });
    expect(day).toMatchObject({
      healthyCount: 2,
      degradedCount: 1,
      downCount: 0,
      slowestMs: 30,
    });
    expect(day?.changeCount).toBeGreaterThanOrEqual(1);
    expect(await em.fork().count(AuthProviderHealth)).toBe(1);
    expect(await retainProviderRecords(em)).toMatchObject({ healthCount: 0 });
    await moveClock(ownerUrl, 0);
  });
});

test("claims that cannot be normalized are reported once per interval, by their names", async () => {
  const failure = {
    providerKey: "google",
    problems: [{ claim: "email", fault: "MISSING" as const }],
    actor: `identity:${randomUUID()}`,
    userId: null,
    requestId: "r-4",
  };
  for (let tries = 0; tries < 3; tries += 1) {
    await transact(em, (tx) => recordClaimsFailure(tx, failure));
  }
  expect(await eventsOf()).toEqual([
    {
      type: "ProviderClaimsNormalizationFailed",
      refs: { providerKey: "google", claims: "email:MISSING" },
    },
  ]);
  expect(await em.fork().count(AuthAuditEvent, { actor: failure.actor })).toBe(1);
});

test("the audit rows of a provider never change", async () => {
  await change({ patch: { status: "DISABLED" } });
  const rewrite = (statement: ReturnType<typeof sql>) => statement.execute(em.fork().getKysely());
  await expect(rewrite(sql`update auth_provider_audit set reason = 'another'`)).rejects.toThrow(
    /append-only/,
  );
  await expect(rewrite(sql`delete from auth_provider_audit`)).rejects.toThrow(/append-only/);
});

function change(amendment: Partial<ProviderAmendment>, from = sources) {
  return transact(em, (tx) =>
    changeProvider(tx, from, {
      providerKey: "google",
      patch: {},
      revokeSessions: false,
      reason: "a drill",
      ...who,
      ...amendment,
    }),
  );
}

async function eventsOf(providerKey = "google") {
  return (await em.fork().find(OutboxRow, { subjectId: providerSubjectId(providerKey) })).map(
    ({ type, refs }) => ({ type, refs }),
  );
}
