import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, escapeLiteral } from "pg";
import { APP_ROLE, OWNER_ROLE } from "../../postgres/database-roles.ts";
import { findPostgresPlace, type PostgresPlace } from "../../postgres/postgres-place.ts";
import { startServer } from "../../postgres/start-server.ts";
import { findFreePorts } from "../../processes/ports.ts";
import { checkManifest } from "../check-manifest.ts";
import { ARCHIVE, MANIFEST } from "../copy-cluster.ts";
import { unpackArchive } from "../unpack-archive.ts";

/**
 * Restores a backup into a folder of its own and starts a server on it, which archives nothing and follows nobody. Its
 * roles get passwords of their own; the backup stays as it is.
 *
 * @throws Error if a file differs from the manifest, or the server does not start.
 */
export async function openScratch(backup: string): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), "sideline-restore-test-"));
  // The server may run as another user, who has to traverse this folder.
  await chmod(folder, 0o711);
  const place = await findPostgresPlace(join(folder, "cluster"));
  try {
    await unpack(backup, place);
    return await startScratch(folder, place);
  } catch (error) {
    await removeAll(folder, place);
    throw error;
  }
}

/** A running server on a restored backup. */
export interface Scratch {
  ownerUrl(database: string): string;
  appUrl(database: string): string;
  /** Stops the server and deletes everything restored. */
  close(): Promise<void>;
}

/** A backup of `npm run backup` is an archive; one of `pg_basebackup` is the cluster itself. */
async function unpack(backup: string, { directory, user }: PostgresPlace): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) await chown(directory, user.uid, user.gid);
  if (existsSync(join(backup, ARCHIVE))) {
    await unpackArchive(join(backup, ARCHIVE), directory, user);
  } else {
    await cp(backup, directory, { recursive: true });
    await ownAll(directory, user);
  }
  await checkManifest(join(backup, MANIFEST), directory);
}

async function ownAll(path: string, user: PostgresPlace["user"]): Promise<void> {
  const isFolder = (await lstat(path)).isDirectory();
  if (user.uid !== undefined && user.gid !== undefined) await chown(path, user.uid, user.gid);
  if (isFolder) await chmod(path, 0o700);
  if (isFolder) for (const name of await readdir(path)) await ownAll(join(path, name), user);
}

/** Settings that a backup brings along and that must not act here. */
const HARMLESS: Readonly<Record<string, string>> = {
  archive_mode: "off",
  synchronous_standby_names: "",
  primary_conninfo: "",
  ssl: "off",
  shared_preload_libraries: "",
  shared_buffers: "64MB",
};

async function startScratch(folder: string, place: PostgresPlace): Promise<Scratch> {
  for (const name of ["standby.signal", "recovery.signal"])
    await rm(join(place.directory, name), { force: true });
  const hba = join(place.directory, "pg_hba.conf");
  await writeFile(hba, "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n");
  const [port = 0] = await findFreePorts(1);
  const lines: string[] = [];
  const child = await startServer({
    place,
    port,
    durable: true,
    // The socket lies in the cluster's folder, which only the server's user and root enter.
    settings: { ...HARMLESS, hba_file: hba, unix_socket_directories: place.directory },
    onLine: (line) => void lines.push(line),
  }).catch((cause: unknown) => {
    throw new Error(`The restored server does not start: ${lines.slice(-5).join(" ")}`, { cause });
  });
  const password = randomBytes(16).toString("hex");
  const close = async () => {
    await child.stop();
    await removeAll(folder, place);
  };
  const url = (role: string) => (database: string) =>
    `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`;
  try {
    await setPasswords(place.directory, port, password);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return { ownerUrl: url(OWNER_ROLE), appUrl: url(APP_ROLE), close };
}

async function setPasswords(socket: string, port: number, password: string): Promise<void> {
  const client = new Client({ host: socket, port, user: "postgres", database: "postgres" });
  await client.connect();
  try {
    for (const role of [OWNER_ROLE, APP_ROLE])
      await client.query(`alter role ${role} password ${escapeLiteral(password)}`);
  } finally {
    await client.end();
  }
}

async function removeAll(folder: string, { directory }: PostgresPlace): Promise<void> {
  for (const path of [directory, folder]) await rm(path, { recursive: true, force: true });
}
