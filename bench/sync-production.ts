// Measures batches and releases with Temporal's store on PostgreSQL, so that its writes count:
// `npm run bench:production`. The server is the production one, built once from its Go module, with the same number of
// shards.
import { parseArgs } from "node:util";
import { chooseMeasures, describeMeasures } from "./measures/choose.ts";
import type { MeasuredRow } from "./measures/measure.ts";
import { measures } from "./production/measures.ts";
import { withProductionTemporal } from "./production/production-temporal.ts";
import { say } from "./report/rounds.ts";
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
const rows: MeasuredRow[] = [];
try {
  await withProductionTemporal(takeAll);
} finally {
  // A measure that fails does not hide those before it.
  printTable(rows);
}

async function takeAll(): Promise<void> {
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
}
