import { openLoop, quantile } from "../load.ts";
import { databaseNow, settlementLags } from "../stack/meters.ts";
import { round } from "../report/rounds.ts";
import { type Measure, row, type SyncBench, USUAL } from "./measure.ts";

/** Time from admission to settlement of a batch, and the number of batches per wake-up. */
export const settlementLag: Measure = {
  name: "lag",
  about: "settlement lag at 25 batches a second, and batches a wake of a lane",
  take,
};

async function take(bench: SyncBench) {
  const { stack, database, ours, rounds, seconds } = bench;
  const since = await databaseNow(database);
  const arrivals = { perSecond: USUAL, seconds: seconds * 2 };
  const load = () => openLoop(ours.fresh, arrivals);
  let [batches, wakes] = [0, 0];
  for (let index = 0; index < rounds; index += 1) {
    const before = await stack.counted("sideline_settlement_lanes_woken_total");
    const { loaded } = await round(bench, { side: ours, load });
    batches += loaded.count;
    wakes += (await stack.counted("sideline_settlement_lanes_woken_total")) - before;
  }
  const lags = await settlementLags(database, since);
  const measured = [0.5, 0.99].map((part) => `${quantile(lags, part).toFixed(2)} s`).toReversed();
  return [
    row("settlement lag p99 at 25/s; p50", ["1.5 s", "1.0 s"], measured.join("; ")),
    row("batches a wake of a lane", ["", ""], (batches / wakes).toFixed(1)),
  ];
}
