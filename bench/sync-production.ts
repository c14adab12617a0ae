// Measures batches with Temporal's store on PostgreSQL, so that its writes count: `npm run bench:production`. The
// server is the production one, built once from its Go module, with the same number of shards.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { settlementLag } from "./measures/settlement-lag.ts";
import { steadyLoad } from "./measures/steady-load.ts";
import type { MeasuredRow } from "./measures/measure.ts";
import { findClusterPrograms } from "../tools/temporal/cluster-programs.ts";
import { showHelp } from "./report/show-help.ts";
import { withSyncBench } from "./sync-bench.ts";
import { printTable } from "./report/sync-table.ts";

showHelp(`Measures batches with Temporal's store on PostgreSQL; needs Go to build the server once.

  npm run bench:production -- [--rounds 5] [--seconds 8] [--devices 256]`);

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "8" },
    devices: { type: "string", default: "256" },
  },
});
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
  const [rounds, seconds, devices] = [values.rounds, values.seconds, values.devices].map(Number);
  await withSyncBench(
    { rounds: rounds ?? 0, seconds: seconds ?? 0, devices: devices ?? 0 },
    async (bench) => {
      rows.push(...(await steadyLoad.take(bench)), ...(await settlementLag.take(bench)));
    },
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
printTable(rows);
