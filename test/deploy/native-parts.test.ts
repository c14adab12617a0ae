import { existsSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { readLauncherConfig } from "../../tools/launcher-config.ts";
import { interpolate, readParts, readText } from "../../tools/production/shape/compose-file.ts";
import { tenantStatements } from "../../tools/production/create-databases.ts";
import {
  nativeEnvironment,
  type NativePlace,
  OWN_VALUES,
} from "../../tools/production/shape/native-environment.ts";
import {
  commandOf,
  type ComposedPart,
  composedPart,
  healthPath,
  isComposed,
  LEFT_OUT,
  membersOf,
  NATIVE_PARTS,
  nativeOrder,
  serverFlags,
} from "../../tools/production/shape/native-parts.ts";
import { neededPorts, productionPorts } from "../../tools/production/shape/production-ports.ts";
import { prometheusConfig } from "../../tools/production/shape/prometheus-config.ts";
import { proxyConfiguration } from "../../tools/production/proxy/proxy-configuration.ts";
import { OWN_SETTINGS, serverSettings } from "../../tools/production/shape/server-settings.ts";
import { stopStages } from "../../tools/production/shape/start-in-order.ts";
import { CONFIG_VARIABLES, readConfig } from "../../workers/config/config.ts";

const compose = readParts();
const parts = Object.keys(NATIVE_PARTS).filter(isComposed);
const ours = parts.filter((name) => composedPart(name).image.startsWith("sideline:"));

const ports = productionPorts(readLauncherConfig({}).ports, 7_300);
const variables = {
  API_PUBLIC_URL: "http://sideline.example.com",
  KEYCLOAK_URL: "http://127.0.0.1:4000",
  TEMPORAL_UI_URL: "http://127.0.0.1:8233",
  MAIL_FROM: "Sideline <sideline@example.com>",
};
const place: NativePlace = {
  ports,
  variables,
  secretFolder: "/data/secrets",
  dataDir: "/data",
  consoleFolder: "/data/console",
  env: {},
};
const environmentOf = (part: ComposedPart, member = membersOf(part)[0] ?? "") =>
  nativeEnvironment(part, member, place);

describe("npm run production", () => {
  test("runs every service of the compose file, or says why it does not", () => {
    const known = [...parts, ...Object.keys(LEFT_OUT)];
    expect(known.toSorted()).toEqual([...compose.keys()].toSorted());
  });

  test("runs two of each process of the product, two histories and two standbys", () => {
    for (const name of ["api", "worker", "relay"] as const)
      expect(NATIVE_PARTS[name]).toHaveLength(2);
    expect(NATIVE_PARTS.postgres).toHaveLength(3);
    const histories = NATIVE_PARTS.temporal.filter((name) => name.includes("history"));
    expect(histories).toHaveLength(2);
  });

  test.each(ours)("runs the command of %s", (name) => {
    const [program, file = ""] = commandOf(name);
    expect(program).toBe("node");
    expect(existsSync(new URL(`../../${file}`, import.meta.url))).toBe(true);
  });

  test.each(parts)("gives %s the variables of the compose file, and listed ones", (name) => {
    const native = Object.keys(environmentOf(name)).filter((one) => !(one in OWN_VALUES));
    const composed = Object.keys(composedPart(name).environment);
    const image = ours.includes(name) && !composed.includes("NODE_OPTIONS") ? ["NODE_OPTIONS"] : [];
    expect(native.toSorted()).toEqual(
      [...composed, ...image].filter((one) => !(one in OWN_VALUES)).toSorted(),
    );
  });

  test.each(parts)("gives %s the values of the compose file, at the addresses of here", (name) => {
    const native = environmentOf(name);
    for (const [variable, value] of Object.entries(composedPart(name).environment)) {
      if (variable in OWN_VALUES) continue;
      expect([variable, inContainers(native[variable] ?? "")]).toEqual([
        variable,
        interpolate(value, variables),
      ]);
    }
  });

  test("lists no own value that no part has", () => {
    const used = new Set(
      parts.flatMap((name) => [
        ...Object.keys(environmentOf(name)),
        ...Object.keys(composedPart(name).environment),
      ]),
    );
    expect(Object.keys(OWN_VALUES).filter((variable) => !used.has(variable))).toEqual([]);
  });

  test.each(ours)("gives %s a configuration that its process accepts", (name) => {
    const files = { INVITATION_KEY: "a", CURSOR_KEY: "b", HASH_KEY: "c" };
    const keys = Object.entries(files).map(
      ([variable, letter]) => [variable, Buffer.alloc(32, letter).toString("base64")] as const,
    );
    const given = Object.entries(environmentOf(name)).filter(
      ([variable]) => CONFIG_VARIABLES.includes(variable) && !variable.endsWith("_FILE"),
    );
    const config = readConfig({
      ...Object.fromEntries([...given, ...keys]),
      DATABASE_URL: "postgresql://sideline_app:a1@127.0.0.1:5433/sideline",
      SMTP_URL: "smtp://127.0.0.1:2525",
    });
    expect(config.mode).toBe("embedded");
    if (name === "api") expect(config.quotas.person.underWay).toBe(10);
  });

  test("gives each process of a part its own ports", () => {
    const needed = neededPorts(ports).map(({ port }) => port);
    expect(new Set(needed).size).toBe(needed.length);
    expect(Object.keys(ports.inner).length).toBeLessThanOrEqual(30);
    const [first, second] = NATIVE_PARTS.api.map((member) => environmentOf("api", member));
    for (const variable of ["API_PORT", "API_HEALTH_PORT"])
      expect(first?.[variable]).not.toBe(second?.[variable]);
  });

  test("publishes the API and the Temporal UI where the compose file does", () => {
    const published = (name: ComposedPart) => interpolate(composedPart(name).ports.join(), {});
    expect(published("api")).toBe(`127.0.0.1:${ports.api}:3000`);
    expect(published("temporal-ui")).toBe(`127.0.0.1:${ports.temporalUi}:8080`);
  });

  test("gives each process the memory of the compose file", () => {
    for (const name of ours) {
      const { NODE_OPTIONS: written } = composedPart(name).environment;
      const { NODE_OPTIONS: native = "" } = environmentOf(name);
      if (written === undefined) expect(readText("Dockerfile")).toContain(`"${native}"`);
      else expect(native).toBe(written);
    }
    const { mem_limit: limit = "" } = composedPart("keycloak");
    expect(environmentOf("keycloak")["JAVA_OPTS_APPEND"]).toContain(`-XX:MaxRAM=${limit}`);
  });

  test("starts PostgreSQL with the flags of the compose file, or a listed value", () => {
    expect(Object.keys(serverFlags()).length).toBeGreaterThan(3);
    for (const [name, value] of Object.entries(serverFlags()))
      expect(serverSettings()[name]).toBe(OWN_SETTINGS[name] ?? value);
  });

  test("creates the databases and logins of all tenants by the script of the compose file", () => {
    const passwords = {
      SIDELINE_APP_PASSWORD: "a1",
      SIDELINE_OWNER_PASSWORD: "b2",
      TEMPORAL_PASSWORD: "c3",
      KEYCLOAK_PASSWORD: "d4",
    };
    const statements = tenantStatements(passwords);
    for (const name of ["sideline", "temporal", "temporal_visibility", "keycloak"])
      expect(statements.some((text) => text.startsWith(`create database ${name} `))).toBe(true);
    expect(statements).toContain("create role keycloak login password 'd4'");
    expect(statements.filter((text) => text.includes(":'"))).toEqual([]);
  });

  test("lets the proxy ask the health check of the compose file", () => {
    const written = proxyConfiguration({
      ports: { api: 1, database: 2 },
      apis: [{ port: 3, health: 3 }],
      database: [],
      adminSocket: "/socket",
      stateFile: "",
    });
    expect(written).toContain(`GET ${healthPath("api")}\n`);
  });

  test("lets Prometheus read every process of the product that runs all the time", () => {
    const text = prometheusConfig(ports, "/rules");
    for (const name of ["api", "worker", "relay"] as const)
      for (const member of NATIVE_PARTS[name])
        expect(text).toContain(`127.0.0.1:${ports.inner[`${member}-health`]}`);
    expect(text).toContain("/rules/rules/*.yml");
  });
});

describe("The order of npm run production", () => {
  const order = nativeOrder();
  const afterOf = (name: string) => order.find((one) => one.name === name)?.after ?? [];

  test.each(parts)("lets %s wait for all that the compose file names", (name) => {
    const needed = Object.keys(composedPart(name).depends_on);
    expect(afterOf(name)).toEqual(expect.arrayContaining(needed));
    if (needed.includes("postgres")) expect(afterOf(name)).toContain("proxy");
  });

  test("stops each part before those that it waits for", () => {
    const stages = stopStages(order);
    const stageOf = (name: string) =>
      stages.findIndex((stage) => stage.some((one) => one === name));
    for (const { name, after } of order)
      for (const needed of after) expect(stageOf(name)).toBeLessThan(stageOf(needed));
    expect(stages.flat().toSorted()).toEqual(order.map(({ name }) => name).toSorted());
  });
});

/** A value with the addresses and paths inside the containers again. */
function inContainers(value: string): string {
  const homes = {
    [`127.0.0.1:${ports.postgres}`]: "postgres:5432",
    [`127.0.0.1:${ports.temporal}`]: "temporal:7233",
    [`127.0.0.1:${ports.api}`]: "api:3000",
    "/data/secrets": "/run/secrets",
  };
  return Object.entries(homes).reduce(
    (text, [here, inside]) => text.replaceAll(here, inside),
    value,
  );
}
