import { cpuOf, rate, wholeCpuOf } from "../report/figures.ts";
import { countedLoop } from "../load.ts";
import { countRows } from "../stack/meters.ts";
import { inTurns, round, say } from "../report/rounds.ts";
import { showLoad, showUse } from "../report/show-rounds.ts";
import { startGuardedSide } from "../sides.ts";
import { atEight, CONNECTIONS, type Measure, ms, row, type SyncBench, times } from "./measure.ts";

/** Replays of accepted batches; nothing is written. */
export const replays: Measure = {
  name: "replay",
  about: "replays of batches, against a plain lookup behind the same guard",
  take,
};

async function take(bench: SyncBench) {
  const { stack, phones, database, ours, plain, rounds } = bench;
  const guarded = await startGuardedSide(stack, phones);
  try {
    for (const side of [ours, plain, guarded]) {
      const count = phones.length;
      const load = () => countedLoop(side.fresh, { connections: CONNECTIONS, count });
      await round(bench, { side, load });
    }
    const rowsBefore = await countRows(database);
    const results = await inTurns(bench, rounds, {
      ours: atEight(bench, ours, ours.replay),
      guarded: atEight(bench, guarded, guarded.replay),
      plain: atEight(bench, plain, plain.replay),
    });
    const rows = (await countRows(database)) - rowsBefore;
    for (const [name, side] of Object.entries(results))
      say(`${name}: ${showLoad(side)}; ${showUse(side)}`);
    const { postgres = 0 } = cpuOf(results.ours);
    const whole = wholeCpuOf(results.ours);
    const over = whole - wholeCpuOf(results.guarded);
    const measured = `${ms(over)}; ${rows}`;
    return [
      row(
        "replay over the plain lookup with the guard; rows",
        ["1.3 ms; 0", "1.1 ms; 0"],
        measured,
      ),
      row("CPU of a replay; of it PostgreSQL", ["", ""], `${ms(whole)}; ${ms(postgres)}`),
      row("replays/s, over (a)", ["", ""], times(rate(results.ours), rate(results.plain))),
    ];
  } finally {
    guarded.close();
  }
}
