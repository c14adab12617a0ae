import { openDatabase } from "../../db/orm.ts";
import { loadEnvironment } from "../config/load-environment.ts";
import { openMediaFiles } from "../outside/media-files.ts";
import { findInstallation } from "./find-installation.ts";
import { runCommand } from "./run-command.ts";
import { showHelp } from "./show-help.ts";
import { tellRestored } from "./tell-restored.ts";

const USAGE = `Tells a database that was restored from a backup so, before anybody is served from it: npm run restored

Draws a new epoch for every scope, so that phones read anew and send again what they hold. No exercise whose video
nobody has seen is shown before the provider's account was read. Who was erased after the backup is erased again by
the worker: the marks of it lie among the media. Whose deletion waits has its 14 days anew, and a letter. Works on the
stack that runs on SIDELINE_DATA_DIR, or else on what the environment describes. Interrupted, run it again.`;

/** Renews epochs, marks provider accounts for reading, and repeats erasures, once after each restore. */
async function restored(): Promise<number> {
  const { databaseUrl, media } = findInstallation(loadEnvironment());
  const database = openDatabase({ url: databaseUrl, poolSize: 1, applicationName: "restored" });
  const { em } = database;
  process.stdout.write(await tellRestored({ em, files: await openMediaFiles(em, media) }));
  await database.close();
  return 0;
}

showHelp(USAGE);
await runCommand(restored);
