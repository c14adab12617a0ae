import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { loadEnvironment } from "./config/load-environment.ts";
import { openLog } from "./open-log.ts";
import { findInstallation } from "./operator/find-installation.ts";
import { readHistory } from "./operator/read-history.ts";
import { type ReplayReport, replayHistory, replayWorkflow } from "./operator/replay-workflow.ts";
import { showHelp } from "./operator/show-help.ts";
import { runCommand } from "./operator/run-command.ts";
import { describeHistory } from "./operator/describe-history.ts";
import { openTemporalClient } from "./outside/open-temporal-client.ts";
import { ensureBundle } from "./worker/ensure-bundle.ts";
import { installRuntime } from "./worker/install-runtime.ts";

const USAGE = `Replays a workflow against the present code and prints the first event that diverges:

  npm run replay -- <workflow-id>        a live one
  npm run replay -- <workflow-id> --run <run-id>  one of its runs
  npm run replay -- --file history.json  a download of the Temporal UI`;

async function replay(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { file: { type: "string" }, run: { type: "string" } },
  });
  const { clean, text, story = [] } = await report({ workflowId: positionals[0], ...values });
  process.stdout.write(`${[...story, text].join("\n")}\n`);
  return clean ? 0 : 1;
}

interface Wanted {
  readonly workflowId: string | undefined;
  readonly run?: string | undefined;
  readonly file?: string | undefined;
}

async function report({ workflowId, run, file }: Wanted): Promise<ReplayReport> {
  if ((workflowId === undefined) === (file === undefined)) throw new Error(USAGE);
  installRuntime(openLog("replay", "fatal"));
  if (file !== undefined) return await replayFile(file);
  const { temporal, dataDir } = findInstallation(loadEnvironment());
  const bundlePath = await ensureBundle(dataDir);
  const wanted = { workflowId: workflowId ?? "", runId: run };
  return await replayWorkflow(openTemporalClient(temporal), wanted, bundlePath);
}

/** A file needs no installation: the workflow bundle is built from these sources. */
async function replayFile(file: string): Promise<ReplayReport> {
  const { SIDELINE_DATA_DIR: dataDir = ".sideline" } = loadEnvironment();
  const { workflowId, history } = readHistory(await readFile(file, "utf8"), basename(file));
  const replayed = await replayHistory(history, workflowId, await ensureBundle(resolve(dataDir)));
  return { ...replayed, story: describeHistory(history) };
}

showHelp(USAGE);
await runCommand(() => replay(process.argv.slice(2)));
