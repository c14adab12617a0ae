import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chown, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { PostgresPlace } from "./postgres-place.ts";

export type ClusterOptions = {
  readonly place: PostgresPlace;
  /** Password of the database user `postgres`. */
  readonly password: string;
  /** False for tests: nothing is synced to disk. */
  readonly durable: boolean;
};

/** Creates the cluster if it is missing. An incomplete one never gets the final name. */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  const { directory, user } = options.place;
  if (existsSync(join(directory, "PG_VERSION"))) return;
  const workplace = `${directory}.unfinished`;
  await rm(workplace, { recursive: true, force: true });
  await mkdir(workplace, { recursive: true });
  const passwordFile = join(workplace, "password");
  await writeFile(passwordFile, options.password, { mode: 0o600 });
  for (const path of [workplace, passwordFile]) {
    if (user.uid !== undefined && user.gid !== undefined) await chown(path, user.uid, user.gid);
  }
  await initialise(options, join(workplace, "cluster"), passwordFile);
  await rename(join(workplace, "cluster"), directory);
  await rm(workplace, { recursive: true });
}

async function initialise(
  { place, durable }: ClusterOptions,
  directory: string,
  passwordFile: string,
): Promise<void> {
  const flags = [
    `--pgdata=${directory}`,
    `--pwfile=${passwordFile}`,
    "--username=postgres",
    "--auth-host=scram-sha-256",
    // The socket lies in a folder of the server's user alone.
    `--auth-local=${durable ? "scram-sha-256" : "trust"}`,
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    ...(durable ? [] : ["--no-sync"]),
  ];
  const child = spawn(join(place.programs, "initdb"), flags, {
    ...place.user,
    env: { TZ: "UTC" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const code = await new Promise((res, rej) => child.once("error", rej).once("exit", res));
  process.off("exit", end);
  if (code !== 0) {
    throw new Error(`The PostgreSQL cluster could not be created:\n${(await output).join("")}`);
  }
}
