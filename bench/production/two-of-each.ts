import { Client } from "pg";
import { closedLoop, countedLoop } from "../load.ts";
import { CONNECTIONS, ms, row, times } from "../measures/measure.ts";
import { buildPhones } from "../phones/phones.ts";
import { rate, wholeCpuOf } from "../report/figures.ts";
import { type Bench, type Round, round, say } from "../report/rounds.ts";
import { showLoad, showUse } from "../report/show-rounds.ts";
import { productSide, type Side } from "../sides.ts";
import { freePorts } from "../stack/free-ports.ts";
import { type BenchStack, startBenchStack } from "../stack/stack.ts";
import { startAnother } from "../stack/start-another.ts";
import type { BenchSize } from "../sync-bench.ts";
import type { OwnStackMeasure } from "./own-stack-measure.ts";

/** Two APIs and two workers in comparison with one of each, on the same cores. */
export const twoOfEach: OwnStackMeasure = {
  name: "two",
  about: "batches with two APIs and two workers, over one of each on the same cores",
  takeAlone,
};

interface Shape extends Bench {
  readonly side: Side;
  readonly rounds: Round[];
}

/** Two stacks take the same load in turns, so that neither loses its caches between the rounds. */
async function takeAlone({ rounds, seconds, devices }: BenchSize) {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const one = await openShape("one", devices, closers);
    const two = await openShape("two", devices, closers);
    for (let index = 0; index < rounds; index += 1) {
      // The one that went first goes second in the next round.
      for (const shape of index % 2 === 0 ? [one, two] : [two, one]) {
        const { side } = shape;
        const load = () => closedLoop(side.fresh, { connections: CONNECTIONS, seconds });
        shape.rounds.push(await round(shape, { side, load }));
      }
    }
    for (const { side, rounds: done } of [one, two])
      say(`${side.name}: ${showLoad(done)}; ${showUse(done)}`);
    const [rateTwo, rateOne] = [rate(two.rounds), rate(one.rounds)];
    const [cpuTwo, cpuOne] = [wholeCpuOf(two.rounds), wholeCpuOf(one.rounds)];
    const rates = `${times(rateTwo, rateOne)}: ${rateTwo.toFixed(1)} over ${rateOne.toFixed(1)}`;
    const cpus = `${times(cpuTwo, cpuOne)}: ${ms(cpuTwo)} over ${ms(cpuOne)}`;
    return [
      row("batches/s with two APIs and workers, over one of each", ["0.95", "1.0"], rates),
      row("CPU a batch, likewise", ["", ""], cpus),
    ];
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

async function openShape(
  name: "one" | "two",
  devices: number,
  closers: (() => Promise<unknown>)[],
): Promise<Shape> {
  const stack = await startBenchStack({ API_PROCESSES: name === "one" ? "1" : "2" });
  closers.push(stack.stop);
  const more = name === "one" ? null : await startSecondOfEach(stack, closers);
  const database = new Client({ connectionString: stack.database.ownerUrl });
  await database.connect();
  closers.push(() => database.end());
  say(`${name} of each: registering ${devices} phones and warming up ...`);
  const phones = await buildPhones(stack, devices);
  const own = productSide(stack, phones, [stack.urls.api, ...(more === null ? [] : [more.url])]);
  const side = { ...own, name, pids: { ...own.pids, ...more?.pids } };
  const shape = { stack, database, phones, side, rounds: [] };
  const count = 4 * phones.length;
  const load = () => countedLoop(side.fresh, { connections: CONNECTIONS, count });
  await round(shape, { side, load });
  return shape;
}

async function startSecondOfEach(stack: BenchStack, closers: (() => Promise<unknown>)[]) {
  const [port] = await freePorts(1);
  const api = await startAnother(stack, "api", {
    API_PORT: String(port),
    API_PUBLIC_URL: stack.urls.api,
  });
  closers.push(api.stop);
  const worker = await startAnother(stack, "worker");
  closers.push(worker.stop);
  const pids = { "second api": api.pid, "second worker": worker.pid };
  return { url: `http://127.0.0.1:${port}`, pids };
}
