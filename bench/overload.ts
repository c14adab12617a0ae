// Measures the product under overload, and other people while one person floods it: `npm run bench:overload`. It
// starts its own stack. Figures: `README.md`.
import { parseArgs } from "node:util";
import { Client } from "pg";
import { measureFlood } from "./overload/flood.ts";
import { measureOverload } from "./overload/overloads.ts";
import { measureSteadyMemory } from "./overload/steady-memory.ts";
import { buildPhones } from "./phones/phones.ts";
import { say } from "./report/rounds.ts";
import { showHelp } from "./report/show-help.ts";
import { startBenchStack } from "./stack/stack.ts";

showHelp(`Measures the product under overload, on its own stack.

  npm run bench:overload -- [--only overload|flood|memory] [--devices 24,80,500] [--times 1,3,10] [--seconds 10]
                            [--minutes 30]

  overload   batches of fifty at multiples of the capacity, from phones that ignore Retry-After: accepted and
             refused requests with their latencies, and the time to recover
  flood      the latencies of others while one person sends 80 batches at once, or 40 reads
  memory     the memory of each process, minute by minute, at a fifth of the capacity; only if named`);

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "overload,flood" },
    devices: { type: "string", default: "24,80,500" },
    times: { type: "string", default: "1,3,10" },
    seconds: { type: "string", default: "10" },
    minutes: { type: "string", default: "30" },
  },
});
const numbers = (text: string) => text.split(",").map(Number);
const measures = new Set(values.only.split(","));
const devices = numbers(values.devices);
const size = { devices, times: numbers(values.times), seconds: Number(values.seconds) };

const stack = await startBenchStack();
const database = new Client({ connectionString: stack.database.ownerUrl });
try {
  await database.connect();
  const count = Math.max(24, ...(measures.has("flood") && measures.size === 1 ? [] : devices));
  say(`registering ${count} phones ...`);
  const phones = await buildPhones(stack, count);
  const bench = { stack, database, phones };
  if (measures.has("flood")) await measureFlood(bench, size.seconds);
  if (measures.has("overload")) await measureOverload(bench, size);
  if (measures.has("memory")) await measureSteadyMemory(bench, Number(values.minutes));
} finally {
  await database.end();
  await stack.stop();
}
