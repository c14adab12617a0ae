import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { CLAIM_TRANSFORMS, PROVIDER_STATUSES } from "../../contract/providers/vocabulary.ts";
import { judgeLogin, meetsPolicy } from "../../rules/providers/judge-login.ts";
import { dryRunClaims } from "../../rules/providers/judge-provider-health.ts";
import { readClaims } from "../../rules/providers/read-claims.ts";
import { PROVIDER_ADAPTERS } from "../../rules/providers/provider-adapters.ts";
import { providerConfig } from "../factories/providers/providers.ts";

const keys = [...PROVIDER_ADAPTERS.keys()];

describe("the claims of a token", () => {
  test.each(keys)(
    "of %s are read by its mappings; its own fixture verifies what it must",
    (key) => {
      const config = providerConfig(key);
      const verified = adapterOf(key).fixtures["verified"];
      expect(verified).toBeDefined();
      const run = dryRunClaims(config, adapterOf(key), verified ?? {});
      expect(run).toEqual({ missingClaims: [], warnings: [] });
    },
  );

  test("are normalized like every contact", () => {
    const { claimMappings } = providerConfig("email-password");
    const { claims, problems } = readClaims(claimMappings, {
      email: "Ana@EXAMPLE.com",
      email_verified: true,
      phone_number: "+41 79 123 45 67",
      phone_number_verified: false,
      name: "Ana",
    });
    expect(problems).toEqual([]);
    expect(claims).toEqual({
      email: "ana@example.com",
      emailVerified: true,
      phone: "+41791234567",
      phoneVerified: false,
      displayName: "Ana",
    });
  });

  test.each([
    ["missing", {}, [{ claim: "email", fault: "MISSING" }]],
    ["no address", { email: "ana@" }, [{ claim: "email", fault: "UNREADABLE" }]],
    [
      "no text",
      { email: { address: "ana@example.com" } },
      [{ claim: "email", fault: "UNREADABLE" }],
    ],
  ])("that are required and %s are reported by name, never by value", (_title, given, expected) => {
    const { claimMappings } = providerConfig("email-password");
    expect(readClaims(claimMappings, given).problems).toEqual(expected);
  });

  test("that are not mapped do not exist", () => {
    const { claimMappings } = providerConfig("google");
    const given = { email: "ana@example.com", phone_number: "+41791234567" };
    expect(readClaims(claimMappings, given).claims).toMatchObject({ phone: null });
  });

  test("verify no contact by their text, except where the configuration allows it", () => {
    const given = { email: "ana@example.com", email_verified: "true" };
    const read = (key: string) => readClaims(providerConfig(key).claimMappings, given).claims;
    expect(read("google")).toMatchObject({ emailVerified: false });
    expect(read("apple")).toMatchObject({ emailVerified: true });
  });

  test("never verify a missing contact, whatever a token contains", () => {
    const mapping = fc.constantFrom(...keys);
    const value = fc.oneof(fc.boolean(), fc.string(), fc.integer(), fc.constant(null));
    const names = fc.constantFrom(
      "email",
      "email_verified",
      "phone_number",
      "phone_number_verified",
    );
    fc.assert(
      fc.property(mapping, fc.dictionary(names, value), (key, given) => {
        const { claims } = readClaims(providerConfig(key).claimMappings, given);
        const vouched = adapterOf(key).vouch(claims);
        expect(vouched.emailVerified && vouched.email === null).toBe(false);
        expect(vouched.phoneVerified && vouched.phone === null).toBe(false);
      }),
    );
  });

  test.each(["google", "apple", "telegram"])(
    "of %s verify no more than its adapter lets through, whatever is mapped",
    (key) => {
      const all = providerConfig("email-password").claimMappings;
      const { claims } = readClaims(all, {
        email: "ana@example.com",
        email_verified: true,
        phone_number: "+41791234567",
        phone_number_verified: true,
      });
      const { emailVerified, phoneVerified } = adapterOf(key).vouch(claims);
      expect([emailVerified, phoneVerified]).toEqual(
        key === "telegram" ? [false, true] : [true, false],
      );
    },
  );

  test("can be read in a fixed number of ways", () => {
    expect(CLAIM_TRANSFORMS).toEqual(["TEXT", "EMAIL", "PHONE", "BOOLEAN", "BOOLEAN_TEXT"]);
  });
});

describe("a new login", () => {
  const claims = {
    email: "ana@example.com",
    emailVerified: true,
    phone: null,
    phoneVerified: false,
    displayName: null,
  };
  const login = { surface: "WEB", claims, problems: [], isTestSubject: false } as const;

  test.each(PROVIDER_STATUSES)(
    "through a provider in %s is decided by its status and the tester list",
    (status) => {
      const config = providerConfig("google", { status });
      expect(judgeLogin(config, login)).toBe(status === "ENABLED" ? null : "STATUS");
      const byTester = judgeLogin(config, { ...login, isTestSubject: true });
      expect(byTester).toBe(status === "DRAFT" ? "STATUS" : null);
    },
  );

  test("begins on the surfaces of the provider, with its claims, as its policy requires", () => {
    const config = providerConfig("google", { supportedSurfaces: ["CLIENT_MOBILE"] });
    expect(judgeLogin(config, login)).toBe("SURFACE");
    const google = providerConfig("google");
    const problems = [{ claim: "email", fault: "MISSING" as const }];
    expect(judgeLogin(google, { ...login, problems })).toBe("CLAIMS");
    const unverified = { ...claims, emailVerified: false };
    expect(judgeLogin(google, { ...login, claims: unverified })).toBe("VERIFICATION");
  });

  test.each([
    ["VERIFIED_EMAIL", [true, false, true]],
    ["VERIFIED_PHONE", [false, true, true]],
    ["EITHER", [true, true, true]],
  ] as const)("under %s needs e-mail, phone or both: %j", (policy, expected) => {
    const proofs = [
      { ...claims, emailVerified: true, phoneVerified: false },
      { ...claims, emailVerified: false, phoneVerified: true },
      { ...claims, emailVerified: true, phoneVerified: true },
    ];
    expect(proofs.map((proof) => meetsPolicy(policy, proof))).toEqual(expected);
    const nothing = { ...claims, emailVerified: false };
    expect(meetsPolicy(policy, nothing)).toBe(false);
  });
});

function adapterOf(key: string) {
  const adapter = PROVIDER_ADAPTERS.get(key);
  if (adapter === undefined) throw new Error(`There is no adapter for ${key}`);
  return adapter;
}
