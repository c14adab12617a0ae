import { latencyOf } from "../report/figures.ts";
import { openLoop } from "../load.ts";
import { inTurns, type Round, say } from "../report/rounds.ts";
import { showLoad } from "../report/show-rounds.ts";
import type { Side } from "../sides.ts";
import { type Measure, ms, row, type SyncBench, USUAL } from "./measure.ts";

/** Batches that arrive at random, whether or not earlier ones were answered. */
export const openArrivals: Measure = {
  name: "open",
  about: "p50 and p99 at 50 batches a second",
  take,
};

async function take(bench: SyncBench) {
  const { ours, plain, same, rounds, seconds } = bench;
  const arrivals = { perSecond: 2 * USUAL, seconds: seconds * 1.5 };
  const opened = (side: Side) => ({ side, load: () => openLoop(side.fresh, arrivals) });
  const results = await inTurns(bench, rounds, {
    ours: opened(ours),
    plain: opened(plain),
    same: opened(same),
  });
  for (const [name, side] of Object.entries(results)) say(`${name}: ${showLoad(side)}`);
  const both = (side: readonly Round[]) =>
    `${ms(latencyOf(side, 0.5))}, ${ms(latencyOf(side, 0.99))}`;
  return [
    row("p50, p99 at 50 batches/s", ["25, 150 ms", "18, 100 ms"], both(results.ours)),
    row("the same of (a)", ["", ""], both(results.plain)),
    row("the same of (b)", ["", ""], both(results.same)),
  ];
}
