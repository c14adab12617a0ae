import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import {
  readProviderFiles,
  readProviderSources,
} from "../../workers/config/read-provider-files.ts";
import { ConfigError } from "../../workers/config/environment.ts";
import { providerConfig } from "../factories/providers/providers.ts";
import { TEST_PROVIDERS } from "../harness/test-providers.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe("the files of providers", () => {
  test("are those of the product: three ways to sign in, and a draft", () => {
    const { files, adapters } = TEST_PROVIDERS.sources;
    const statuses = [...files].map(([key, { status }]) => [key, status]);
    expect(Object.fromEntries(statuses)).toEqual({
      "email-password": "ENABLED",
      google: "ENABLED",
      apple: "ENABLED",
      telegram: "DRAFT",
    });
    expect([...files.keys()].filter((key) => !adapters.has(key))).toEqual([]);
  });

  test("are read completely and keyed by their name", () => {
    const google = providerConfig("google");
    const { files } = readProviderSources(
      folderWith({ "google.json": google, "notes.txt": "x" }),
      new Set(["google"]),
    );
    expect([...files]).toEqual([["google", google]]);
  });

  test("contain as a draft each provider without an account at the identity provider", () => {
    const sources = folderWith({
      "google.json": providerConfig("google"),
      "email-password.json": providerConfig("email-password"),
    });
    const { files } = readProviderSources(sources, new Set());
    const statuses = [...files].map(([key, { status }]) => [key, status]);
    expect(Object.fromEntries(statuses)).toEqual({ google: "DRAFT", "email-password": "ENABLED" });
  });

  test("report all their mistakes at once, each with file and place", () => {
    const google = providerConfig("google");
    const { status: _status, ...withoutStatus } = providerConfig("telegram");
    const mistakes = mistakesOf({
      "google.json": { ...google, clientSecret: "s3cret" },
      "apple.json": "{ not json",
      "other.json": providerConfig("email-password"),
      "telegram.json": {
        ...withoutStatus,
        supportedSurfaces: ["DESKTOP"],
        claimMappings: [{ claim: "x", target: "ROLE", required: true, transform: "EVAL" }],
      },
    });
    expect(mistakes.map((line) => line.split(":", 1)[0])).toEqual([
      "apple.json",
      "google.json",
      "other.json/providerKey",
      "telegram.json/claimMappings/0/target",
      "telegram.json/claimMappings/0/transform",
      "telegram.json/status",
      "telegram.json/supportedSurfaces/0",
    ]);
    expect(mistakes.join()).not.toContain("s3cret");
  });

  test("contain each alias once among the active ones", () => {
    const duplicate = providerConfig("google", { keycloakAlias: "apple" });
    const files = { "google.json": duplicate, "apple.json": providerConfig("apple") };
    expect(mistakesOf(files)).toHaveLength(2);
    const closed = { ...duplicate, status: "DISABLED" };
    expect(mistakesOf({ ...files, "google.json": closed })).toEqual([]);
  });

  test("must exist: an empty folder and a missing one are mistakes", () => {
    expect(mistakesOf({})).toHaveLength(1);
    expect(() => readProviderFiles("/nowhere/at/all")).toThrow(ConfigError);
  });
});

function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), "providers-"));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function mistakesOf(files: Readonly<Record<string, unknown>>): readonly string[] {
  try {
    readProviderFiles(folderWith(files));
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}
