import { openTemporalClient } from "../outside/open-temporal-client.ts";
import { loadEnvironment } from "../config/load-environment.ts";
import { SCHEDULE_TABLE } from "../worker/scheduled-workflows.ts";
import { ensureSchedules } from "../worker/ensure-schedules.ts";
import { findInstallation } from "./find-installation.ts";
import { runCommand } from "./run-command.ts";
import { showHelp } from "./show-help.ts";

const USAGE = `Sets the schedules to this version's table, even if a newer version wrote them: npm run schedules:apply

For a rollback: run it once no worker of the newer version runs. Workers of this version maintain them afterwards.
Paused schedules stay paused.`;

/** Overwrites the schedules of a newer version, and lowers the stored table number. */
async function apply(): Promise<number> {
  const { temporal } = findInstallation(loadEnvironment());
  const client = openTemporalClient(temporal);
  const { made } = await ensureSchedules(client, temporal.taskQueue, { lowers: true });
  if (made.length > 0) process.stdout.write(`Schedules made: ${made.join(", ")}.\n`);
  process.stdout.write(`The schedules are those of table ${SCHEDULE_TABLE}.\n`);
  await client.connection.close();
  return 0;
}

showHelp(USAGE);
await runCommand(apply);
