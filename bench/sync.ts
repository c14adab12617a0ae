// Measures batches in comparison with plain SQL: `npm run bench`. It starts its own stack with 256 phones and two
// baselines, each in its own process: (a) writes its own tables, (b) the product's own rows. They run in rotation,
// and the medians of the rounds count. Figures: `README.md`.
import { parseArgs } from "node:util";
import { chooseMeasures, measures } from "./measures/all.ts";
import type { MeasuredRow } from "./measures/measure.ts";
import { say } from "./report/rounds.ts";
import { showHelp } from "./report/show-help.ts";
import { withSyncBench } from "./sync-bench.ts";
import { printTable } from "./report/sync-table.ts";

const NAMES = measures.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join("\n");
showHelp(`Measures batches against plain SQL, on its own stack.

  npm run bench -- [--only load,one] [--rounds 3] [--seconds 8] [--devices 256]

Measures:
${NAMES}`);

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "8" },
    devices: { type: "string", default: "256" },
  },
});
const chosen = chooseMeasures(values.only.split(",").filter((name) => name !== ""));
const size = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  devices: Number(values.devices),
};
const together = chosen.filter(({ ownStack }) => ownStack !== true);
const alone = chosen.filter(({ ownStack }) => ownStack === true);
const rows: MeasuredRow[] = [];
for (const group of [together, ...alone.map((measure) => [measure])]) {
  if (group.length === 0) continue;
  await withSyncBench(size, async (bench) => {
    for (const { name, about, take } of group) {
      say(`\n${name}: ${about} ...`);
      rows.push(...(await take(bench)));
    }
  });
}
printTable(rows);
