import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import * as z from "zod";
import { OWN_IMAGE } from "./build-own-image.ts";
import { API_NAME, PORTS } from "./compose-project.ts";
import type { ContainerEngine } from "./container-engine.ts";
import { containerOf } from "./inspect-part.ts";

const execute = promisify(execFile);

/** Runs a command in the image of the Dockerfile and returns its lines. */
export async function inImage(engine: ContainerEngine, shell: string): Promise<readonly string[]> {
  const run = ["run", "--rm", "--network=none", OWN_IMAGE, "sh", "-c", shell];
  return (await engine.podman(...run)).split("\n");
}

/** Whether a container opens a connection. */
export async function reaches(
  engine: ContainerEngine,
  part: string,
  [host, port]: readonly [string, number],
): Promise<boolean> {
  const command = ["timeout", "5", "bash", "-c", `exec 3<>/dev/tcp/${host}/${port}`];
  return engine.podman("exec", containerOf(part), ...command).then(
    () => true,
    () => false,
  );
}

/** Asks the proxy for a path of the API. */
export async function askProxy(authorities: string, path: string, ...options: readonly string[]) {
  const args = ["--silent", "--max-time", "60", "--cacert", authorities, "--include"];
  const { stdout } = await execute("curl", [...args, ...options, `https://${API_NAME}${path}`]);
  const [head = "", ...rest] = stdout.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, body: rest.join("\r\n\r\n") };
}

/** Asks the interface of Prometheus. */
export async function askPrometheus(path: string): Promise<unknown> {
  const address = `http://127.0.0.1:${PORTS.PROMETHEUS_PORT}/api/v1/${path}`;
  const answer = await fetch(address);
  return answer.json();
}

/** Jobs whose targets Prometheus reaches. */
export async function upJobs(): Promise<readonly string[]> {
  const { data } = Targets.parse(await askPrometheus("targets"));
  const up = data.activeTargets.filter(({ health }) => health === "up");
  return up.map(({ scrapePool }) => scrapePool).toSorted();
}

const Targets = z.object({
  data: z.object({
    activeTargets: z.array(z.object({ scrapePool: z.string(), health: z.string() })),
  }),
});

/** Counts the rows of a table of the product. */
export async function countRows(engine: ContainerEngine, table: string): Promise<number> {
  const select = `--command=select count(*) from ${table}`;
  const psql = ["psql", "--username=postgres", "--dbname=sideline", "--tuples-only", "--no-align"];
  return Number(await engine.podman("exec", containerOf("postgres"), ...psql, select));
}

/** Names of the files in a folder whose content a text contains. */
export function filesIn(text: string, folder: string): readonly string[] {
  return readdirSync(folder).filter((name) =>
    text.includes(readFileSync(`${folder}/${name}`, "utf8").trim()),
  );
}
