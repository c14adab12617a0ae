import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { describedSettings } from "../../tools/settings/described-settings.ts";
import { openStackSecrets } from "../../tools/stack/stack-secrets.ts";
import { stackEnvironment } from "../../tools/stack/stack-environment.ts";
import { readConfig } from "../../workers/config/config.ts";
import { findMediaPlace } from "../../workers/config/fields/media-fields.ts";
import { embeddedSettings, mistakesOf } from "../factories/workers/settings.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sideline-secrets-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const STACK = {
  urls: {
    api: "http://127.0.0.1:3000",
    apiReference: "http://127.0.0.1:3000/docs",
    phone: null,
    mailbox: "http://127.0.0.1:4001",
    pushes: "http://127.0.0.1:4001",
    provider: "http://127.0.0.1:4000",
    temporalUi: "http://127.0.0.1:8233",
  },
  identityProvider: { kind: "development" },
  temporal: { address: "127.0.0.1:7233", namespace: "sideline", taskQueue: "sideline" },
  database: { url: "postgresql://127.0.0.1/sideline", ownerUrl: "postgresql://127.0.0.1/sideline" },
  ports: { api: 3000, exercises: 4002 },
} as const;

/** Writes a file and returns its path. */
function fileWith(text: string): string {
  const path = join(folder, String(Math.random()));
  writeFileSync(path, text);
  return path;
}

const { HASH_KEY: hashKey, ...withoutHashKey } = embeddedSettings;
const bytes = Buffer.from(hashKey, "base64");

describe("A secret as a file", () => {
  test.each([
    ["without a newline", hashKey],
    ["with a newline at its end", `${hashKey}\n`],
    ["with a newline of Windows at its end", `${hashKey}\r\n`],
  ])("is read %s", (_title, text) => {
    const env = { ...withoutHashKey, HASH_KEY_FILE: fileWith(text) };
    expect(Buffer.from(readConfig(env).secrets.hashKey)).toEqual(bytes);
  });

  test("loses only one newline", () => {
    const env = { ...withoutHashKey, HASH_KEY_FILE: fileWith(`${hashKey}\n\n`) };
    expect(mistakesOf(env)).toEqual(["HASH_KEY: has to be base64"]);
  });

  test.each(describedSettings().flatMap(({ settings }) => settings.filter((one) => one.isSecret)))(
    "is possible for $name",
    ({ name, fileName }) => {
      expect(fileName).toBe(`${name}_FILE`);
      const env = { ...embeddedSettings, [name]: "", [`${name}_FILE`]: "/nowhere/at/all" };
      expect(mistakesOf(env)).toContain(
        `${name}_FILE: names a file that cannot be read (ENOENT); check path and rights`,
      );
    },
  );

  test.each([
    [
      "set in both ways",
      () => ({ ...embeddedSettings, HASH_KEY_FILE: fileWith(hashKey) }),
      "HASH_KEY_FILE: is set together with HASH_KEY; remove one of them",
    ],
    [
      "empty",
      () => ({ ...withoutHashKey, HASH_KEY_FILE: fileWith("\n") }),
      "HASH_KEY_FILE: names an empty file; write the value into it",
    ],
    [
      "a folder",
      () => ({ ...withoutHashKey, HASH_KEY_FILE: folder }),
      "HASH_KEY_FILE: names a file that cannot be read (EISDIR); check path and rights",
    ],
    [
      "a huge file",
      () => ({ ...withoutHashKey, HASH_KEY_FILE: fileWith("x".repeat(300_000)) }),
      "HASH_KEY_FILE: names a file of more than 256 KiB; name the file of the value alone",
    ],
  ])("is refused in one sentence if it is %s", (_title, env, mistake) => {
    expect(mistakesOf(env())).toEqual([mistake]);
  });

  test("is refused by the same rules as the variable, without its value", () => {
    const env = { ...withoutHashKey, HASH_KEY_FILE: fileWith("aHVudGVyMg==") };
    expect(mistakesOf(env)).toEqual(["HASH_KEY: has to contain at least 32 bytes"]);
    const same = { ...withoutHashKey, HASH_KEY_FILE: fileWith(embeddedSettings.CURSOR_KEY) };
    const production = mistakesOf({ ...same, SIDELINE_MODE: "production" });
    expect(production).toContainEqual(expect.stringContaining("have to differ from each other"));
  });

  test("also reaches an operator's command that needs only the bucket", () => {
    const env = {
      MEDIA_BUCKET: "photos",
      MEDIA_BUCKET_KEY_ID: "id",
      MEDIA_BUCKET_SECRET_FILE: fileWith("secret\n"),
    };
    expect(findMediaPlace(env, "/data")).toMatchObject({
      credentials: { accessKeyId: "id", secretAccessKey: "secret" },
    });
  });

  test("is passed on by the launcher, except where the embedded stack has a secret of its own", () => {
    const env = {
      SMTP_URL_FILE: "/run/smtp",
      HASH_KEY_FILE: "/run/hash",
      DATABASE_URL_FILE: "/run/database",
      TEMPORAL_API_KEY_FILE: "/run/temporal",
    };
    const secrets = openStackSecrets(folder);
    const own = stackEnvironment({ dataDir: folder, logLevel: "info", env, secrets, stack: STACK });
    expect(own).toMatchObject({ SMTP_URL_FILE: "/run/smtp", HASH_KEY: secrets.hashKey });
    expect(Object.keys(own).filter((name) => name.endsWith("_FILE"))).toEqual(["SMTP_URL_FILE"]);
  });
});
