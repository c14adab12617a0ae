import { describe, expect, test } from "@jest/globals";
import type { ProviderConfig } from "../../contract/providers/config-schema.ts";
import {
  directoryWarnings,
  discoverProviders,
  provesForClients,
} from "../../rules/providers/discover-providers.ts";
import { waysToSignIn } from "../../rules/providers/ways-to-sign-in.ts";
import { eventsOfChange, needsReason } from "../../rules/providers/events-of-change.ts";
import {
  dryRunClaims,
  judgeProviderHealth,
  setupWarnings,
} from "../../rules/providers/judge-provider-health.ts";
import {
  changedSettings,
  mergeProvider,
  patchOverride,
} from "../../rules/providers/merge-provider.ts";
import { PROVIDER_ADAPTERS } from "../../rules/providers/provider-adapters.ts";
import { MATRIX, providerConfig } from "../factories/providers/providers.ts";
import { TEST_PROVIDERS } from "../harness/test-providers.ts";

describe("an override", () => {
  const file = providerConfig("google");

  test("overrides the file setting by setting; null removes it", () => {
    const patched = patchOverride(null, { status: "DISABLED", display: { sortOrder: 1 } });
    expect(mergeProvider("google", file, patched)).toEqual({
      ...file,
      status: "DISABLED",
      display: { ...file.display, sortOrder: 1 },
    });
    const back = patchOverride(patched, { status: null });
    expect(back).toEqual({ display: { sortOrder: 1 } });
    expect(patchOverride(back, { display: null })).toEqual({});
  });

  test("is reported by its differences, with old and new values", () => {
    const after = providerConfig("google", { status: "MAINTENANCE" });
    expect(changedSettings(file, after)).toEqual({
      names: ["status"],
      oldValues: { status: "ENABLED" },
      newValues: { status: "MAINTENANCE" },
    });
    expect(changedSettings(file, file).names).toEqual([]);
  });

  test.each([
    [{ status: "DISABLED" }, ["AuthProviderDisabled"]],
    [{ status: "MAINTENANCE" }, ["AuthProviderPolicyChanged"]],
    [{ verificationPolicy: "EITHER" }, ["AuthProviderPolicyChanged"]],
    [
      { status: "DISABLED", verificationPolicy: "EITHER" },
      ["AuthProviderDisabled", "AuthProviderPolicyChanged"],
    ],
    [{ display: { ...file.display, sortOrder: 99 } }, []],
  ] as const)("%j emits %j", (changes, expected) => {
    const after = providerConfig("google", changes);
    const { names } = changedSettings(file, after);
    expect(eventsOfChange(file, after, names)).toEqual(expected);
    expect(needsReason(names)).toBe(expected.length > 0);
    if ("status" in changes) {
      expect(eventsOfChange(after, file, names)).toContain("AuthProviderEnabled");
    }
  });
});

describe("discovery", () => {
  const filter = {
    surface: "CLIENT_MOBILE",
    platform: "IOS",
    region: null,
    locale: null,
    contactKind: null,
  } as const;
  const known = (...configs: readonly ReturnType<typeof providerConfig>[]) =>
    configs.map((config) => ({
      config,
      adapter: PROVIDER_ADAPTERS.get(config.providerKey) ?? null,
      health: null,
    }));
  const product = known(...TEST_PROVIDERS.sources.files.values());
  const keysOf = (cards: readonly { readonly key: string }[]) => cards.map(({ key }) => key);

  test("shows enabled providers, in order, and those in maintenance as unavailable", () => {
    expect(keysOf(discoverProviders(product, filter))).toEqual([
      "email-password",
      "google",
      "apple",
    ]);
    const maintained = known(providerConfig("google", { status: "MAINTENANCE" }));
    expect(discoverProviders(maintained, filter)).toMatchObject([{ availability: "UNAVAILABLE" }]);
    for (const status of ["DRAFT", "DRY_RUN", "DISABLED", "DEPRECATED"] as const) {
      expect(discoverProviders(known(providerConfig("google", { status })), filter)).toEqual([]);
    }
  });

  test("warns of bad health and hides no provider", () => {
    const [google] = known(providerConfig("google"));
    const availability = (health: "HEALTHY" | "DEGRADED" | "DOWN" | null) =>
      discoverProviders(google ? [{ ...google, health }] : [], filter)[0]?.availability;
    expect(([null, "HEALTHY", "DEGRADED", "DOWN"] as const).map(availability)).toEqual([
      "AVAILABLE",
      "AVAILABLE",
      "DEGRADED",
      "DEGRADED",
    ]);
  });

  test("filters by surface, platform, region and the contact of an invitation", () => {
    const telegram = providerConfig("telegram", { status: "ENABLED", enabledRegions: ["CH"] });
    const all = [...product, ...known(telegram)];
    const shown = (changes: Partial<Parameters<typeof discoverProviders>[1]>) =>
      keysOf(discoverProviders(all, { ...filter, ...changes })).includes("telegram");
    expect(shown({})).toBe(true);
    expect(shown({ region: "CH" })).toBe(true);
    expect(shown({ region: "DE" })).toBe(false);
    expect(shown({ surface: "WEB" })).toBe(false);
    expect(shown({ platform: "WEB" })).toBe(false);
    expect(shown({ contactKind: "PHONE" })).toBe(true);
    expect(shown({ contactKind: "EMAIL" })).toBe(false);
  });

  test("hides a provider whose policy requires an e-mail when a phone must be verified, whatever it may read", () => {
    const cards = discoverProviders(product, { ...filter, contactKind: "PHONE" });
    expect(cards).toEqual([]);
    const either = providerConfig("email-password", { verificationPolicy: "EITHER" });
    const provesPhone = (config: ProviderConfig) =>
      known(config).some((provider) => provesForClients(provider, "PHONE"));
    expect(provesPhone(providerConfig("email-password"))).toBe(false);
    expect(provesPhone(either)).toBe(true);
    expect(provesPhone({ ...either, status: "DRAFT" })).toBe(false);
    expect(provesPhone({ ...either, supportedSurfaces: ["WEB"] })).toBe(false);
    expect(directoryWarnings(known(either))).toEqual([]);
    // Google's adapter lets no phone pass, whatever its configuration says.
    const { claimMappings } = either;
    const google = providerConfig("google", { verificationPolicy: "EITHER", claimMappings });
    expect(provesPhone(google)).toBe(false);
    expect(directoryWarnings(known(google))).toEqual(["PHONE_NOT_PROVABLE"]);
  });

  test("hides a provider without an adapter, whose button would lead nowhere", () => {
    const provider = { config: MATRIX.config, adapter: null, health: null };
    expect(discoverProviders([provider], filter)).toEqual([]);
    expect(discoverProviders([{ ...provider, adapter: MATRIX.adapter }], filter)).toHaveLength(1);
  });

  test("names sign-in methods by alias, in order, and only those that accept a login", () => {
    const files = product.map(({ config }) => ({ config }));
    const keys = new Set(["google", "email-password", "telegram", "gone"]);
    expect(waysToSignIn(files, keys)).toEqual(["email-password", "google"]);
    expect(waysToSignIn(files, new Set())).toEqual([]);
    const away = [{ config: providerConfig("google", { status: "MAINTENANCE" }) }];
    expect(waysToSignIn(away, keys)).toEqual(["google"]);
  });

  test.each([
    ["de", "E-Mail und Passwort"],
    ["de-CH", "E-Mail und Passwort"],
    ["DE-at", "E-Mail und Passwort"],
    ["fr", "E-mail and password"],
    [null, "E-mail and password"],
  ])("uses %s as far as it can", (locale, label) => {
    const cards = discoverProviders(known(providerConfig("email-password")), { ...filter, locale });
    expect(cards[0]?.label).toBe(label);
  });
});

describe("health", () => {
  const announces = { pkceS256: true, issuerParameter: true, backchannelLogout: true };
  const probe = { latencyMs: 20, errorCode: null, announces };

  test("is what the check found", () => {
    expect(judgeProviderHealth(probe, true)).toEqual({ status: "HEALTHY", warnings: [] });
    expect(judgeProviderHealth({ ...probe, errorCode: "KEYS_FAILED" }, true).status).toBe("DOWN");
    expect(judgeProviderHealth({ ...probe, latencyMs: 1_500 }, true)).toEqual({
      status: "DEGRADED",
      warnings: ["SLOW_ANSWER"],
    });
    expect(judgeProviderHealth(probe, false)).toEqual({
      status: "DEGRADED",
      warnings: ["ADAPTER_MISSING"],
    });
    const mute = { pkceS256: true, issuerParameter: false, backchannelLogout: false };
    expect(judgeProviderHealth({ ...probe, announces: mute }, true)).toEqual({
      status: "HEALTHY",
      warnings: ["BACKCHANNEL_LOGOUT_NOT_ANNOUNCED", "ISSUER_PARAMETER_NOT_ANNOUNCED"],
    });
  });

  test("of a configuration is whether its mappings can meet its policy", () => {
    expect(setupWarnings(providerConfig("google"), true)).toEqual([]);
    const impossible = providerConfig("google", { verificationPolicy: "VERIFIED_PHONE" });
    expect(setupWarnings(impossible, false)).toEqual(["ADAPTER_MISSING", "POLICY_NOT_MAPPED"]);
  });

  test("of a dry run reports what is missing, and whether the policy is met", () => {
    const apple = adapterOf("apple");
    expect(dryRunClaims(providerConfig("apple"), apple, apple.fixtures["no-email"] ?? {})).toEqual({
      missingClaims: ["email", "email_verified"],
      warnings: ["POLICY_NOT_MET"],
    });
  });
});

function adapterOf(key: string) {
  const adapter = PROVIDER_ADAPTERS.get(key);
  if (adapter === undefined) throw new Error(`There is no adapter for ${key}`);
  return adapter;
}
