import { openDatabase } from "../../db/orm.ts";
import { loadEnvironment } from "../config/load-environment.ts";
import { findInstallation } from "./find-installation.ts";
import { renewAllEpochs } from "./renew-all-epochs.ts";
import { runCommand } from "./run-command.ts";
import { showHelp } from "./show-help.ts";

const USAGE = `Tells a database that was restored from a backup so, before anybody is served from it: npm run restored

Draws a new epoch for every scope, so that phones read anew and send again what they hold. No exercise whose video
nobody has seen is shown before the provider's account was read. Works on the stack
that runs on SIDELINE_DATA_DIR, or else on what the environment describes. Interrupted, run it again.`;

/** Draws new epochs, and has accounts read, once after each restore. */
async function restored(): Promise<number> {
  const { databaseUrl } = findInstallation(loadEnvironment());
  const database = openDatabase({ url: databaseUrl, poolSize: 1, applicationName: "restored" });
  const count = await renewAllEpochs(database.em);
  process.stdout.write(`${count} scopes have a new epoch.\n`);
  await database.close();
  return 0;
}

showHelp(USAGE);
await runCommand(restored);
