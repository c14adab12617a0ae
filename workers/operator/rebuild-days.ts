import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { rebuildDays } from "../../workflows/agenda/rebuild-days.ts";
import { loadEnvironment } from "../config/load-environment.ts";
import { findInstallation } from "./find-installation.ts";
import { runCommand } from "./run-command.ts";
import { showHelp } from "./show-help.ts";
import { scheduledQueueOf } from "../worker/scheduled-workflows.ts";
import { openTemporalClient } from "../outside/open-temporal-client.ts";

const USAGE = `Recomputes sums of days, results of sessions and newest values of tasks, while the system is running:

  npm run days:rebuild                           of all relationships
  npm run days:rebuild -- <relationship-id>...   of these

It runs as the workflow rebuild-days and continues without this command. After an interruption, run it again. If
several run at once, the first one works and the others wait for it. A failed relationship does not stop the others:
it is named at the end, and the command exits with 1.`;

const WORKFLOW_ID = "rebuild-days";
const POLL_MS = 1_000;

/** Starts the rebuild, or joins a running one, and waits for its end. */
async function rebuild(args: string[]): Promise<number> {
  const { positionals: ids } = parseArgs({ args, allowPositionals: true });
  const { temporal } = findInstallation(loadEnvironment());
  const client = openTemporalClient(temporal);
  const only = ids.length === 0 ? null : ids.map((id) => id.toLowerCase());
  const handle = await client.workflow.start<typeof rebuildDays>("rebuildDays", {
    workflowId: WORKFLOW_ID,
    taskQueue: scheduledQueueOf(temporal.taskQueue),
    workflowIdConflictPolicy: "USE_EXISTING",
    args: [{ after: null, only, dayCount: 0, relationshipCount: 0, failedCount: 0, failed: [] }],
    staticSummary: "Sums of days, computed anew",
  });
  process.stdout.write(`The workflow ${WORKFLOW_ID} computes them.\n`);
  const latest = client.workflow.getHandle<typeof rebuildDays>(handle.workflowId);
  while ((await latest.describe()).status.name === "RUNNING") await sleep(POLL_MS);
  const { dayCount, relationshipCount, failedCount, failed } = await latest.result();
  process.stdout.write(`${dayCount} days of ${relationshipCount} relationships.\n`);
  await client.connection.close();
  if (failedCount === 0) return 0;
  const named = failed.map(
    ({ relationshipId, failureClass }) => `${relationshipId} ${failureClass}`,
  );
  const heading = `${failedCount} relationships failed; the first are:`;
  process.stderr.write([heading, ...named, ""].join("\n"));
  return 1;
}

showHelp(USAGE);
await runCommand(() => rebuild(process.argv.slice(2)));
