import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { searchAttributesOf } from "../../workers/worker/search-attributes.ts";
import { CONFIG_VARIABLES, readConfig } from "../../workers/config/config.ts";
import { KEYCLOAK_VERSION } from "../../tools/keycloak/find-keycloak.ts";
import {
  LEAST_SERVER_VERSION,
  SERVER_VERSION,
  UI_VERSION,
} from "../../tools/temporal/server-program.ts";
import { DRAIN_MS, longestStopMs } from "../../workers/stop-times.ts";
import { isAtLeast } from "../../tools/processes/is-at-least.ts";
import {
  interpolate,
  isPinned,
  readParts,
  readText,
  secretFiles,
  variablesIn,
} from "../../tools/production/shape/compose-file.ts";

const parts = readParts();
const names = [...parts.keys()];

const finishesFirst = new Set(
  [...parts.values()].flatMap(({ depends_on }) =>
    Object.entries(depends_on)
      .filter(([, { condition }]) => condition === "service_completed_successfully")
      .map(([name]) => name),
  ),
);
const ours = names.filter((name) => part(name).image.startsWith("sideline:"));

const isStoppable = (name: string): name is keyof typeof DRAIN_MS => name in DRAIN_MS;

const key = (seed: string) => createHash("sha256").update(seed).digest("base64");
const values = {
  API_PUBLIC_URL: "https://api.example.com",
  KEYCLOAK_URL: "https://id.example.com",
  TEMPORAL_UI_URL: "https://temporal.example.com",
  MAIL_FROM: "Sideline <invitations@example.com>",
};
/** Content of each file that a process of the product reads. */
const secrets: Readonly<Record<string, string>> = {
  "database-url": "postgresql://sideline_app:a1@postgres:5432/sideline",
  "database-owner-url": "postgresql://sideline_owner:b2@postgres:5432/sideline",
  "invitation-key": key("invitation"),
  "cursor-key": key("cursor"),
  "hash-key": key("hash"),
  "smtp-url": "smtps://u:p@smtp.example.com:465",
};
const MOUNTED = "/run/secrets/";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sideline-compose-"));
  for (const [name, text] of Object.entries(secrets))
    writeFileSync(join(folder, name), `${text}\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("The compose file", () => {
  test.each(names)("gives %s a health check, or runs it once", (name) => {
    const { healthcheck, restart } = part(name);
    if (finishesFirst.has(name)) {
      expect(restart).toMatch(/^on-failure/);
    } else {
      expect(healthcheck?.test).toBeDefined();
      expect(restart).toBe("unless-stopped");
    }
  });

  test("deploys the Temporal of the embedded stack, with its fixes", () => {
    const version = (name: string) => interpolate(part(name).image, {}).split(/[:@]/)[1] ?? "";
    expect(["temporal", "temporal-schema", "temporal-namespace"].map(version)).toEqual([
      SERVER_VERSION,
      SERVER_VERSION,
      SERVER_VERSION,
    ]);
    expect(isAtLeast(version("temporal-ui"), UI_VERSION)).toBe(true);
    expect(isAtLeast(SERVER_VERSION, LEAST_SERVER_VERSION)).toBe(true);
  });

  test("deploys the Keycloak that the realm is tested on", () => {
    const [image] = part("keycloak").image.split("@");
    expect(image).toBe(`quay.io/keycloak/keycloak:${KEYCLOAK_VERSION}`);
  });

  test.each(names)("contains no secret of %s", (name) => {
    const literals = Object.entries(part(name).environment).filter(
      ([variable, value]) =>
        (!value.startsWith(MOUNTED) && /PASSWORD|PWD|SECRET|KEY(?!CLOAK)|TOKEN/.test(variable)) ||
        /:\/\/[^:@/]+:([^@]*)@/.test(value),
    );
    expect(literals).toEqual([]);
  });

  test("takes no secret from .env, and each from a file that a container gets", () => {
    const used = [...parts.values()].flatMap((one) => one.secrets);
    expect(Object.keys(secretFiles()).toSorted()).toEqual([...new Set(used)].toSorted());
    expect(readText("deploy/compose.env.example")).not.toMatch(/^\w*(PASSWORD|SECRET|TOKEN)=/m);
    expect(Object.entries(secretFiles())).toEqual(
      Object.keys(secretFiles()).map((name) => [name, `\${SECRETS_DIR:-./secrets}/${name}`]),
    );
    expect(readText(".gitignore").split("\n")).toContain("secrets/");
  });

  test.each(names.filter((name) => !ours.includes(name)))(
    "pins the image of %s to a digest or an exact version",
    (name) => expect(isPinned(interpolate(part(name).image, {}))).toBe(true),
  );

  test("gives the images of compose.env.example that it uses without it", () => {
    const example = Object.fromEntries(
      [...readText("deploy/compose.env.example").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
        ([, variable = "", value = ""]) => [variable, value],
      ),
    );
    const images = [...parts.values()].map(({ image }) => image);
    expect(images.map((image) => interpolate(image, example))).toEqual(
      images.map((image) => interpolate(image, {})),
    );
  });

  test.each(names.filter((name) => name !== "proxy"))(
    "gives %s exactly the secrets whose files it reads",
    (name) => {
      const read = Object.values(part(name).environment).filter((one) => one.startsWith(MOUNTED));
      expect(read.map((path) => path.slice(MOUNTED.length)).toSorted()).toEqual(
        part(name).secrets.toSorted(),
      );
    },
  );

  test.each(names.filter((name) => !ours.includes(name) && name !== "postgres"))(
    "turns the files of %s into variables, which are all that its image reads",
    (name) => {
      const { entrypoint, environment, volumes } = part(name);
      const fromFiles = Object.values(environment).some((value) => value.startsWith(MOUNTED));
      expect((entrypoint ?? []).includes("/deploy/with-secrets.sh")).toBe(fromFiles);
      expect(volumes.includes("./deploy/with-secrets.sh:/deploy/with-secrets.sh:ro")).toBe(
        fromFiles,
      );
    },
  );

  test.each(names)("mounts existing files into %s", (name) => {
    const { volumes } = part(name);
    const mounted = volumes
      .filter((volume) => volume.startsWith("./"))
      .map((volume) => new URL(`../../${volume.split(":", 1).join("")}`, import.meta.url));
    expect(mounted.filter((file) => !existsSync(file))).toEqual([]);
  });

  test.each(names)(
    "publishes %s on this machine only, unless the proxy is to be public",
    (name) => {
      const own = part(name).ports.filter((port) => !port.startsWith("127.0.0.1:"));
      expect(own.filter((port) => !port.startsWith("${PROXY_ADDRESS:-127.0.0.1}:"))).toEqual([]);
    },
  );

  test("lists exactly its variables in deploy/compose.env.example", () => {
    const listed = readText("deploy/compose.env.example").matchAll(/^([A-Z_]+)=/gm);
    const additions = readdirSync(new URL("../../deploy/compose", import.meta.url));
    const files = ["docker-compose.yml", ...additions.map((name) => `deploy/compose/${name}`)];
    const used = new Set(files.flatMap((file) => variablesIn(readText(file))));
    expect([...listed].map(([, name = ""]) => name).toSorted()).toEqual([...used].toSorted());
  });

  test("stores the cluster where the image of PostgreSQL 18 keeps it", () => {
    expect(part("postgres").volumes).toContain("postgres:/var/lib/postgresql");
  });

  test("connects Temporal by pgx and gives it 512 shards", () => {
    expect(part("temporal").environment).toMatchObject({
      DB: "postgres12_pgx",
      NUM_HISTORY_SHARDS: "512",
    });
  });

  test("announces one address of Temporal, which has two networks", () => {
    expect(part("temporal").networks.length).toBeGreaterThan(1);
    expect(part("temporal").environment).toMatchObject({ TEMPORAL_BROADCAST_ADDRESS: "127.0.0.1" });
  });

  test("needs no more search attributes than Temporal has columns for", () => {
    const types = Object.values(searchAttributesOf());
    expect(types.filter((type) => type === "KEYWORD").length).toBeLessThanOrEqual(10);
    expect(readText("deploy/temporal/prepare-namespace.sh")).not.toMatch(/^add /m);
  });

  test("sets every variable that the realm file names", () => {
    const wanted = new Set(variablesIn(readText("deploy/keycloak/sideline-realm.json")));
    const given = part("keycloak").environment;
    const isGiven = (name: string) => name in given || `${name}_FILE` in given;
    expect([...wanted].filter((name) => !isGiven(name))).toEqual([]);
  });
});

describe.each(ours)("The process %s", (name) => {
  const environment = Object.fromEntries(
    Object.entries(part(name).environment).map(([variable, value]) => [
      variable,
      interpolate(value, values),
    ]),
  );

  test("runs a file that exists", () => {
    const [program, file = ""] = [part(name).command ?? []].flat();
    expect(program).toBe("node");
    expect(existsSync(new URL(`../../${file}`, import.meta.url))).toBe(true);
  });

  test("has its own heap, and a memory limit with room beyond it", () => {
    const options = environment["NODE_OPTIONS"] ?? readText("Dockerfile");
    const [, heap = 0] = /--max-old-space-size=(\d+)/.exec(options) ?? [];
    const [, limit = 0] = /^(\d+)m$/.exec(part(name).mem_limit ?? "") ?? [];
    expect(Number(heap)).toBeGreaterThanOrEqual(256);
    expect(Number(limit)).toBeGreaterThanOrEqual(Number(heap) * 1.5);
    if (name === "api") expect(Number(heap)).toBe(1_024);
  });

  test("has a grace period longer than its longest stop", () => {
    const [, process = ""] =
      /workers\/(\w+)\.ts$/.exec([part(name).command ?? []].flat()[1] ?? "") ?? [];
    if (!isStoppable(process)) return expect(finishesFirst).toContain(name);
    const [, seconds = 0] = /^(\d+)s$/.exec(part(name).stop_grace_period ?? "") ?? [];
    expect(Number(seconds) * 1_000).toBeGreaterThan(longestStopMs(process));
  });

  test("gets a configuration that production accepts", () => {
    const here = Object.entries(environment).map(([variable, value]) => {
      const isMounted = value.startsWith(MOUNTED);
      return [variable, isMounted ? join(folder, value.slice(MOUNTED.length)) : value] as const;
    });
    expect(readConfig(Object.fromEntries(here)).mode).toBe("production");
  });

  test("gets no unknown variable", () => {
    const known = [...CONFIG_VARIABLES, "NODE_OPTIONS"];
    expect(Object.keys(environment).filter((variable) => !known.includes(variable))).toEqual([]);
  });
});

function part(name: string) {
  const found = parts.get(name);
  if (found === undefined) throw new Error(`docker-compose.yml has no ${name}.`);
  return found;
}
