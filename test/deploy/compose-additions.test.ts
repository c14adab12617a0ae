import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import * as z from "zod";
import { interpolate, readParts, readText } from "../../tools/production/shape/compose-file.ts";
import { CONFIG_VARIABLES, readConfig } from "../../workers/config/config.ts";

const Addition = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string().optional(),
      environment: z.record(z.string(), z.string()).default({}),
      secrets: z.array(z.string()).default([]),
      networks: z.array(z.string()).default([]),
      ports: z.array(z.string()).default([]),
    }),
  ),
  secrets: z.record(z.string(), z.object({ file: z.string() })).default({}),
  networks: z.record(z.string(), z.object({ internal: z.boolean() })).default({}),
});
const read = (name: string) =>
  Addition.parse(parse(readText(`deploy/compose/${name}.yml`), { merge: true }));

const MOUNTED = "/run/secrets/";
const key = (letter: string) => Buffer.from(`${letter.repeat(8)}0123456789abcdef01234567`);
const PRIVATE_KEY = "-----BEGIN PRIVATE KEY-----";
const secrets: Readonly<Record<string, string>> = {
  "database-url": "postgresql://sideline_app:a1@postgres:5432/sideline",
  "invitation-key": key("a").toString("base64"),
  "cursor-key": key("b").toString("base64"),
  "hash-key": key("c").toString("base64"),
  "smtp-url": "smtps://u:p@smtp.example.com:465",
  "media-bucket-secret": "secret-of-the-bucket",
  "exercise-provider-key": "key-of-the-provider",
  "fcm-service-account": Buffer.from(
    JSON.stringify({
      project_id: "example",
      client_email: "a@example.com",
      private_key: PRIVATE_KEY,
      token_uri: "https://example.com",
    }),
  ).toString("base64"),
  "apns-key": Buffer.from(PRIVATE_KEY).toString("base64"),
};
const values = {
  API_PUBLIC_URL: "https://api.example.com",
  KEYCLOAK_URL: "https://id.example.com",
  TEMPORAL_UI_URL: "https://temporal.example.com",
  APNS_KEY_ID: "ABCDE12345",
  APNS_TEAM_ID: "FGHIJ67890",
  APNS_TOPIC_CLIENT: "com.example.client",
  APNS_TOPIC_COACH: "com.example.coach",
  MAIL_FROM: "Sideline <invitations@example.com>",
  MEDIA_BUCKET: "media",
  MEDIA_BUCKET_KEY_ID: "id-of-the-key",
  EXERCISE_PROVIDER: "api-v2",
  EXERCISE_PROVIDER_URL: "https://provider.example/api/v2",
};

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sideline-additions-"));
  for (const [name, text] of Object.entries(secrets)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The configuration of a process of the compose file with an addition. */
function configOf(name: string, addition: string) {
  const whole = {
    ...readParts().get(name)?.environment,
    ...read(addition).services[name]?.environment,
  };
  const here = Object.entries(whole).map(
    ([variable, value]) =>
      [variable, interpolate(value, values).replace(MOUNTED, `${folder}/`)] as const,
  );
  return readConfig(Object.fromEntries(here));
}

describe.each(["media-bucket", "exercises"])("The addition %s of the compose file", (name) => {
  const { services: added, secrets: files } = read(name);

  test("gives its variables to the API and the worker alone, and each is known", () => {
    expect(Object.keys(added)).toEqual(["api", "worker"]);
    const variables = Object.keys(added["api"]?.environment ?? {});
    expect(variables.filter((one) => !CONFIG_VARIABLES.includes(one))).toEqual([]);
    expect(variables.length).toBeGreaterThan(5);
  });

  test("takes its secret from a file", () => {
    const [secret = "", ...others] = Object.keys(files);
    expect(others).toEqual([]);
    expect(files[secret]).toEqual({ file: `\${SECRETS_DIR:-./secrets}/${secret}` });
    expect(added["api"]?.secrets).toEqual([secret]);
    expect(Object.values(added["api"]?.environment ?? {})).toContain(`${MOUNTED}${secret}`);
  });

  test.each(["api", "worker"])("gives the %s a configuration that production accepts", (part) => {
    const config = configOf(part, name);
    expect(config.mode).toBe("production");
    if (name === "media-bucket") expect(config.media).toMatchObject({ kind: "bucket" });
    else expect(config.exercises).toMatchObject({ adapter: "api-v2" });
  });
});

describe("The addition push of the compose file", () => {
  const { services: added, secrets: files } = read("push");

  test("gives the relay both keys as files, and a configuration that production accepts", () => {
    expect(Object.keys(added)).toEqual(["relay"]);
    expect(added["relay"]?.secrets).toEqual(Object.keys(files));
    const { mode, push } = configOf("relay", "push");
    expect([mode, push.fcm, push.apns]).toEqual([
      "production",
      expect.anything(),
      expect.anything(),
    ]);
  });
});

describe("The addition backup of the compose file", () => {
  const { services: added, secrets: files } = read("backup");
  const compose = readParts();

  test.each(["backup", "backup-media"])(
    "confines %s as the compose file confines its own",
    (name) => {
      expect(added[name]).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        logging: compose.get("api")?.logging,
      });
    },
  );

  test("runs the programs of the cluster's own version, and lets it read the cluster's network alone", () => {
    expect(added["backup"]?.image).toBe(compose.get("postgres")?.image);
    expect(added["backup"]?.networks).toEqual(["data"]);
    expect(added["backup-media"]).toMatchObject({ network_mode: "none" });
    expect(Object.keys(files)).toEqual(["backup-password"]);
    for (const name of ["backup", "postgres"]) {
      expect(added[name]?.secrets).toEqual(["backup-password"]);
      expect(added[name]?.environment["BACKUP_PASSWORD_FILE"]).toBe(`${MOUNTED}backup-password`);
    }
  });

  test("gives the relay the result of the restore test, in a configuration that production accepts", () => {
    expect(configOf("relay", "backup").restoreTestFile).toBe("/report/restore-test.json");
    expect(readText("deploy/backup/back-up.sh")).toContain("/backup/report/restore-test.json");
  });
});

describe("The addition prometheus of the compose file", () => {
  const { services: added, networks } = read("prometheus");

  test("confines Prometheus as the compose file confines its own", () => {
    expect(added["prometheus"]).toMatchObject({
      image: expect.stringMatching(/:v\d+\.\d+\.\d+$/),
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      logging: readParts().get("api")?.logging,
    });
    expect(added["prometheus"]?.ports.every((port) => port.startsWith("127.0.0.1:"))).toBe(true);
  });

  test("reaches every target of its configuration, and nothing else of the product", () => {
    const { scrape_configs: jobs } = z
      .object({
        scrape_configs: z.array(
          z.object({ static_configs: z.array(z.object({ targets: z.array(z.string()) })) }),
        ),
      })
      .parse(parse(readText("deploy/prometheus/prometheus.yml")));
    const hosts = jobs.flatMap(({ static_configs: lists }) =>
      lists.flatMap(({ targets }) => targets.map((target) => target.split(":")[0] ?? "")),
    );
    for (const host of hosts) expect(added[host]?.networks).toEqual(["metrics"]);
    expect(added["temporal"]?.environment).toEqual({ PROMETHEUS_ENDPOINT: "0.0.0.0:9464" });
    expect(networks).toEqual({ metrics: { internal: true } });
    expect(added["prometheus"]?.networks).toEqual(["metrics", "operators"]);
  });
});
