// Measures batches and releases with Temporal's store on PostgreSQL, so that its writes count:
// `npm run bench:production`. The server is the production one, built once from its Go module, with the same number of
// shards.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chooseMeasures, describeMeasures } from "./measures/choose.ts";
import type { MeasuredRow } from "./measures/measure.ts";
import { measures } from "./production/measures.ts";
import { say } from "./report/rounds.ts";
import { findClusterPrograms } from "../tools/temporal/cluster-programs.ts";
import { showHelp } from "./report/show-help.ts";
import { withSyncBench } from "./sync-bench.ts";
import { printTable } from "./report/sync-table.ts";

showHelp(`Measures batches and releases with Temporal's store on PostgreSQL; needs Go to build the server once.

  npm run bench:production -- [--only load,two] [--rounds 5] [--seconds 8] [--devices 256]

Measures:
${describeMeasures(measures)}`);

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "8" },
    devices: { type: "string", default: "256" },
  },
});
const names = values.only.split(",").filter((name) => name !== "");
const chosen = chooseMeasures(measures, names);
const size = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  devices: Number(values.devices),
};
const programs = await findClusterPrograms({
  env: process.env,
  say: (line) => void process.stdout.write(`${line}\n`),
});
const folder = mkdtempSync(join(tmpdir(), "sideline-temporal-"));
const program = join(folder, "temporal");
const script = new URL("temporal-on-postgres.ts", import.meta.url).pathname;
writeFileSync(
  program,
  `#!/bin/sh\nexec '${process.execPath}' '${script}' '${JSON.stringify(programs)}' "$@"\n`,
);
chmodSync(program, 0o755);
process.env["TEMPORAL_CLI_PATH"] = program;
const rows: MeasuredRow[] = [];
try {
  const together = chosen.flatMap((measure) => ("take" in measure ? [measure] : []));
  if (together.length > 0) {
    await withSyncBench(size, async (bench) => {
      for (const { name, about, take } of together) {
        say(`\n${name}: ${about} ...`);
        rows.push(...(await take(bench)));
      }
    });
  }
  for (const measure of chosen) {
    if ("take" in measure) continue;
    say(`\n${measure.name}: ${measure.about} ...`);
    rows.push(...(await measure.takeAlone(size)));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
  // A measure that fails does not hide those before it.
  printTable(rows);
}
