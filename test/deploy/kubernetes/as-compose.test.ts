import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { interpolate, readText } from "../../../tools/production/shape/compose-file.ts";
import {
  nativeEnvironment,
  OWN_VALUES as NATIVE_VALUES,
  PRODUCT_PARTS,
} from "../../../tools/production/shape/native-environment.ts";
import {
  commandOf,
  composedPart,
  healthPath,
} from "../../../tools/production/shape/native-parts.ts";
import { productionPorts } from "../../../tools/production/shape/production-ports.ts";
import { readLauncherConfig } from "../../../tools/launcher-config.ts";
import { CONFIG_VARIABLES, readConfig } from "../../../workers/config/config.ts";
import { LONGEST_SERVE_SECONDS, longestStopMs } from "../../../workers/stop-times.ts";
import { buildOverlay, OVERLAYS, withComponent } from "./build-overlay.ts";
import { workloadsOf } from "./read-workloads.ts";

/** Variables that differ from the compose file's, and why. */
const OWN_VALUES: Readonly<Record<string, string>> = {
  API_PROCESSES: "It follows the autoscaler's ceiling.",
  API_STOP_SERVE_SECONDS: "A stopping pod is noticed later than by a balancer on the same machine.",
  SETTLEMENT_LANES: "It follows the size of the installation.",
  TEMPORAL_ADDRESS: "Temporal may run elsewhere.",
  TEMPORAL_DEPLOYMENT_NAME: "Only a worker with a build id has it.",
  TEMPORAL_WORKER_BUILD_ID: "The same.",
  FCM_SERVICE_ACCOUNT_FILE: "Of the component for push notifications.",
  APNS_KEY_FILE: "The same.",
  APNS_KEY_ID: "The same.",
  APNS_TEAM_ID: "The same.",
  APNS_TOPIC_CLIENT: "The same.",
  APNS_TOPIC_COACH: "The same.",
  APNS_ENVIRONMENT: "The same.",
  MEDIA_BUCKET: "Of the component for media in a bucket.",
  MEDIA_BUCKET_REGION: "The same.",
  MEDIA_BUCKET_KEY_ID: "The same.",
  MEDIA_BUCKET_SECRET_FILE: "The same.",
};

const example = Object.fromEntries(
  [...readText("deploy/compose.env.example").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
    ([, name = "", value = ""]) => [name, value],
  ),
);

const cases = OVERLAYS.flatMap((overlay) =>
  PRODUCT_PARTS.flatMap((part) =>
    workloadsOf(part, buildOverlay(overlay)).map((workload) => ({
      overlay,
      part,
      name: workload.name,
      workload,
      composed: composedPart(part),
    })),
  ),
);

const key = (seed: string) => createHash("sha256").update(seed).digest("base64");
const PRIVATE_KEY = "-----BEGIN PRIVATE KEY-----";
/** Content of each file below /run/secrets. */
const CONTENTS: Readonly<Record<string, string>> = {
  "database-url": "postgresql://sideline_app:a1@postgres:5432/sideline",
  "database-owner-url": "postgresql://sideline_owner:b2@postgres:5432/sideline",
  "invitation-key": key("invitation"),
  "cursor-key": key("cursor"),
  "hash-key": key("hash"),
  "smtp-url": "smtps://u:p@smtp.example.com:465",
  "media-bucket-secret": "c3",
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

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sideline-kubernetes-"));
  for (const [name, text] of Object.entries(CONTENTS)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(cases)("In the overlay $overlay, $name", ({ part, workload, composed }) => {
  const { environment, container, pod } = workload;
  const composedValues = Object.entries(composed.environment).map(
    ([name, value]) => [name, interpolate(value, example)] as const,
  );
  const foreign = (names: readonly string[]) => names.filter((name) => !(name in OWN_VALUES));

  test("runs the command of the compose file", () => {
    expect(container.command).toEqual(commandOf(part));
  });

  test("has the variables of the compose file, with the values of its example", () => {
    const expected = composedValues.filter(([name]) => !(name in OWN_VALUES));
    const actual = Object.entries(environment).filter(([name]) => !(name in OWN_VALUES));
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected));
  });

  test("has the variables of the native production shape", () => {
    const ports = productionPorts(readLauncherConfig({}).ports, 7_300);
    const place = {
      ports,
      variables: {},
      secretFolder: "/",
      dataDir: "/",
      consoleFolder: "/",
      env: {},
    };
    const native = Object.keys(nativeEnvironment(part, `${part}-1`, place));
    const isOwn = (name: string) => name in NATIVE_VALUES || name in OWN_VALUES;
    const image = "NODE_OPTIONS" in environment ? [] : ["NODE_OPTIONS"];
    const here = [...Object.keys(environment), ...image];
    expect(here.filter((name) => !isOwn(name)).toSorted()).toEqual(
      native.filter((name) => !isOwn(name)).toSorted(),
    );
  });

  test("has a configuration that production accepts", () => {
    const known = new Set([...CONFIG_VARIABLES, ...CONFIG_VARIABLES.map((name) => `${name}_FILE`)]);
    expect(foreign(Object.keys(environment)).filter((name) => !known.has(name))).toEqual(
      "NODE_OPTIONS" in environment ? ["NODE_OPTIONS"] : [],
    );
    const here = Object.entries(environment).map(
      ([name, value]) => [name, value.replace("/run/secrets", folder)] as const,
    );
    expect(readConfig(Object.fromEntries(here)).mode).toBe("production");
  });

  test("mounts exactly the secrets that it reads, among them those of the compose file", () => {
    const read = Object.values(environment).filter((value) => value.startsWith("/run/secrets/"));
    const mounted = Object.values(workload.secrets).flat();
    expect(mounted.toSorted()).toEqual(
      read.map((path) => path.slice("/run/secrets/".length)).toSorted(),
    );
    expect(mounted).toEqual(expect.arrayContaining(composed.secrets));
    expect(mounted.includes("database-owner-url")).toBe(part === "migrate");
    expect(container.volumeMounts).toContainEqual(
      expect.objectContaining({ name: "secrets", mountPath: "/run/secrets" }),
    );
  });

  test("has the memory and cores of the compose file as limits, and all its memory reserved", () => {
    const { limits, requests } = container.resources;
    expect(limits).toEqual({
      cpu: interpolate(composed.cpus ?? "", {}),
      memory: `${composed.mem_limit ?? ""}i`.replace("mi", "Mi"),
    });
    expect(requests.memory).toBe(limits.memory);
  });

  test("is asked for the health that the compose file checks, and serves its metrics", () => {
    if (part === "migrate") return expect(container.readinessProbe).toBeUndefined();
    const portOf = (name: string) =>
      container.ports.find((one) => one.name === name)?.containerPort;
    const { readinessProbe, startupProbe, livenessProbe } = container;
    const { path, port = "" } = readinessProbe?.httpGet ?? {};
    const asked = composed.healthcheck?.test.join(" ") ?? "";
    expect(asked).toContain(`http://127.0.0.1:${portOf(port) ?? ""}${healthPath(part)}`);
    expect(path).toBe(healthPath(part));
    for (const probe of [startupProbe, livenessProbe])
      expect(probe?.httpGet).toEqual({ path: "/health/live", port });
    expect(String(portOf("metrics"))).toBe(environment[`${part.toUpperCase()}_HEALTH_PORT`]);
  });

  test("has the grace period of the compose file, longer than its longest stop", () => {
    if (part === "migrate") return expect(composed.stop_grace_period).toBeUndefined();
    const seconds = pod.terminationGracePeriodSeconds ?? 0;
    expect(`${seconds}s`).toBe(composed.stop_grace_period);
    expect(seconds * 1_000).toBeGreaterThan(longestStopMs(part));
    expect(workload.spec.minReadySeconds).toBeGreaterThan(seconds);
    if (part === "api")
      expect(environment["API_STOP_SERVE_SECONDS"]).toBe(String(LONGEST_SERVE_SECONDS));
  });

  test("runs as the image's user, without privileges, and writes only to its volumes", () => {
    expect(composed).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
    expect(container.securityContext).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
    });
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1_000,
      fsGroup: 1_000,
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.enableServiceLinks).toBe(false);
    expect(pod["shareProcessNamespace"]).toBe(true);
  });

  test("shares media as in the compose file, in a volume or in a bucket", () => {
    const composedMounts = composed.volumes.filter((volume) => volume.startsWith("media:"));
    const mounts = container.volumeMounts
      .filter(({ name }) => name === "media")
      .map(({ mountPath }) => `media:${mountPath}`);
    if (environment["MEDIA_BUCKET"] === undefined) expect(mounts).toEqual(composedMounts);
    else expect([mounts, composedMounts.length]).toEqual([[], 1]);
  });

  test("joins the networks of the compose file", () => {
    const joined = Object.keys(workload.labels).flatMap(
      (label) => /^network\.sideline\.app\/(.+)$/.exec(label)?.[1] ?? [],
    );
    expect(joined.toSorted()).toEqual(composed.networks.toSorted());
  });
});

test("The list of own values names no variable that every overlay has as the compose file does", () => {
  const differing = cases.flatMap(({ workload, composed }) =>
    Object.keys({ ...workload.environment, ...composed.environment }).filter((name) => {
      const { [name]: value } = composed.environment;
      return value === undefined || workload.environment[name] !== interpolate(value, example);
    }),
  );
  expect(Object.keys(OWN_VALUES).filter((name) => !differing.includes(name))).toEqual([]);
});

test.each(OVERLAYS)(
  "In the overlay %s, the component for a standby gives its address to the API alone, as a file",
  (overlay) => {
    const plain = buildOverlay(overlay);
    const changed = withComponent("standby", plain);
    for (const part of PRODUCT_PARTS) {
      const before = workloadsOf(part, plain);
      for (const [nth, { environment, secrets }] of workloadsOf(part, changed).entries()) {
        const added = part === "api" ? ["database-read-url"] : [];
        const mounted = Object.values(before[nth]?.secrets ?? {}).flat();
        expect(Object.values(secrets).flat().toSorted()).toEqual([...mounted, ...added].toSorted());
        expect(environment["DATABASE_READ_URL_FILE"]).toBe(
          part === "api" ? "/run/secrets/database-read-url" : undefined,
        );
      }
    }
  },
);
