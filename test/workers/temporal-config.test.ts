import { describe, expect, test } from "@jest/globals";
import { readConfig } from "../../workers/config/config.ts";
import { connectionOptions, isNamespaceForeign } from "../../workers/outside/temporal-options.ts";
import { embeddedSettings, mistakesOf } from "../factories/workers/settings.ts";

const CERTIFICATE = "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n";
const KEY = "-----BEGIN EC PRIVATE KEY-----\nAA==\n-----END EC PRIVATE KEY-----\n";
const pair = { TEMPORAL_TLS_CERTIFICATE: CERTIFICATE, TEMPORAL_TLS_KEY: KEY };
const temporalOf = (env: Record<string, string>) =>
  readConfig({ ...embeddedSettings, ...env }).temporal;

describe("The connection to Temporal", () => {
  test("is plain unless TLS is configured", () => {
    for (const env of [{}, { TEMPORAL_TLS: "off" }]) {
      expect(temporalOf(env).security).toBeNull();
      expect(connectionOptions(temporalOf(env))).toEqual({ address: "127.0.0.1:7233" });
      expect(isNamespaceForeign(temporalOf(env))).toBe(false);
    }
  });

  test("trusts public authorities with TLS alone, and the named one otherwise", () => {
    expect(connectionOptions(temporalOf({ TEMPORAL_TLS: "on" }))).toMatchObject({ tls: {} });
    const own = { TEMPORAL_TLS_CA: CERTIFICATE, TEMPORAL_TLS_SERVER_NAME: "temporal.internal" };
    expect(connectionOptions(temporalOf(own))).toMatchObject({
      tls: {
        serverRootCACertificate: Buffer.from(CERTIFICATE),
        serverNameOverride: "temporal.internal",
      },
    });
    expect(isNamespaceForeign(temporalOf(own))).toBe(false);
  });

  test.each([
    ["a client certificate", pair],
    ["an API key", { TEMPORAL_API_KEY: "key" }],
  ])("uses TLS with %s, and the namespace then belongs to the server", (_title, env) => {
    expect(connectionOptions(temporalOf(env))).toHaveProperty("tls");
    expect(isNamespaceForeign(temporalOf(env))).toBe(true);
  });

  test.each([
    ["half of a pair", { TEMPORAL_TLS_CERTIFICATE: CERTIFICATE }, "TEMPORAL_TLS_KEY"],
    ["the other half", { TEMPORAL_TLS_KEY: KEY }, "TEMPORAL_TLS_CERTIFICATE"],
    ["an API key without TLS", { TEMPORAL_TLS: "off", TEMPORAL_API_KEY: "key" }, "TEMPORAL_TLS"],
    ["a file that is no certificate", { TEMPORAL_TLS_CA: "hunter2" }, "TEMPORAL_TLS_CA"],
    ["a file that is no key", { ...pair, TEMPORAL_TLS_KEY: "hunter2" }, "TEMPORAL_TLS_KEY"],
    ["a key with a line break", { TEMPORAL_API_KEY: "hunter2\nhunter2" }, "TEMPORAL_API_KEY"],
  ])("refuses %s in one sentence without its value", (_title, env, variable) => {
    const mistakes = mistakesOf({ ...embeddedSettings, ...env });
    expect(mistakes).toEqual([expect.stringMatching(new RegExp(`^${variable}: [^\n]+$`))]);
    expect(mistakes.join("")).not.toContain("hunter2");
  });
});
