import { describe, expect, test } from "@jest/globals";
import { readConfig } from "../../workers/config/config.ts";
import { ConfigError } from "../../workers/config/environment.ts";
import { readLauncherConfig } from "../../tools/launcher-config.ts";

const production = {
  API_PUBLIC_URL: "https://api.example.com/",
  DATABASE_URL: "postgresql://sideline_app:x@db/sideline",
  OIDC_ISSUER: "https://login.example.com/realms/sideline",
  SMTP_URL: "smtps://user:password@smtp.example.com:465",
  MAIL_FROM: "Sideline <invitations@example.com>",
  INVITATION_KEY: key(1),
  CURSOR_KEY: key(2),
  HASH_KEY: key(3),
};

describe("a process of the product", () => {
  test("starts in production on the required variables, with defaults for the rest", () => {
    const config = readConfig(production);
    expect(config).toMatchObject({
      mode: "production",
      api: { host: "127.0.0.1", port: 3000, publicUrl: "https://api.example.com" },
      database: { poolSize: 10, ownerUrl: null },
      temporal: { address: "127.0.0.1:7233", namespace: "sideline", taskQueue: "sideline" },
      provider: { issuer: "https://login.example.com/realms/sideline", audience: "sideline-api" },
      log: { level: "info" },
    });
    expect(config.provider.clients.get("sideline-coach-mobile")).toBe("COACH_MOBILE");
    expect(config.secrets.cursorKey).toHaveLength(32);
  });

  test("reports all configuration mistakes at once, each with its variable", () => {
    const mistakes = mistakesOf({
      ...production,
      API_PORT: "70000",
      API_TRUST_PROXY_HOPS: "-1",
      DATABASE_URL: undefined,
      OIDC_ISSUER: "login.example.com",
      OIDC_CLIENTS: "sideline-web=DESKTOP",
      CURSOR_KEY: "c2hvcnQ=",
      LOG_LEVEL: "loud",
    });
    expect(mistakes.map((line) => line.split(":", 1)[0])).toEqual([
      "API_PORT",
      "API_TRUST_PROXY_HOPS",
      "CURSOR_KEY",
      "DATABASE_URL",
      "LOG_LEVEL",
      "OIDC_CLIENTS",
      "OIDC_ISSUER",
    ]);
  });

  test("treats an empty variable as missing", () => {
    expect(readConfig({ ...production, API_PORT: "" }).api.port).toBe(3000);
  });

  test("never repeats a value in a mistake", () => {
    const secret = "postgresq://sideline_app:hunter2@db/sideline";
    expect(mistakesOf({ ...production, DATABASE_URL: secret }).join()).not.toContain("hunter2");
  });
});

describe("production refuses", () => {
  test.each([
    ["a provider without https", { OIDC_ISSUER: "http://login.example.com" }, "OIDC_ISSUER"],
    ["a public address without https", { API_PUBLIC_URL: "http://api" }, "API_PUBLIC_URL"],
    [
      "a key that was not generated",
      { HASH_KEY: Buffer.alloc(32, 7).toString("base64") },
      "HASH_KEY",
    ],
    ["e-mail without a server", { SMTP_URL: undefined }, "SMTP_URL"],
    ["one key for two purposes", { HASH_KEY: key(2) }, "INVITATION_KEY, CURSOR_KEY, HASH_KEY"],
    ["operators with a password alone", { OIDC_OPERATOR_ACR: "1" }, "OIDC_OPERATOR_ACR"],
    ["a challenge that breaks its header", { OIDC_OPERATOR_ACR: '2fa"' }, "OIDC_OPERATOR_ACR"],
    [
      "the stand-in page for the native apps",
      { SIDELINE_PHONE_DIR: "/srv/phone" },
      "SIDELINE_PHONE_DIR",
    ],
    ["no mail server", { SMTP_URL: "" }, "SMTP_URL"],
    ["e-mail without a sender", { MAIL_FROM: undefined }, "MAIL_FROM"],
    ["the owner's role", { DATABASE_OWNER_URL: production.DATABASE_URL }, "DATABASE_URL"],
    [
      "an embedded mode under NODE_ENV",
      { SIDELINE_MODE: "embedded", NODE_ENV: "production" },
      "SIDELINE_MODE",
    ],
  ])("%s", (_title, change, variable) => {
    expect(mistakesOf({ ...production, ...change })).toEqual([
      expect.stringMatching(new RegExp(`^${variable}: `)),
    ]);
  });
});

test("the launcher reads ports, and reports each wrong one", () => {
  expect(readLauncherConfig({}).ports).toEqual({
    api: 3000,
    provider: 4000,
    mailbox: 4001,
    exercises: 4002,
    temporal: 7233,
    temporalUi: 8233,
    postgres: 5433,
  });
  expect(() => readLauncherConfig({ POSTGRES_PORT: "x", API_PORT: "0" })).toThrow(
    /API_PORT: .*\n.*POSTGRES_PORT: /,
  );
});

function key(first: number) {
  return Buffer.from(Array.from({ length: 32 }, (_, index) => first + index)).toString("base64");
}

function mistakesOf(env: Record<string, string | undefined>) {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}
