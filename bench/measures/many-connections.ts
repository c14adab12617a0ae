import { rate } from "../report/figures.ts";
import { closedLoop } from "../load.ts";
import { inTurns, say } from "../report/rounds.ts";
import { showLoad } from "../report/show-rounds.ts";
import { atEight, type Measure, row, type SyncBench, times } from "./measure.ts";

const MANY = 32;

/** Four times as many connections as usual. */
export const manyConnections: Measure = {
  name: "connections",
  about: "batches of fifty at 32 connections",
  take,
};

async function take(bench: SyncBench) {
  const { ours, seconds, rounds } = bench;
  const many = () => closedLoop(ours.fresh, { connections: MANY, seconds });
  const results = await inTurns(bench, rounds, {
    at8: atEight(bench, ours),
    at32: { side: ours, load: many },
  });
  say(`at 32: ${showLoad(results.at32)}`);
  const over = times(rate(results.at32), rate(results.at8));
  return [row("batches/s at 32 connections, over its own at 8", ["0.95", "1.05"], over)];
}
