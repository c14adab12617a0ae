import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { Client, type Connection } from "pg";

/**
 * Writes a base backup of a running cluster into a folder, over the replication protocol, so none of PostgreSQL's own
 * programs is needed. It contains every transaction committed before it began.
 *
 * @param url of a role that may replicate.
 * @throws Error if the server or the disk fails; the written files are then not a backup.
 */
export async function copyCluster(url: string, folder: string): Promise<void> {
  const replicating = new URL(url);
  replicating.searchParams.set("replication", "true");
  const client = new Client({ connectionString: replicating.href });
  await client.connect();
  const files = openFiles(folder);
  try {
    await client.query(KEEP_LOG);
    await receive(client, files);
    await Promise.all(files.map(closeFile));
  } finally {
    for (const file of files) file.destroy();
    await client.end();
  }
}

/** The files of a base backup: the cluster with the log that makes it consistent, and the manifest. */
export const ARCHIVE = "base.tar";
export const MANIFEST = "backup_manifest";

/**
 * The command that `pg_basebackup -X fetch` sends to the server. Pages are checked as they are read, and the manifest
 * has a SHA-256 of each file.
 */
const COPY = `BASE_BACKUP (LABEL 'sideline', CHECKPOINT 'fast', WAL,
  MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`;

/** Keeps the server from deleting log that the backup will need, as long as this connection is open. */
const KEEP_LOG = "CREATE_REPLICATION_SLOT sideline_backup TEMPORARY PHYSICAL (RESERVE_WAL)";

type Files = readonly [archive: WriteStream, manifest: WriteStream];

function openFiles(folder: string): Files {
  const open = (name: string) =>
    createWriteStream(join(folder, name), { mode: 0o600, flush: true });
  return [open(ARCHIVE), open(MANIFEST)];
}

async function closeFile(file: WriteStream): Promise<void> {
  file.end();
  await finished(file);
}

/** Runs the backup. Its query is a custom query type of the driver, which gets each message as it arrives. */
async function receive(client: Client, [archive, manifest]: Files): Promise<void> {
  const done = Promise.withResolvers<void>();
  let target = archive;
  for (const file of [archive, manifest]) file.once("error", done.reject);
  client.query({
    submit: (connection: Connection) => connection.query(COPY),
    handleRowDescription: () => undefined,
    handleDataRow: () => undefined,
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => done.resolve(),
    handleError: (error: Error) => done.reject(error),
    handleCopyData({ chunk }: { readonly chunk: Buffer }, connection: Connection) {
      const kind = String.fromCharCode(chunk[0] ?? 0);
      if (kind === "m") target = manifest;
      else if (kind === "d") void write(target, chunk.subarray(1), connection);
      else if (kind === "n" && archive.bytesWritten > 0)
        done.reject(new Error("A cluster with its own tablespaces cannot be backed up this way."));
    },
  });
  await done.promise;
}

/** The server waits while the disk is busy. */
async function write(file: WriteStream, bytes: Buffer, { stream }: Connection): Promise<void> {
  // A copy, because the driver reuses its buffer.
  if (file.write(Buffer.from(bytes)) || stream.isPaused()) return;
  stream.pause();
  await once(file, "drain").catch(() => undefined);
  stream.resume();
}
