import { execFile } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { readParts } from "../../tools/production/shape/compose-file.ts";
import { surroundings } from "../harness/surroundings.ts";
import { buildOwnImage, OWN_IMAGE } from "./build-own-image.ts";
import { checkHealth } from "./check-health.ts";
import { API_NAME, type ComposeProject, openComposeProject } from "./compose-project.ts";
import { type ContainerEngine, ENGINE_FOLDER, openContainerEngine } from "./container-engine.ts";
import { addressOf, containerOf, inspectPart } from "./inspect-part.ts";
import { playTour } from "./play-tour.ts";
import { untilHealthy } from "./until-healthy.ts";
import { addPublicNames } from "./public-names.ts";
import { makeStandIns } from "./stand-in-images.ts";

const execute = promisify(execFile);
const parts = readParts();
const names = [...parts]
  .filter(([, { profiles }]) => !profiles.includes("operate"))
  .map(([name]) => name);
const jobs = names.filter((name) => part(name).restart.startsWith("on-failure"));
const lasting = names.filter((name) => !jobs.includes(name));
const ours = names.filter((name) => part(name).image.startsWith("sideline:"));

const HOURS = 3_600_000;
/** Without recreating, because podman names images in another way, which Compose takes for a change. */
const UP = ["up", "--detach", "--no-build", "--no-recreate", "--pull", "never"] as const;
const folder = join(ENGINE_FOLDER, "project");

let engine: ContainerEngine;
let project: ComposeProject;
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
  await project.compose(...UP);
  for (const name of lasting) await untilHealthy(engine, name);
  say("every service is healthy");
}, 3 * HOURS);

afterAll(async () => {
  for (const close of closing.toReversed()) await close();
}, HOURS);

describe("The image of the Dockerfile", () => {
  test("runs as the user node, with the console and without sources of the build", async () => {
    const shell = "id -u; ls -d /app/console/index.html /app/tools /app/web 2>/dev/null; true";
    const output = await engine.podman(
      "run",
      "--rm",
      "--network=none",
      OWN_IMAGE,
      "sh",
      "-c",
      shell,
    );
    expect(output.split("\n")).toEqual(["1000", "/app/console/index.html"]);
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

  test("lets containers reach those of their networks only, and the outside from open ones", async () => {
    const temporal = await addressOf(engine, "temporal", "temporal");
    const api = await addressOf(engine, "api", "edge");
    expect(await reaches("worker", "postgres", 5432)).toBe(true);
    expect(await reaches("worker", temporal, 7233)).toBe(true);
    expect(await reaches("keycloak", temporal, 7233)).toBe(false);
    expect(await reaches("keycloak", "temporal", 7233)).toBe(false);
    expect(await reaches("temporal", api, 3000)).toBe(false);
    expect(await reaches("temporal-ui", "postgres", 5432)).toBe(false);
  });
});

describe("The proxy", () => {
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
});

describe("A container", () => {
  test("that is killed is started again", async () => {
    const before = await inspectPart(engine, "relay");
    process.kill(before.State.Pid, "SIGKILL");
    await untilHealthy(engine, "relay", before.State.Pid);
  });

  test.each(["api", "worker", "relay"])(
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
  "The tour is green on the containers, and their data outlive them",
  async () => {
    await playTour({ engine, project, folder });
    const count = async () =>
      engine.podman(
        "exec",
        containerOf("postgres"),
        "psql",
        "--username=postgres",
        "--dbname=sideline",
        "--tuples-only",
        "--no-align",
        "--command=select count(*) from receipt",
      );
    const before = await count();
    expect(Number(before)).toBeGreaterThan(0);
    await project.compose("down");
    await project.compose(...UP, "postgres");
    await untilHealthy(engine, "postgres");
    expect(await count()).toBe(before);
  },
  HOURS,
);

function part(name: string) {
  const found = parts.get(name);
  if (found === undefined) throw new Error(`docker-compose.yml has no ${name}.`);
  return found;
}

function bytesOf(limit: string): number {
  const [, number = "", unit] = /^(\d+)([mg])$/.exec(limit) ?? [];
  return Number(number) * (unit === "g" ? 1024 ** 3 : 1024 ** 2);
}

/** Whether a container opens a connection. */
async function reaches(name: string, host: string, port: number): Promise<boolean> {
  const connect = `exec 3<>/dev/tcp/${host}/${port}`;
  const command = ["timeout", "5", "bash", "-c", connect];
  return engine.podman("exec", containerOf(name), ...command).then(
    () => true,
    () => false,
  );
}

/** Asks the proxy for a path of the API. */
async function ask(path: string, ...options: readonly string[]) {
  const args = ["--silent", "--max-time", "60", "--cacert", project.authorities, "--include"];
  const { stdout } = await execute("curl", [...args, ...options, `https://${API_NAME}${path}`]);
  const [head = "", ...rest] = stdout.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, body: rest.join("\r\n\r\n") };
}
