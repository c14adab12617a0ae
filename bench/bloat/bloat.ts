// Measures dead rows, vacuums and sizes of the tables that batches write: `npm run bench:bloat`. Each kind of settings
// gets its own stack and the same number of batches. Figures: `../README.md`.
import { parseArgs } from "node:util";
import { Client } from "pg";
import { countedLoop } from "../load.ts";
import { CONNECTIONS } from "../measures/measure.ts";
import { buildPhones } from "../phones/phones.ts";
import { type Bench, round, say } from "../report/rounds.ts";
import { showHelp } from "../report/show-help.ts";
import { productSide, type Side } from "../sides.ts";
import { startBenchStack } from "../stack/stack.ts";
import { readBloat, resetCounts } from "./read-bloat.ts";
import { printBloat } from "./print-bloat.ts";
import { applySettings, type SettingsName, SETTINGS } from "./table-settings.ts";

/** Batches between two renewals of the phones' tokens, which expire after five minutes. */
const ROUND = 3_000;
const NAMES = Object.entries(SETTINGS)
  .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
  .join("\n");
showHelp(`Measures the bloat of hot tables under batches, for each kind of table settings on its own stack.

  npm run bench:bloat -- [--batches 12000] [--devices 256] [--only product,defaults]

Settings:
${NAMES}`);

const { values } = parseArgs({
  options: {
    batches: { type: "string", default: "12000" },
    devices: { type: "string", default: "256" },
    only: { type: "string", default: Object.keys(SETTINGS).join(",") },
  },
});
const count = Number(values.batches);
const chosen = new Set(values.only.split(","));
for (const name of Object.keys(SETTINGS).filter(isSettings)) if (chosen.has(name)) await take(name);

function isSettings(name: string): name is SettingsName {
  return name in SETTINGS;
}

async function take(name: SettingsName): Promise<void> {
  const stack = await startBenchStack();
  const database = new Client({ connectionString: stack.database.ownerUrl });
  const superuser = new Client({ connectionString: stack.superuserUrl });
  try {
    await Promise.all([database.connect(), superuser.connect()]);
    say(`\n${name}: ${SETTINGS[name].about}; registering ${values.devices} phones ...`);
    const phones = await buildPhones(stack, Number(values.devices));
    await applySettings(superuser, name);
    const side = productSide(stack, phones);
    const send = (batches: number) => sendInRounds({ stack, database, phones }, side, batches);
    // A phone's first batch differs from later ones.
    await send(2 * phones.length);
    await resetCounts(superuser);
    const seconds = await send(count);
    printBloat(await readBloat(superuser), { count, seconds });
  } finally {
    await Promise.all([database.end(), superuser.end()]);
    await stack.stop();
  }
}

/** Returns the seconds of the loads together. */
async function sendInRounds(bench: Bench, side: Side, batches: number): Promise<number> {
  let seconds = 0;
  for (let left = batches; left > 0; left -= ROUND) {
    const load = () =>
      countedLoop(side.fresh, { connections: CONNECTIONS, count: Math.min(ROUND, left) });
    const { loaded } = await round(bench, { side, load });
    seconds += loaded.seconds;
  }
  return seconds;
}
