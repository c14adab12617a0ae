import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { LAUNCHER_VARIABLES, readLauncherConfig } from "../../tools/launcher-config.ts";
import { describedSettings } from "../../tools/settings/described-settings.ts";
import { exampleEnvironment } from "../../tools/settings/example-environment.ts";
import { settingsPage } from "../../tools/settings/settings-page.ts";
import { CONFIG_VARIABLES, readConfig } from "../../workers/config/config.ts";
import { READ_ELSEWHERE } from "../../workers/config/unknown-settings.ts";
import { variablesIn } from "../../tools/production/shape/compose-file.ts";
import { COMPILED } from "../factories/workers/processes.ts";
import { embeddedSettings, mistakesOf } from "../factories/workers/settings.ts";
import { CAMPAIGNS } from "../harness/campaigns.ts";

const settings = describedSettings().flatMap((group) => group.settings);
const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

describe("The references of the settings", () => {
  test.each([
    ["deploy/settings.md", settingsPage],
    [".env.example", exampleEnvironment],
  ])("include %s, which `npm run settings` would not change", (path, write) => {
    expect(textOf(path)).toBe(write());
  });

  test("list every variable that a process or the launcher reads, once", () => {
    const listed = settings.flatMap(({ name, fileName }) => [name, fileName ?? []].flat());
    const read = new Set([...CONFIG_VARIABLES, ...LAUNCHER_VARIABLES]);
    expect(listed.toSorted()).toEqual([...read].toSorted());
  });

  test.each(settings.filter(({ default: written }) => written !== null))(
    "write the default of $name as an operator would set it",
    ({ field, default: written, isRequired }) => {
      if (isRequired || written === "") return expect(written).toBe("");
      expect(field.parse(written)).toEqual(field.parse(undefined));
    },
  );

  test("leave the processes a usable environment if all defaults of .env.example are set", () => {
    const lines = [...exampleEnvironment().matchAll(/^([A-Z_]+)=(.*)$/gm)];
    const example = Object.fromEntries(lines.map(([, name = "", value = ""]) => [name, value]));
    expect(readConfig({ ...example, ...embeddedSettings })).toEqual(readConfig(embeddedSettings));
    expect(readLauncherConfig(example)).toEqual(readLauncherConfig({}));
  });

  test("call secret every setting that holds a password, a key or a token", () => {
    const isNamedLikeOne = ({ name }: { readonly name: string }) =>
      /(?:_KEY|SECRET|ACCOUNT)$/.test(name) && name !== "EXERCISE_PROVIDER_KEY";
    const further = [
      "DATABASE_READ_URL",
      "DATABASE_URL",
      "DATABASE_OWNER_URL",
      "SMTP_URL",
      "OTEL_EXPORTER_OTLP_HEADERS",
    ];
    const secrets = settings.filter(({ isSecret }) => isSecret).map(({ name }) => name);
    const expected = settings.filter(isNamedLikeOne).map(({ name }) => name);
    expect(secrets.toSorted()).toEqual([...expected, ...further].toSorted());
  });
});

describe("An unknown setting refuses the start", () => {
  test.each([
    ["API_PROT", "is no setting; did you mean API_PORT?"],
    ["TEMPORAL_ADRESS", "is no setting; did you mean TEMPORAL_ADDRESS?"],
    ["DATABSE_URL", "is no setting; did you mean DATABASE_URL?"],
    ["MAIL_FORM", "is no setting; did you mean MAIL_FROM?"],
    ["HASH_KEY_FLIE", "is no setting; did you mean HASH_KEY_FILE?"],
    ["OIDC_SCOPES_OF_PARTNERS", "is no setting; remove it (deploy/settings.md lists all)"],
  ])("%s: %s", (name, mistake) => {
    const env = { ...embeddedSettings, [name]: "a-private-value" };
    expect(mistakesOf(env)).toEqual([`${name}: ${mistake}`]);
    expect(() => readLauncherConfig({ [name]: "a-private-value" })).toThrow(`${name}: ${mistake}`);
  });

  test.each([
    ["empty", { API_PROT: "" }],
    [
      "of another program",
      { PATH: "/bin", MAIL: "/var/mail/root", HASH: "x", TEMPORAL_DEBUG: "1" },
    ],
    [
      "that an orchestrator sets for its services",
      {
        API_SERVICE_HOST: "10.0.0.1",
        API_SERVICE_PORT_HTTP: "3000",
        API_PORT_3000_TCP: "tcp://10.0.0.1:3000",
        WORKER_PORT: "tcp://10.0.0.2:9464",
      },
    ],
  ])("but not one %s", (_title, env) => {
    expect(mistakesOf({ ...embeddedSettings, ...env })).toEqual([]);
  });

  test("but not one of docker-compose.yml, of the launcher or of a campaign", () => {
    const campaigns = Object.values(CAMPAIGNS).flatMap(({ env }) => Object.keys(env));
    const others = [
      ...variablesIn(textOf("docker-compose.yml")),
      ...variablesIn(textOf("deploy/keycloak/sideline-realm.json")),
      ...LAUNCHER_VARIABLES,
      ...campaigns,
    ].filter((name) => !CONFIG_VARIABLES.includes(name));
    const env = Object.fromEntries(others.map((name) => [name, "x"]));
    expect(mistakesOf({ ...embeddedSettings, ...env })).toEqual([]);
  });

  test("and nothing is tolerated that a process reads", () => {
    expect(READ_ELSEWHERE.filter((name) => CONFIG_VARIABLES.includes(name))).toEqual([]);
  });
});

describe("Contradicting settings refuse the start:", () => {
  test.each([
    ["both ports of the API", { API_HEALTH_PORT: "3000" }, "API_HEALTH_PORT"],
    [
      "both ports of the API, if set",
      { API_PORT: "8080", API_HEALTH_PORT: "8080" },
      "API_HEALTH_PORT",
    ],
    ["a service that is an app", { OIDC_SERVICES: "jobs,sideline-web" }, "OIDC_SERVICES"],
    ["a sender without a mail server", { MAIL_FROM: "a@example.com" }, "SMTP_URL"],
    ["a mail server without a sender", { SMTP_URL: "smtp://m.example.com" }, "MAIL_FROM"],
    [
      "a deployment without a build id",
      { TEMPORAL_DEPLOYMENT_NAME: "sideline" },
      "TEMPORAL_WORKER_BUILD_ID",
    ],
    [
      "an endpoint without a bucket",
      { MEDIA_BUCKET_ENDPOINT: "https://s3.example.com" },
      "MEDIA_BUCKET",
    ],
    [
      "an address without an exercise provider",
      { EXERCISE_PROVIDER_URL: "https://e.example.com" },
      "EXERCISE_PROVIDER",
    ],
  ])("%s", (_title, env, variable) => {
    expect(mistakesOf({ ...embeddedSettings, ...env })).toEqual([
      expect.stringMatching(new RegExp(`^${variable}: [^\n.]+$`)),
    ]);
  });
});

test("A process that cannot start logs one sentence for each mistake, no value, and ends with 1", () => {
  const entry = fileURLToPath(new URL("../../workers/migrate.ts", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry], {
    encoding: "utf8",
    env: {
      ...embeddedSettings,
      NODE_COMPILE_CACHE: COMPILED,
      DATABASE_URL: "postgres:/sideline_app:hunter2@db/sideline",
      API_PROT: "hunter3",
    },
  });
  expect(stdout.trim().split("\n")).toEqual([
    expect.stringMatching(/"level":60.*"msg":"(?:API_PROT: is no setting|DATABASE_URL: has to be)/),
    expect.stringMatching(/"level":60.*"msg":"(?:API_PROT: is no setting|DATABASE_URL: has to be)/),
  ]);
  expect(stdout).toContain('"msg":"API_PROT: is no setting; did you mean API_PORT?"');
  expect(stdout + stderr).not.toMatch(/hunter/);
  expect(status).toBe(1);
});
