import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { readConfig } from "../../workers/config/config.ts";

const production = {
  API_PUBLIC_URL: "https://api.example.com",
  DATABASE_URL: "postgresql://sideline_app:x@db/sideline",
  OIDC_ISSUER: "https://login.example.com",
  SMTP_URL: "smtps://user:password@smtp.example.com:465",
  MAIL_FROM: "Sideline <invitations@example.com>",
  INVITATION_KEY: key(1),
  CURSOR_KEY: key(2),
  HASH_KEY: key(3),
};
const base64 = (text: string) => Buffer.from(text).toString("base64");
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const pem = String(privateKey.export({ type: "pkcs8", format: "pem" }));
const account = {
  type: "service_account",
  project_id: "sideline-test",
  client_email: "push@sideline-test.example",
  private_key: pem,
  token_uri: "https://oauth2.example.com/token",
};
const apple = {
  APNS_KEY: base64(pem),
  APNS_KEY_ID: "KEY1234567",
  APNS_TEAM_ID: "TEAM123456",
  APNS_TOPIC_CLIENT: "com.example.client",
  APNS_TOPIC_COACH: "com.example.coach",
};

describe("push", () => {
  test("is off unless it is configured", () => {
    expect(readConfig(production).push).toEqual({ fcm: null, apns: null });
  });

  test("is configured by the files that Google and Apple issue", () => {
    const google = { FCM_SERVICE_ACCOUNT: base64(JSON.stringify(account)) };
    const { push } = readConfig({ ...production, ...apple, ...google });
    expect(push.fcm).toEqual({
      projectId: "sideline-test",
      clientEmail: "push@sideline-test.example",
      privateKey: pem,
      tokenUri: "https://oauth2.example.com/token",
    });
    expect(push.apns).toEqual({
      origin: "https://api.push.apple.com",
      account: {
        key: pem,
        keyId: "KEY1234567",
        teamId: "TEAM123456",
        topics: { CLIENT_MOBILE: "com.example.client", COACH_MOBILE: "com.example.coach" },
      },
    });
  });

  test.each([
    ["half of Apple's account", { ...apple, APNS_TEAM_ID: "" }, "APNS_TEAM_ID"],
    ["an invalid key", { ...apple, APNS_KEY: base64("key") }, "APNS_KEY"],
    ["an invalid team", { ...apple, APNS_TEAM_ID: "team" }, "APNS_TEAM_ID"],
    [
      "Apple's sandbox, in production",
      { ...apple, APNS_ENVIRONMENT: "development" },
      "APNS_ENVIRONMENT",
    ],
    [
      "an account without its key",
      { FCM_SERVICE_ACCOUNT: base64(JSON.stringify({ ...account, private_key: "" })) },
      "FCM_SERVICE_ACCOUNT",
    ],
    [
      "an account whose token URL is not HTTPS",
      {
        FCM_SERVICE_ACCOUNT: base64(JSON.stringify({ ...account, token_uri: "http://x.example" })),
      },
      "FCM_SERVICE_ACCOUNT",
    ],
    ["an invalid file", { FCM_SERVICE_ACCOUNT: base64("no JSON") }, "FCM_SERVICE_ACCOUNT"],
    ["a value that is not base64", { FCM_SERVICE_ACCOUNT: "{}" }, "FCM_SERVICE_ACCOUNT"],
  ])("%s is reported as a mistake, without its value", (_title, change, variable) => {
    expect(() => readConfig({ ...production, ...change })).toThrow(
      new RegExp(`^The configuration is not usable:\n  ${variable}: [^\n]*$`),
    );
  });

  test("may use Apple's sandbox outside production", () => {
    const env = { ...production, ...apple, SIDELINE_MODE: "embedded" };
    const { push } = readConfig({ ...env, APNS_ENVIRONMENT: "development" });
    expect(push.apns?.origin).toBe("https://api.sandbox.push.apple.com");
  });
});

function key(first: number) {
  return Buffer.from(Array.from({ length: 32 }, (_, index) => first + index)).toString("base64");
}
