// Measures the cost of one transaction of each act at the maximum of what its caller may send or own, alone: `npm run
// bench:long-acts`. It starts its own stack. Acts of requests are sent over HTTP. CPU is that of the API and of
// PostgreSQL together, read from /proc, including the relay's work in PostgreSQL. Slices of actors and schedules are
// called one by one. Figures: `docs/long-acts.md`.
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { say } from "../report/rounds.ts";
import { showHelp } from "../report/show-help.ts";
import { startBenchStack } from "../stack/stack.ts";
import { type Measured, measureAct } from "./long-act.ts";
import { buildPractice, practiceActs } from "./practice-acts.ts";
import { measureSlices } from "./sliced-acts.ts";
import { writtenActs } from "./written-acts.ts";

showHelp(`Measures the transactions of each act at its maximum size, on its own stack.

  npm run bench:long-acts -- [--times 5] [--only requests,slices]`);

const { values } = parseArgs({
  options: {
    times: { type: "string", default: "5" },
    only: { type: "string", default: "requests,slices" },
  },
});
const wanted = values.only.split(",");
const times = Number(values.times);
/** Target: maximum CPU milliseconds of one transaction. */
const MOST_MS = 200;

// A service may send twenty events a second; each act on many tasks needs a hundred of them.
const stack = await startBenchStack({ ALLOWANCE_SERVICE: "1000,5000,5000" });
const database = new Client({ connectionString: stack.database.ownerUrl });
let worst = 0;
try {
  await database.connect();
  // Runs first, while there is only one relationship to copy from.
  const practice = await buildPractice(stack, database);
  const acts = [...practiceActs(stack, database, practice), ...writtenActs(stack)];
  for (const act of wanted.includes("requests") ? acts : [])
    report(await measureAct(stack, act, times));
  if (wanted.includes("slices"))
    for (const measured of await measureSlices(stack, database, practice)) report(measured);
} finally {
  await database.end();
  await stack.stop();
}
process.exitCode = worst <= MOST_MS ? 0 : 1;

function report({ name, transactions, ms }: Measured): void {
  worst = Math.max(worst, ms);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  say(`${name}: ${transactions} transactions, ${ms.toFixed(0)} ms of CPU each, load ${load}`);
}
