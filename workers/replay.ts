import { loadEnvironment } from "./config/load-environment.ts";
import { openLog } from "./open-log.ts";
import { findInstallation } from "./operator/find-installation.ts";
import { replayWorkflow } from "./operator/replay-workflow.ts";
import { runCommand } from "./operator/run-command.ts";
import { openTemporalClient } from "./outside/temporal-client.ts";
import { ensureBundle } from "./worker/ensure-bundle.ts";
import { installRuntime } from "./worker/install-runtime.ts";

const USAGE = "Replays a live workflow against the present code: npm run replay -- <workflow-id>";

async function replay([workflowId]: readonly string[]): Promise<number> {
  if (workflowId === undefined) throw new Error(USAGE);
  const { temporal, dataDir } = findInstallation(loadEnvironment());
  installRuntime(openLog("replay", "fatal"));
  const client = openTemporalClient(temporal);
  const {
    clean,
    text,
    story = [],
  } = await replayWorkflow(client, workflowId, await ensureBundle(dataDir));
  process.stdout.write(`${[...story, text].join("\n")}\n`);
  return clean ? 0 : 1;
}

await runCommand(() => replay(process.argv.slice(2)));
