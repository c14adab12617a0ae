import { openTemporalClient } from "../outside/temporal-client.ts";
import { loadEnvironment } from "../config/load-environment.ts";
import { SCHEDULE_TABLE } from "../worker/scheduled-workflows.ts";
import { ensureSchedules } from "../worker/schedules.ts";
import { findInstallation } from "./find-installation.ts";
import { runCommand } from "./run-command.ts";
import { showHelp } from "./show-help.ts";

const USAGE = `Brings the schedules to this version's table, also where a newer version wrote them: npm run schedules:apply

For a rollback: once no worker of the newer version runs. Workers of this version keep them so from then on. Whether one is
paused stays.`;

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
