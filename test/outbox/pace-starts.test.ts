import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { STARTS_WITHIN_MS } from "../../contract/outbox/actor-consumer.ts";
import { MINUTES_WORTH, paceStarts } from "../../rules/outbox/pace-starts.ts";

const load = fc.record({
  waitingCount: fc.integer({ min: 1, max: 2 * MINUTES_WORTH }),
  leftMs: fc.integer({ min: -10_000, max: STARTS_WITHIN_MS }),
  isBusy: fc.boolean(),
});

describe("The pace of deferred starts (docs/rooms/actors.md#deferred-start)", () => {
  test("always takes some, and four at once only if the oldest is late or a minute is not enough", () => {
    fc.assert(
      fc.property(load, (found) => {
        const pace = paceStarts(found);
        const goesAhead = found.leftMs <= 0 || found.waitingCount >= MINUTES_WORTH;
        expect(pace.limit).toBeGreaterThan(0);
        expect(pace.width).toBe(goesAhead ? 4 : 1);
        if (goesAhead) expect(pace.everyMs).toBe(0);
      }),
    );
  });

  test("takes beside more urgent work no more than its bound demands, and pauses", () => {
    fc.assert(
      fc.property(load, ({ waitingCount, leftMs }) => {
        fc.pre(leftMs > 0 && waitingCount < MINUTES_WORTH);
        const { limit, everyMs } = paceStarts({ waitingCount, leftMs, isBusy: true });
        const passesLeft = leftMs / everyMs;
        expect(everyMs).toBeGreaterThan(0);
        expect(limit).toBeLessThan(waitingCount / passesLeft + 1);
        expect(limit).toBeLessThanOrEqual(100);
      }),
    );
  });

  test("takes a few without a pause while nothing more urgent waits, so that fresh work waits for one pass", () => {
    const calm = paceStarts({ waitingCount: 5_000, leftMs: 30_000, isBusy: false });
    expect(calm).toEqual({ limit: 25, width: 1, everyMs: 0 });
  });

  test("takes one at a time of a few that wait beside more urgent work", () => {
    const pace = paceStarts({ waitingCount: 3, leftMs: 59_000, isBusy: true });
    expect(pace).toMatchObject({ limit: 1, width: 1 });
  });
});

/** Milliseconds of a look, and of a start alone and among four. */
const LOOK_MS = 3;
const ALONE_MS = 7;
const AMONG_FOUR_MS = 4;

const bursts = fc.array(
  fc.record({
    atMs: fc.integer({ min: 0, max: 120_000 }),
    count: fc.integer({ min: 1, max: 1_500 }),
    overMs: fc.integer({ min: 1, max: 20_000 }),
  }),
  { minLength: 1, maxLength: 5 },
);
const course = fc.record({
  bursts,
  relays: fc.integer({ min: 1, max: 3 }),
  isAlwaysBusy: fc.boolean(),
});

describe("The order of deferred starts, as relays follow it", () => {
  test("is by age, no start waits much longer than its minute, and none is left", () => {
    fc.assert(
      fc.property(course, (drawn) => {
        const { begun, arrivals } = play(drawn);
        expect(begun).toHaveLength(arrivals.length);
        const order = begun.map(({ arrivedAt }) => arrivedAt);
        // Relays that take rows at the same time may finish in either order, but take them by age.
        expect(order).toEqual(order.toSorted((one, other) => one - other));
        const longest = Math.max(...begun.map(({ at, arrivedAt }) => at - arrivedAt));
        expect(longest).toBeLessThan(STARTS_WITHIN_MS + 5_000);
      }),
      { numRuns: 30 },
    );
  });
});

type Course = typeof course extends fc.Arbitrary<infer Drawn> ? Drawn : never;

interface Begun {
  readonly arrivedAt: number;
  readonly at: number;
}

/** Plays relays against a queue; each takes a pass when its former one is over. */
function play({ bursts: drawn, relays, isAlwaysBusy }: Course) {
  const arrivals = drawn
    .flatMap(({ atMs, count, overMs }) =>
      Array.from({ length: count }, (_, nth) => atMs + (nth * overMs) / count),
    )
    .toSorted((one, other) => one - other);
  const lastAt = arrivals.at(-1) ?? 0;
  const begun: Begun[] = [];
  const freeAt = Array.from({ length: relays }, () => 0);
  let [taken, arrived] = [0, 0];
  while (taken < arrivals.length) {
    const now = Math.min(...freeAt);
    const relay = freeAt.indexOf(now);
    const oldest = arrivals[taken] ?? 0;
    if (oldest > now) {
      freeAt[relay] = oldest;
      continue;
    }
    while ((arrivals[arrived] ?? Infinity) <= now) arrived += 1;
    const waitingCount = arrived - taken;
    const leftMs = oldest + STARTS_WITHIN_MS - now;
    const isBusy = isAlwaysBusy || now < lastAt;
    const { limit, width, everyMs } = paceStarts({ waitingCount, leftMs, isBusy });
    const count = Math.min(limit, waitingCount);
    for (const arrivedAt of arrivals.slice(taken, taken + count))
      begun.push({ arrivedAt, at: now });
    taken += count;
    const workMs = LOOK_MS + count * (width === 1 ? ALONE_MS : AMONG_FOUR_MS);
    freeAt[relay] = now + Math.max(everyMs, workMs);
  }
  return { begun, arrivals };
}
