import { wholeCpuOf } from "../report/figures.ts";
import { closedLoop, type Loaded } from "../load.ts";
import { inTurns, say } from "../report/rounds.ts";
import { showUse } from "../report/show-rounds.ts";
import type { Side } from "../sides.ts";
import { atEight, CONNECTIONS, type Measure, ms, row, type SyncBench, times } from "./measure.ts";

const IN_A_ROW = 10;

/** Phones that return after a day offline: ten batches in sequence. */
export const tenInARow: Measure = {
  name: "row",
  about: "ten batches in a row of one phone, against phone after phone",
  take,
};

async function take(bench: SyncBench) {
  const { ours, rounds } = bench;
  const results = await inTurns(bench, rounds, {
    steady: atEight(bench, ours),
    row: { side: ours, load: () => rowsOf(bench, ours) },
  });
  for (const [name, side] of Object.entries(results)) say(`${name}: ${showUse(side)}`);
  const [inRow, steady] = [wholeCpuOf(results.row), wholeCpuOf(results.steady)];
  const measured = `${times(inRow, steady)}: ${ms(inRow)}`;
  return [row("ten batches in a row of one phone, CPU over steady", ["0.8", "0.6"], measured)];
}

async function rowsOf({ phones, seconds }: SyncBench, side: Side): Promise<Loaded> {
  let turn = 0;
  const tenOfOne = async () => {
    const phone = phones[turn % phones.length];
    turn += 1;
    if (phone === undefined) throw new Error("There are no phones");
    for (let index = 0; index < IN_A_ROW; index += 1) await side.from(phone);
  };
  const loaded = await closedLoop(tenOfOne, { connections: CONNECTIONS, seconds });
  return { ...loaded, count: loaded.count * IN_A_ROW };
}
