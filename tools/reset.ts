import { deleteProductionFiles, PRODUCTION_FOLDER } from "./production/production-folder.ts";
import { deleteStackFiles } from "./stack/delete-stack-files.ts";
import { readLauncherConfig } from "./launcher-config.ts";
import { loadEnvironment } from "../workers/config/load-environment.ts";
import { showHelp } from "../workers/operator/show-help.ts";

showHelp(`Removes the data of the embedded stack in SIDELINE_DATA_DIR, while no stack runs: npm run reset

Deletes accounts, mails, uploads and workflows, also those of npm run production in the folder ${PRODUCTION_FOLDER};
nothing else is touched.`);

try {
  const { dataDir } = readLauncherConfig(loadEnvironment());
  await deleteStackFiles(dataDir);
  await deleteProductionFiles(dataDir);
  process.stdout.write(`The data of the embedded stack in ${dataDir} were deleted.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
