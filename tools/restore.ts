import { join, resolve } from "node:path";
import { openDatabase } from "../db/open-database.ts";
import { loadEnvironment } from "../workers/config/load-environment.ts";
import { emitRestored } from "../workers/operator/emit-restored.ts";
import { findMediaPlace, type MediaPlace } from "../workers/config/fields/media-fields.ts";
import { openMediaFiles } from "../workers/outside/open-media-files.ts";
import { runCommand } from "../workers/operator/run-command.ts";
import { showHelp } from "../workers/operator/show-help.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import { readLauncherConfig } from "./launcher-config.ts";
import { startPostgres } from "./postgres/postgres.ts";
import { takeLauncherLock } from "./processes/launcher-lock.ts";
import { DATABASE } from "./stack/describe-stack.ts";
import { openStackSecrets } from "./stack/stack-secrets.ts";

showHelp(`Replaces the data of the embedded stack by a backup, while no stack runs: npm run restore -- <folder>

Every file is checked before anything is changed; the former database is kept next to the new one. Scopes get new
epochs, so that phones read again and resend their operations. No new video is shown before the provider's account
was read. People erased after the backup are erased again. Then: npm start`);

process.umask(0o077);

/** Restores, recovers, draws new epochs and stops again. */
async function restore([given]: readonly string[]): Promise<number> {
  if (given === undefined) throw new Error("Name the backup: npm run restore -- <folder>");
  const env = loadEnvironment();
  const { dataDir, ports } = readLauncherConfig(env);
  const lock = takeLauncherLock(dataDir);
  try {
    const former = await restoreBackup({ folder: resolve(given), dataDir });
    const media = findMediaPlace(env, dataDir);
    process.stdout.write(`Restored.\n${await recover({ dataDir, media, port: ports.postgres })}`);
    if (former !== null) process.stdout.write(`The former database is in ${former}\n`);
    return 0;
  } finally {
    lock.release();
  }
}

/** The stack's data to restore, and the port of its database meanwhile. */
interface Recovering {
  readonly dataDir: string;
  readonly media: MediaPlace;
  readonly port: number;
}

/** Starts the database, which replays its log up to the end of the backup. */
async function recover({ dataDir, media, port }: Recovering): Promise<string> {
  const lines: string[] = [];
  const postgres = await startPostgres({
    directory: join(dataDir, "postgres"),
    port,
    passwords: openStackSecrets(dataDir).passwords,
    durable: true,
    onLine: (line) => void lines.push(line),
  }).catch((cause: unknown) => {
    throw new Error(`The database does not start:\n${lines.slice(-20).join("\n")}`, { cause });
  });
  try {
    const url = postgres.appUrl(DATABASE);
    const database = openDatabase({ url, poolSize: 1, applicationName: "restore" });
    const { em } = database;
    const report = await emitRestored({ em, files: await openMediaFiles(em, media) });
    await database.close();
    return report;
  } finally {
    await postgres.child.stop();
  }
}

await runCommand(() => restore(process.argv.slice(2)));
