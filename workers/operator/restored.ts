import { openDatabase } from "../../db/open-database.ts";
import { loadEnvironment } from "../config/load-environment.ts";
import { openMediaFiles } from "../outside/open-media-files.ts";
import { findInstallation } from "./find-installation.ts";
import { runCommand } from "./run-command.ts";
import { showHelp } from "./show-help.ts";
import { emitRestored } from "./emit-restored.ts";

const USAGE = `Prepares a database restored from a backup, before it serves anybody: npm run restored

It renews the epoch of every scope, so that phones read everything again and resend their queues. New videos of
exercises are blocked until the provider's account has been read. The worker repeats erasures made after the backup,
which are recorded in the media storage. Pending deletions get a new grace period of 14 days, and a mail. It uses the
stack running on SIDELINE_DATA_DIR, or else the installation in the environment. After an interruption, run it again.`;

/** Renews epochs, marks provider accounts for reading, and repeats erasures, once after each restore. */
async function restored(): Promise<number> {
  const { databaseUrl, media } = findInstallation(loadEnvironment());
  const database = openDatabase({ url: databaseUrl, poolSize: 1, applicationName: "restored" });
  const { em } = database;
  process.stdout.write(await emitRestored({ em, files: await openMediaFiles(em, media) }));
  await database.close();
  return 0;
}

showHelp(USAGE);
await runCommand(restored);
