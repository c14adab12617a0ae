// Measures what tracing costs: `npm run bench:traces`. Three stacks take the same load in turns: one does not trace, the
// others export one request in a hundred, and all, to a collector in this process. Figures: `README.md`.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { closedLoop, countedLoop } from "./load.ts";
import { CONNECTIONS, ms, times } from "./measures/measure.ts";
import { buildPhones } from "./phones/phones.ts";
import { rate, wholeCpuOf } from "./report/figures.ts";
import { type Bench, type Round, round, say } from "./report/rounds.ts";
import { showHelp } from "./report/show-help.ts";
import { productSide, type Side } from "./sides.ts";
import { startBenchStack } from "./stack/stack.ts";

showHelp(`Measures the CPU of batches without tracing, with 1 % and with all requests recorded.

  npm run bench:traces -- [--rounds 5] [--seconds 8] [--devices 64] [--shares 0,0.01,1]`);

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "8" },
    devices: { type: "string", default: "64" },
    shares: { type: "string", default: "0,0.01,1" },
  },
});

/** A stack that records a share of its requests, with its rounds. */
interface TracedSide extends Bench {
  readonly share: string;
  readonly side: Side;
  readonly rounds: Round[];
}

let receivedBytes = 0;
const collector = createServer((req, res) => {
  req.on("data", (chunk: Buffer) => void (receivedBytes += chunk.length));
  req.on("end", () => res.end("{}"));
}).listen(0, "127.0.0.1");
await once(collector, "listening");

const closers: (() => Promise<unknown>)[] = [];
try {
  const sides: TracedSide[] = [];
  for (const share of values.shares.split(",")) sides.push(await startSide(share));
  for (let index = 0; index < Number(values.rounds); index += 1) {
    for (const bench of sides) {
      const { side } = bench;
      const seconds = Number(values.seconds);
      const load = () => closedLoop(side.fresh, { connections: CONNECTIONS, seconds });
      bench.rounds.push(await round(bench, { side, load }));
    }
  }
  const [first] = sides;
  for (const { share, rounds } of sides) {
    const cpu = wholeCpuOf(rounds);
    const over = times(cpu, wholeCpuOf(first?.rounds ?? rounds));
    say(`share ${share}: ${ms(cpu)} CPU a batch, ${over}; ${rate(rounds).toFixed(1)} batches/s`);
  }
  say(`the collector received ${(receivedBytes / 1_024).toFixed(0)} kB`);
} finally {
  for (const close of closers) await close();
  collector.closeAllConnections();
  collector.close();
}

async function startSide(share: string): Promise<TracedSide> {
  const stack = await startBenchStack({
    OTEL_TRACES_SAMPLER_ARG: share,
    OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl(),
  });
  closers.push(stack.stop);
  const database = new Client({ connectionString: stack.database.ownerUrl });
  await database.connect();
  closers.unshift(() => database.end());
  say(`share ${share}: registering ${values.devices} phones and warming up ...`);
  const phones = await buildPhones(stack, Number(values.devices));
  const side = { ...productSide(stack, phones), name: share };
  const count = 4 * phones.length;
  const load = () => countedLoop(side.fresh, { connections: CONNECTIONS, count });
  await round({ stack, database, phones }, { side, load });
  return { share, side, stack, database, phones, rounds: [] };
}

function collectorUrl(): string {
  const address: AddressInfo | string | null = collector.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}
