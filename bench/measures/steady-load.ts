import { countOf, perBatch, rate, wholeCpuOf } from "../report/figures.ts";
import { historyPer, historySize } from "../stack/histories.ts";
import { inTurns, say } from "../report/rounds.ts";
import { showLoad, showUse } from "../report/show-rounds.ts";
import { atEight, kilobytes, type Measure, ms, row, type SyncBench, times } from "./measure.ts";

/** Batches of fifty at eight connections, in comparison with both baselines. */
export const steadyLoad: Measure = {
  name: "load",
  about: "batches of fifty at 8 connections",
  take,
};

async function take(bench: SyncBench) {
  const { stack, ours, plain, same, rounds } = bench;
  const before = await historySize(stack);
  const results = await inTurns(bench, rounds, {
    ours: atEight(bench, ours),
    plain: atEight(bench, plain),
    same: atEight(bench, same),
  });
  const after = await historySize(stack);
  for (const [name, side] of Object.entries(results))
    say(`${name}: ${showLoad(side)}; ${showUse(side)}`);
  const batches = countOf(results.ours);
  const [cpu, cpuPlain, cpuSame] = [results.ours, results.plain, results.same].map(wholeCpuOf);
  const [whole = 0, overPlain = 0, overSame = 0] = [cpu, cpuPlain, cpuSame];
  const over = (side: typeof results.plain) => times(rate(results.ours), rate(side));
  return [
    row("CPU a batch of 50, over (a)", ["3.5", "2.7"], `${times(whole, overPlain)}: ${ms(whole)}`),
    row("CPU of (b), over (a)", ["", ""], `${times(overSame, overPlain)}: ${ms(overSame)}`),
    row("the tax: whole minus (b)", ["7 ms", "4 ms"], ms(whole - overSame)),
    row("batches/s at 8 connections, over (a)", ["0.30", "0.40"], over(results.plain)),
    row("the same, over (b)", ["0.55", "0.72"], over(results.same)),
    row("WAL a batch", ["80 kB", "72 kB"], kilobytes(perBatch(results.ours, "walBytes"))),
    row("write transactions a batch", ["", ""], perBatch(results.ours, "writes").toFixed(2)),
    row("history a batch", ["", ""], historyPer(batches, before, after)),
  ];
}
