import { say } from "../report/rounds.ts";
import { measureOutage } from "../sync-outage.ts";
import { type Measure, row, type SyncBench, times, USUAL } from "./measure.ts";

/** Batches that arrive while nothing settles them. After it the worker is another process. */
export const workerOutage: Measure = {
  name: "outage",
  about: "rate at which a backlog is settled while arrivals continue",
  take,
};

async function take(bench: SyncBench) {
  const drained = await measureOutage(bench, bench.ours, {
    perSecond: USUAL,
    seconds: bench.outage,
  });
  const { waiting, seconds, arrivalRate, settledRate, runningRate } = drained;
  say(
    `outage: ${waiting} batches waited, settled ${seconds.toFixed(1)} s after the worker was killed; ` +
      `arriving ${arrivalRate.toFixed(1)} a second, settled ${settledRate.toFixed(1)}`,
  );
  return [
    row("an outage drained, over the arrivals", ["10", "20"], times(settledRate, arrivalRate)),
    row("without the worker's start", ["", ""], times(runningRate, arrivalRate)),
  ];
}
