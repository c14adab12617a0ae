import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "@jest/globals";
import { createOpening, openLoadSensor } from "../../api/http/gate/load-sensor.ts";
import { openPauses } from "../../api/http/gate/pauses.ts";
import {
  openConcurrencySlots,
  concurrencyLimitsOf,
} from "../../api/http/gate/concurrency-limits.ts";
import { TRAFFIC, type Traffic } from "../../api/http/gate/traffic.ts";
import { GateRejection } from "../../api/http/gate/gate-rejection.ts";
import { eventually } from "../factories/eventually.ts";

const LIMITS = { SIGN_OUT: 4, READ: 8, SYNC: 8, TRANSFER: 4, POLL: 4, MEDIA: 4, FILE: 4, OTHER: 4 };

describe("The concurrency limit of a kind of traffic", () => {
  test("admits that many requests; a refused one gets a retry time", () => {
    const { slots, strangers, turnedAway } = open();
    expect(strangers("READ", 20)).toBe(8);
    const refusal = turnedAway(() => slots.take("READ"));
    expect(refusal).toMatchObject({ code: "UNAVAILABLE", reason: "busy" });
    expect(refusal?.details.retryAfterSeconds).toBeGreaterThanOrEqual(1);
  });

  test("leaves the slots of other kinds free", () => {
    const { strangers } = open();
    strangers("READ", 20);
    strangers("SYNC", 20);
    expect(strangers("SIGN_OUT", 20)).toBe(4);
    expect(strangers("OTHER", 20)).toBe(4);
  });

  test("frees a slot once per request, however often it is released", () => {
    const { slots, turnedAway } = open();
    const leaves = Array.from({ length: 8 }, () => slots.take("SYNC"));
    leaves[0]?.();
    leaves[0]?.();
    expect(slots.underWay("SYNC")).toBe(7);
    slots.take("SYNC");
    expect(turnedAway(() => slots.take("SYNC"))).not.toBeNull();
  });

  test("lets one caller use half of its slots, and then admits others", () => {
    const { enter, slots } = open();
    const flood = Array.from({ length: 20 }, () => enter("SYNC", "flood"));
    expect(flood.filter(Boolean)).toHaveLength(4);
    expect(
      ["ann", "bob", "cy", "dee"].filter((clientKey) => enter("SYNC", clientKey)),
    ).toHaveLength(4);
    expect(slots.underWay("SYNC")).toBe(8);
  });

  test("shrinks to a quarter while the process is overloaded, except that of sign-out", () => {
    const { world, strangers } = open();
    world.opening = 0.25;
    expect(strangers("READ", 20)).toBe(2);
    expect(strangers("OTHER", 20)).toBe(1);
    expect(strangers("SIGN_OUT", 20)).toBe(4);
    world.opening = 1;
    expect(strangers("READ", 20)).toBe(6);
  });

  test("grows with the database connections, for every kind of traffic", () => {
    const [small, large] = [concurrencyLimitsOf(1), concurrencyLimitsOf(20)];
    for (const traffic of TRAFFIC) {
      expect(small[traffic]).toBeGreaterThanOrEqual(1);
      expect(large[traffic]).toBe(20 * small[traffic]);
    }
  });
});

describe("A burst", () => {
  const openWithBursts = () => {
    const opened = open({ burstMs: 1_000 });
    const leaves: (() => void)[] = [];
    const { slots } = opened;
    /** Takes slots until one is refused. */
    const fill = () => {
      for (;;) {
        if (slots.refusalOf("SYNC") !== null) return slots.underWay("SYNC");
        leaves.push(slots.take("SYNC"));
      }
    };
    const leave = () => {
      for (const one of leaves.splice(0)) one();
    };
    return { ...opened, fill, leave };
  };

  test("after a stall may exceed a limit threefold", () => {
    const { fill } = openWithBursts();
    expect(fill()).toBe(24);
  });

  test("is an overload once the limit has been reached for a second: the limit counts again", () => {
    const { world, slots } = openWithBursts();
    for (let taken = 0; taken < 10; taken += 1) slots.take("SYNC");
    expect(slots.refusalOf("SYNC")).toBeNull();
    world.now += 999;
    expect(slots.refusalOf("SYNC")).toBeNull();
    world.now += 1;
    expect(slots.refusalOf("SYNC")).not.toBeNull();
  });

  test("is admitted again once nobody was refused for five seconds", () => {
    const { world, fill, leave } = openWithBursts();
    expect(fill()).toBe(24);
    leave();
    world.now += 4_000;
    expect(fill()).toBe(8);
    leave();
    world.now += 5_000;
    expect(fill()).toBe(24);
  });

  test("does not exceed a limit that an overload has lowered", () => {
    const { world, fill } = openWithBursts();
    world.opening = 0.5;
    expect(fill()).toBe(4);
  });

  test("of one kind of traffic takes nothing from the others", () => {
    const { fill, slots } = openWithBursts();
    fill();
    expect(slots.refusalOf("READ")).toBeNull();
  });
});

describe("Retry-After under overload", () => {
  const openAt = (chance: number) => {
    const world = { now: 0 };
    return { world, pauses: openPauses({ now: () => world.now, random: () => chance }) };
  };
  /** The values during an overload, one a second. */
  const course = (chance: number, seconds: number) => {
    const { world, pauses } = openAt(chance);
    return Array.from({ length: seconds }, () => {
      world.now += 1000;
      return pauses.next();
    });
  };

  test("grows while the overload lasts, to half a minute at most", () => {
    const longest = course(1, 60);
    expect(longest[0]).toBe(2);
    expect(longest.at(-1)).toBe(32);
    expect(longest).toEqual(longest.toSorted((a, b) => a - b));
  });

  test("has jitter", () => {
    expect(course(0, 60).at(-1)).toBe(16);
    expect(course(0, 1)).toEqual([1]);
  });

  test("starts again with the next overload", () => {
    const { world, pauses } = openAt(1);
    for (let second = 0; second < 30; second += 1) {
      world.now += 1000;
      pauses.next();
    }
    world.now += 6000;
    expect(pauses.next()).toBe(2);
  });
});

describe("The gate", () => {
  const calm = { loopLateMs: 5, waiting: 0 };
  const late = { loopLateMs: 300, waiting: 0 };
  const measureTimes = (
    opening: ReturnType<typeof createOpening>,
    sign: typeof calm,
    times: number,
  ) => {
    for (let time = 0; time < times; time += 1) opening.sample(sign);
    return opening.value();
  };

  test("closes to a quarter while the event loop is late, and reopens within a second", () => {
    const opening = createOpening();
    expect(measureTimes(opening, calm, 10)).toBe(1);
    expect(measureTimes(opening, late, 3)).toBeLessThan(1);
    expect(measureTimes(opening, late, 20)).toBe(0.25);
    expect(measureTimes(opening, calm, 10)).toBe(1);
  });

  test("stays open when the event loop was late once, as when code runs for the first time", () => {
    const opening = createOpening();
    const stall = { loopLateMs: 900, waiting: 0 };
    expect(measureTimes(opening, stall, 2)).toBe(1);
    expect(measureTimes(opening, calm, 1)).toBe(1);
    expect(measureTimes(opening, stall, 2)).toBe(1);
  });

  test("closes if connections are awaited for a second, not if a queue drains by itself", () => {
    const opening = createOpening();
    const crowded = { loopLateMs: 5, waiting: 4 };
    expect(measureTimes(opening, crowded, 9)).toBe(1);
    expect(measureTimes(opening, calm, 1)).toBe(1);
    expect(measureTimes(opening, { ...crowded, waiting: 2 }, 20)).toBe(1);
    expect(measureTimes(opening, crowded, 10)).toBeLessThan(1);
  });

  test("measures a blocked event loop and awaited connections", async () => {
    const pool = { open: 10, idle: 0, waiting: 0 };
    const sensor = openLoadSensor(() => pool);
    const opening = async () => sensor.opening();
    const isNarrowed = (found: number) => found < 1;
    const isOpen = (found: number) => found === 1;
    const blockLoop = async () => {
      for (let times = 0; times < 4; times += 1) {
        const until = performance.now() + 400;
        while (performance.now() < until);
        // The sensor takes its late sample.
        await sleep(1);
      }
      return sensor.opening();
    };
    expect(sensor.opening()).toBe(1);
    await eventually(blockLoop, isNarrowed);
    await eventually(opening, isOpen);
    pool.waiting = 50;
    await eventually(opening, isNarrowed);
    pool.waiting = 0;
    await eventually(opening, isOpen);
    sensor.close();
  });
});

/** Limits whose gate is as open as the test says, without bursts by default. */
function open({ burstMs = 0 } = {}) {
  const world = { opening: 1, now: 0 };
  const sensor = { opening: () => world.opening, burstMs };
  const slots = openConcurrencySlots(LIMITS, sensor, { now: () => world.now });
  const turnedAway = (work: () => unknown) => {
    try {
      work();
      return null;
    } catch (error) {
      if (!(error instanceof GateRejection)) throw error;
      return error;
    }
  };
  /** Acquires and claims a slot and keeps it; false if there is none. */
  const enter = (traffic: Traffic, clientKey: string) => {
    if (slots.refusalOf(traffic) !== null) return false;
    const leave = slots.take(traffic);
    if (turnedAway(() => slots.claim(traffic, clientKey)) === null) return true;
    leave();
    return false;
  };
  const strangers = (traffic: Traffic, times: number) =>
    Array.from({ length: times }, (_, n) => enter(traffic, `stranger ${n}`)).filter(Boolean).length;
  return { world, slots, turnedAway, enter, strangers };
}
