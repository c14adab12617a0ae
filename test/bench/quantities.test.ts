import { describe, expect, test } from "@jest/globals";
import { extrapolate } from "../../bench/simulate/extrapolate.ts";
import { quantitiesOf, type Replay } from "../../bench/simulate/quantities.ts";

const HOURS = 24;
interface Used {
  readonly phone: number;
  readonly idle: number;
  readonly schedules: number;
}

/** A replay in which each phone and each second of the idle stack use the same in every hour. */
function replayOf(phones: number, used: Used): Replay {
  const seconds = 6;
  const names = ["cpu api", "cpu postgres", "wal", "tables", "store", "writes", "transitions"];
  const readings = Array.from({ length: HOURS + 1 }, (_, hour) => ({
    at: hour * seconds,
    used: Object.fromEntries(
      names.map((name) => [
        name,
        hour * (phones * used.phone + seconds * used.idle + used.schedules),
      ]),
    ),
  }));
  const each = (figure: number) => Object.fromEntries(names.map((name) => [name, figure]));
  const idle = { perSecond: each(used.idle), perHour: each(used.schedules), doubt: each(0) };
  return { factor: 1_000 / phones, phones, day: { idle, readings } };
}

describe("quantitiesOf()", () => {
  const both = [
    replayOf(10, { phone: 3, idle: 7, schedules: 5 }),
    replayOf(20, { phone: 3, idle: 7, schedules: 5 }),
  ] as const;
  const valueOf = (name: string) => {
    const quantity = quantitiesOf(both).find((one) => one.name === name);
    if (quantity === undefined) throw new Error(`There is no ${name}`);
    return extrapolate(quantity.both, quantity.usual, quantity.only).value;
  };

  test("leaves out the idle stack, so that only the use of phones is extrapolated", () => {
    for (const name of ["WAL", "growth of the tables", "Temporal's state transitions"])
      expect(valueOf(name)).toBeCloseTo(1_000 * 3 * HOURS, 6);
  });

  test("adds up the CPU of all processes", () => {
    const [api, all] = [valueOf("CPU, average: api"), valueOf("CPU, average: all")];
    expect(all).toBeCloseTo(2 * api, 6);
  });

  test("takes the busiest hour of both replays alone", () => {
    expect(valueOf("CPU, busiest hour: all")).toBeCloseTo(2 * 1_000 * 3, 6);
  });
});
