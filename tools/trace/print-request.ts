import { spansFolder } from "../../workers/config/fields/tracing-fields.ts";
import { loadEnvironment } from "../../workers/config/load-environment.ts";
import { runCommand } from "../../workers/operator/run-command.ts";
import { showHelp } from "../../workers/operator/show-help.ts";
import { runningFolder } from "../demo/demo-folder.ts";
import { readLauncherConfig } from "../launcher-config.ts";
import { printTrace } from "./print-trace.ts";
import { readSpans } from "./read-spans.ts";
import { traceOf } from "./trace-of.ts";

const USAGE = `Prints a request of the embedded stack as a tree, with everything that followed from it.

  npm run trace -- <request id>     as the header X-Request-Id of its answer names it

A dotted branch links to another trace: one act settled batches of several requests. The stack keeps its last spans,
about forty thousand of each process, in SIDELINE_DATA_DIR/traces. They appear there within a second or two.`;

showHelp(USAGE);

await runCommand(async () => {
  const [requestId, ...others] = process.argv.slice(2);
  if (requestId === undefined || others.length > 0)
    throw new Error(`Name one request.\n\n${USAGE}`);
  const folder = spansFolder(runningFolder(readLauncherConfig(loadEnvironment()).dataDir));
  const found = traceOf(readSpans(folder), requestId);
  if (found.length === 0)
    throw new Error(`No span of request ${requestId} in ${folder}. Was it sent to this stack?`);
  process.stdout.write(found.map((root) => `${printTrace(root)}\n`).join("\n"));
  return 0;
});
