import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "../factories/eventually.ts";
import { surroundings } from "../harness/surroundings.ts";
import { buildOwnImage } from "./build-own-image.ts";
import { checkHealth } from "./check-health.ts";
import {
  API_NAME,
  type ComposeProject,
  KEYCLOAK_NAME,
  openComposeProject,
} from "./compose-project.ts";
import { type ContainerEngine, ENGINE_FOLDER, openContainerEngine } from "./container-engine.ts";
import { beginRequest } from "./begin-request.ts";
import { addressOf, bytesOf, containerOf, inspectPart } from "./inspect-part.ts";
import { accountsOf, openAccounts, playTour } from "./play-tour.ts";
import { jobs, lasting, names, ours, part } from "./played-parts.ts";
import { askPrometheus, askProxy, countRows, filesIn, inImage, reaches, upJobs } from "./probes.ts";
import { readBackup } from "./read-backup.ts";
import { untilHealthy } from "./until-healthy.ts";
import { visitConsole } from "./visit-console.ts";
import { addPublicNames } from "./public-names.ts";
import { makeStandIns } from "./stand-in-images.ts";

const HOURS = 3_600_000;
/** Without recreating, because podman names images in another way, which Compose takes for a change. */
const UP = ["up", "--detach", "--no-build", "--no-recreate", "--pull", "never"] as const;
const folder = join(ENGINE_FOLDER, "project");

let engine: ContainerEngine;
let project: ComposeProject;
/** The password for the console of Keycloak, once a test has opened it. */
let adminPassword = "";
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  engine = await openContainerEngine({ env: surroundings, say });
  closing.push(() => engine.close());
  await makeStandIns(engine);
  await buildOwnImage(engine);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  project = await openComposeProject(engine, folder);
  await project.compose("--profile", "operate", "down", "--volumes");
  closing.push(() =>
    project.compose("--profile", "operate", "down", "--volumes", "--timeout", "5"),
  );
  const checks = checkHealth(engine);
  closing.push(() => checks.stop());
  closing.push(addPublicNames());
  say("starting docker-compose.yml");
  // Podman 4 may fail to describe a job that ends at that moment; what runs by then is left alone.
  await project.compose(...UP).catch(() => project.compose(...UP));
  for (const name of lasting) await untilHealthy(engine, name);
  say("every service is healthy");
}, 3 * HOURS);

afterAll(async () => {
  for (const close of closing.toReversed()) await close();
}, HOURS);

describe("The image of the Dockerfile", () => {
  test("runs as the user node, with the console and without sources of the build", async () => {
    const shell = "id -u; ls -d /app/console/index.html /app/tools /app/web 2>/dev/null; true";
    expect(await inImage(engine, shell)).toEqual(["1000", "/app/console/index.html"]);
  });

  test("has the notice of libvips, where its sources are, and the text of its licence", async () => {
    const notice = await inImage(engine, "cat licences/libvips.md licences/LGPL-3");
    expect(notice[0]).toMatch(/sharp-libvips-linux-/);
    expect(notice.join("\n")).toMatch(/libvips +\| LGPLv3[^]+The sources[^]+LESSER GENERAL PUBLIC/);
  });
});

describe("docker-compose.yml", () => {
  test.each(jobs)("plays the job %s to its end", async (name) => {
    const { State } = await inspectPart(engine, name);
    expect([State.Running, State.ExitCode]).toEqual([false, 0]);
  });

  test.each(lasting)("brings %s to health", async (name) => {
    expect((await inspectPart(engine, name)).State).toMatchObject({
      Running: true,
      Health: { Status: "healthy" },
    });
  });

  test.each(names)("starts %s only after everything that it waits for", async (name) => {
    const { State } = await inspectPart(engine, name);
    for (const [other, { condition }] of Object.entries(part(name).depends_on)) {
      const { State: before } = await inspectPart(engine, other);
      const isJob = condition === "service_completed_successfully";
      const from = Date.parse(isJob ? before.FinishedAt : before.StartedAt);
      expect([other, from <= Date.parse(State.StartedAt)]).toEqual([other, true]);
    }
  });

  test.each(names)("limits memory, cores, processes and the log of %s", async (name) => {
    const { HostConfig } = await inspectPart(engine, name);
    expect(HostConfig).toMatchObject({
      Memory: bytesOf(part(name).mem_limit ?? ""),
      NanoCpus: 2_000_000_000,
      PidsLimit: part(name).pids_limit,
      ReadonlyRootfs: part(name).read_only,
      LogConfig: { Type: "json-file", Size: "20MB" },
    });
  });

  test.each(lasting)(
    "gives %s no privilege beyond its list, and no root to write to",
    async (name) => {
      const shell = "cat /proc/self/status; touch /written 2>&1; true";
      const output = await engine.podman("exec", containerOf(name), "sh", "-c", shell);
      expect(output).toMatch(/^NoNewPrivs:\s+1$/m);
      if (name !== "postgres") expect(output).toMatch(/^CapEff:\s+0+$/m);
      expect(output.includes("Read-only file system")).toBe(part(name).read_only);
    },
  );

  test.each(ours.filter((name) => !jobs.includes(name)))(
    "runs %s as the user 1000",
    async (name) => {
      expect(await engine.podman("exec", containerOf(name), "id", "-u")).toBe("1000");
    },
  );

  test.each(names)("gives %s no secret by its settings, which the engine shows", async (name) => {
    const described = await engine.podman("inspect", containerOf(name));
    expect(filesIn(described, join(folder, "secrets"))).toEqual([]);
  });

  test("lets containers reach those of their networks only, and the outside from open ones", async () => {
    const temporal = await addressOf(engine, "temporal", "temporal");
    const api = await addressOf(engine, "api", "edge");
    expect(await reaches(engine, "worker", ["postgres", 5432])).toBe(true);
    expect(await reaches(engine, "worker", [temporal, 7233])).toBe(true);
    expect(await reaches(engine, "keycloak", [temporal, 7233])).toBe(false);
    expect(await reaches(engine, "keycloak", ["temporal", 7233])).toBe(false);
    expect(await reaches(engine, "temporal", [api, 3000])).toBe(false);
    expect(await reaches(engine, "temporal-ui", ["postgres", 5432])).toBe(false);
    expect(await reaches(engine, "prometheus", ["temporal", 9464])).toBe(true);
    expect(await reaches(engine, "prometheus", [temporal, 7233])).toBe(false);
  });
});

describe("The proxy", () => {
  const ask = (path: string, ...options: readonly string[]) =>
    askProxy(project.authorities, path, ...options);

  test("serves the public paths by TLS, with the console, uncompressed a second time", async () => {
    expect(await ask("/health/ready")).toMatchObject({ status: 200 });
    const page = await ask("/");
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining("console-files/") });
    expect(page.head).toMatch(/content-security-policy: /i);
    const [, script = ""] = /src="(\/console-files\/[^"]+\.js)"/.exec(page.body) ?? [];
    expect((await ask(script, "-H", "accept-encoding: br")).head).toMatch(
      /^content-encoding: br\r?$/im,
    );
    expect(await ask("/inbox")).toMatchObject({ status: 200 });
    expect(
      await ask("/api/v1/workspaces/00000000-0000-4000-8000-000000000000/overview"),
    ).toMatchObject({ status: 401 });
  });

  test.each(["/metrics", "/phone/", "/api/v1/internal/x", "/API/v1/Internal/x", "/other"])(
    "does not forward %s",
    async (path) => expect(await ask(path)).toMatchObject({ status: 404, body: "Not found" }),
  );

  test("answers a request that has begun before it was stopped", async () => {
    const finish = await beginRequest(project.authorities);
    const stopped = project.compose("stop", "proxy");
    await expect(finish({ afterMs: 3_000 })).resolves.toMatch(/^HTTP\/1\.1 200 /);
    await stopped;
    await project.compose(...UP, "proxy");
    await untilHealthy(engine, "proxy");
  });
});

describe("The addition", () => {
  test("prometheus scrapes each process and the server of Temporal, whose series the rules name", async () => {
    const scraped = ["sideline-api", "sideline-relay", "sideline-worker", "temporal"];
    await eventually(upJobs, (up) => String(up) === String(scraped));
    const found = await askPrometheus("query?query=persistence_latency_bucket");
    expect(JSON.stringify(found)).toContain('"job":"temporal"');
  });

  test("backup streams the log, makes a base backup, and restores it with every row", async () => {
    const read = async () => readBackup(join(folder, "backups"));
    const { base, log, report } = await eventually(read, (one) => one.report !== null);
    expect([base, report?.failure]).toEqual([1, null]);
    expect(log).toBeGreaterThan(0);
  });
});

describe("A container", () => {
  test("that is killed is started again", async () => {
    const before = await inspectPart(engine, "relay");
    process.kill(before.State.Pid, "SIGKILL");
    await untilHealthy(engine, "relay", before.State.Pid);
  });

  test.each(["api", "worker", "relay", "proxy"])(
    "of %s ends by itself within its grace period",
    async (name) => {
      await project.compose("stop", name);
      expect((await inspectPart(engine, name)).State).toMatchObject({
        Running: false,
        ExitCode: 0,
      });
      await project.compose(...UP, name);
      await untilHealthy(engine, name);
    },
  );
});

test(
  "A new coach signs in, registers and opens the console through the proxy in a browser",
  async () => {
    adminPassword = await openAccounts(engine, project);
    const admin = accountsOf(adminPassword);
    const { certificate } = project;
    expect(await visitConsole({ admin, certificate })).toEqual({
      askedAt: KEYCLOAK_NAME,
      address: `https://${API_NAME}/inbox`,
      faults: [],
    });
  },
  HOURS,
);

test(
  "The tour is green on the containers, and their data outlive them",
  async () => {
    await playTour({ engine, folder }, adminPassword);
    const before = await countRows(engine, "receipt");
    expect(before).toBeGreaterThan(0);
    await project.compose("down");
    await project.compose(...UP, "postgres");
    await untilHealthy(engine, "postgres");
    expect(await countRows(engine, "receipt")).toBe(before);
  },
  HOURS,
);
