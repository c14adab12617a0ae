import { setTimeout as sleep } from "node:timers/promises";
import { median, openLoop } from "../load.ts";
import { atEight, type Measure, row, type SyncBench, USUAL } from "../measures/measure.ts";
import { perBatch } from "../report/figures.ts";
import { inTurns } from "../report/rounds.ts";
import { readMeters } from "../stack/meters.ts";

/** Writing transactions of the whole server, whose databases are those of the product and of Temporal. */
export const writeTransactions: Measure = {
  name: "writes",
  about:
    "write transactions a batch at 8 connections, at 25 and at 4 batches a second, and without batches",
  take,
};

/** Batches a second at which each wakes its lane alone. */
const FEW = 4;

async function take(bench: SyncBench) {
  const { ours, rounds, seconds } = bench;
  const arriving = (perSecond: number) => ({
    side: ours,
    load: () => openLoop(ours.fresh, { perSecond, seconds: seconds * 2 }),
  });
  const results = await inTurns(bench, rounds, {
    full: atEight(bench, ours),
    usual: arriving(USUAL),
    few: arriving(FEW),
  });
  const idle: number[] = [];
  for (let index = 0; index < rounds; index += 1) idle.push(await idleWrites(bench));
  const writes = (measured: typeof results.full) => perBatch(measured, "writes").toFixed(2);
  return [
    row("write transactions a batch at 8 connections", ["1.5", "1.3"], writes(results.full)),
    row(`the same at ${USUAL} batches a second`, ["", ""], writes(results.usual)),
    row(`the same at ${FEW} batches a second`, ["", ""], writes(results.few)),
    row("write transactions a second without batches", ["", ""], median(idle).toFixed(1)),
  ];
}

/** Write transactions a second of schedules, heartbeats and Temporal's own queues. */
async function idleWrites({ database, ours, seconds }: SyncBench): Promise<number> {
  const before = await readMeters(database, ours);
  await sleep(seconds * 1_000);
  return ((await readMeters(database, ours)).writes - before.writes) / seconds;
}
