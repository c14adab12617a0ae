import { PARTS } from "./day-meters.ts";
import { busiestHour, type HourlyUse } from "./extrapolate.ts";
import type { ReplayedDay } from "./replay-day.ts";

/** The quantities of two replayed days, each without that of the idle stack. */
export function quantitiesOf([one, other]: readonly [Replay, Replay]): readonly Quantity[] {
  const bothOf = (...names: readonly string[]): Both => [useOf(one, names), useOf(other, names)];
  const cpu = (name: string, ...parts: readonly string[]) => ({
    name,
    unit: "cores",
    divisor: DAY_SECONDS,
    usual: USUAL.time,
    both: bothOf(...parts.map((part) => `cpu ${part}`)),
  });
  const all = cpu("CPU, average: all", ...PARTS);
  const rate = { unit: "/s", divisor: DAY_SECONDS, usual: USUAL.time };
  const volume = { unit: "GB", divisor: BYTES_PER_GB, usual: USUAL.bytes };
  return [
    ...PARTS.map((part) => cpu(`CPU, average: ${part}`, part)),
    all,
    {
      ...all,
      name: "CPU, busiest hour: all",
      divisor: HOUR_SECONDS,
      only: busiestHour(all.both),
    },
    { ...volume, name: "WAL", both: bothOf("wal") },
    { ...volume, name: "growth of the tables", both: bothOf("tables") },
    { ...volume, name: "growth of Temporal's store", both: bothOf("store") },
    { ...rate, name: "write transactions", both: bothOf("writes") },
    { ...rate, name: "Temporal's state transitions", both: bothOf("transitions") },
  ];
}

/** A replayed day of some of the phones. */
export interface Replay {
  /** All phones over those of the replay. */
  readonly factor: number;
  readonly phones: number;
  readonly day: Pick<ReplayedDay, "idle" | "readings">;
}

/** A quantity, hour by hour in both replays. */
export interface Quantity {
  readonly name: string;
  readonly unit: string;
  /** Turns the use of a day into the unit. */
  readonly divisor: number;
  readonly both: Both;
  /** By how much two runs usually differ, as a part of the whole. */
  readonly usual: number;
  /** The one hour that counts, instead of the day. */
  readonly only?: number;
}

type Both = readonly [HourlyUse, HourlyUse];

/** Times and bytes (docs/scale.md#error). */
const USUAL = { time: 1 / 5, bytes: 1 / 3 };
const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;
const BYTES_PER_GB = 1e9;

function useOf({ factor, day }: Replay, names: readonly string[]): HourlyUse {
  const sumAt = (used: Readonly<Record<string, number>>) =>
    names.reduce((sum, name) => sum + (used[name] ?? 0), 0);
  const [perSecond, perHour] = [sumAt(day.idle.perSecond), sumAt(day.idle.perHour)];
  const hours = day.readings.slice(1).map((reading, hour) => {
    const before = day.readings[hour];
    if (before === undefined) throw new Error("An hour has no beginning");
    const used = sumAt(reading.used) - sumAt(before.used);
    return used - perSecond * (reading.at - before.at) - perHour;
  });
  const [first, last] = [day.readings[0], day.readings.at(-1)];
  const seconds = ((last?.at ?? 0) - (first?.at ?? 0)) / hours.length;
  return { factor, hours, doubt: sumAt(day.idle.doubt) * seconds };
}
