import { countOf, wholeCpuOf } from "../report/figures.ts";
import { historyPer, historySize } from "../stack/histories.ts";
import { inTurns, say } from "../report/rounds.ts";
import { showLoad, showUse } from "../report/show-rounds.ts";
import { atEight, type Measure, ms, row, type SyncBench, times } from "./measure.ts";

/** A sync of one tap, which is what phones send most of the day. */
export const oneOperation: Measure = {
  name: "one",
  about: "syncs of one operation at 8 connections",
  take,
};

async function take(bench: SyncBench) {
  const { stack, ours, plain, rounds } = bench;
  const before = await historySize(stack);
  const results = await inTurns(bench, rounds, {
    ours: atEight(bench, ours, ours.one),
    plain: atEight(bench, plain, plain.one),
  });
  const after = await historySize(stack);
  for (const [name, side] of Object.entries(results))
    say(`${name}: ${showLoad(side)}; ${showUse(side)}`);
  const [whole, overPlain] = [wholeCpuOf(results.ours), wholeCpuOf(results.plain)];
  const measured = `${times(whole, overPlain)}: ${ms(whole)}`;
  const syncs = countOf(results.ours);
  return [
    row("CPU of a sync of one operation, over (a)", ["3.5", "2.5"], measured),
    row("history a sync", ["", ""], historyPer(syncs, before, after)),
  ];
}
