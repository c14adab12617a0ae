// Measures batches in comparison with plain SQL: `npm run bench`. It starts its own stack with 256 phones and two
// baselines, each in its own process: (a) writes its own tables, (b) the product's own rows. They run in rotation,
// and the medians of the rounds count. Figures: `README.md`.
import { parseArgs } from "node:util";
import { measures } from "./measures/all.ts";
import { chooseMeasures, describeMeasures } from "./measures/choose.ts";
import type { MeasuredRow } from "./measures/measure.ts";
import { say } from "./report/rounds.ts";
import { showHelp } from "./report/show-help.ts";
import { withSyncBench } from "./sync-bench.ts";
import { printTable } from "./report/sync-table.ts";
import { trickle } from "./trickle/trickle.ts";
import { readTrickleOptions, TRICKLE_OPTIONS, TRICKLE_USAGE } from "./trickle/trickle-options.ts";

showHelp(`Measures batches against plain SQL, on its own stack.

  npm run bench -- [--only load,one] [--rounds 3] [--seconds 8] [--devices 256]
  ${TRICKLE_USAGE}

Measures:
${describeMeasures([...measures, trickle])}`);

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "8" },
    devices: { type: "string", default: "256" },
    ...TRICKLE_OPTIONS,
  },
});
const names = values.only.split(",").filter((name) => name !== "");
const shared = names.filter((name) => name !== trickle.name);
// Without names, all measures run but this one, whose real rates take half an hour.
const chosen = names.length > 0 && shared.length === 0 ? [] : chooseMeasures(measures, shared);
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
if (names.includes(trickle.name)) {
  say(`\n${trickle.name}: ${trickle.about} ...`);
  rows.push(...(await trickle.take(readTrickleOptions(values, size.devices))));
}
printTable(rows);
