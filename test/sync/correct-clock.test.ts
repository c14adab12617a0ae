import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { CLOCK_BOUNDS } from "../../contract/sync/clock-vocabulary.ts";
import { correctClock, readClock } from "../../rules/sync/correct-clock.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const receivedAt = new Date("2026-03-10T12:00:00.000Z");
const scope = { startedAt: new Date("2026-03-01T00:00:00.000Z"), timezone: "Europe/Vienna" };
const fromNow = (ms: number) => new Date(receivedAt.getTime() + ms);

describe("a device's clock", () => {
  test("is measured by its sending time, and better by its last round trip", () => {
    expect(read(null, 80)).toEqual({ receivedAt, offsetMs: null, roundTripMs: null });
    expect(read(-500)).toEqual({ receivedAt, offsetMs: -500, roundTripMs: null });
    expect(read(-500, 1_000)).toEqual({ receivedAt, offsetMs: 0, roundTripMs: 1_000 });
  });

  test.each([-1, CLOCK_BOUNDS.roundTripMs + 1, Number.NaN])(
    "cannot be measured by a round trip of %d ms",
    (ms) => {
      expect(read(0, ms)).toEqual({ receivedAt, offsetMs: 0, roundTripMs: null });
    },
  );
});

describe("the instant that a device gave an operation", () => {
  test("is corrected by the clock's offset, and so is its calendar day", () => {
    // 23:30 of the 9th by a clock two hours behind is 01:30 of the 10th in Vienna.
    const raw = new Date("2026-03-09T22:30:00.000Z");
    expect(correctClock(raw, read(0, 0), scope)).toMatchObject({ localDate: "2026-03-09" });
    expect(correctClock(raw, read(-2 * HOUR, 0), scope)).toEqual({
      at: new Date("2026-03-10T00:30:00.000Z"),
      localDate: "2026-03-10",
      offsetMs: -2 * HOUR,
      confidence: "MEASURED",
      flags: [],
    });
  });

  test.each([
    ["UNKNOWN", null, null],
    ["ESTIMATED", 0, null],
    ["MEASURED", 0, 40],
  ] as const)("is trusted as %s", (confidence, offset, roundTrip) => {
    expect(correctClock(receivedAt, read(offset, roundTrip), scope)).toMatchObject({ confidence });
  });

  test.each([
    ["a little ahead", 0, 4 * 60_000, []],
    ["far in the future", 0, 2 * DAY, ["FUTURE"]],
    ["in the future by the device's clock alone", 2 * HOUR, 2 * HOUR, []],
    ["before the relationship", 0, -30 * DAY, ["BEFORE_RELATIONSHIP"]],
    ["by a clock that is off for days", -3 * DAY, -3 * DAY, ["SKEWED"]],
    ["by a clock with an absurd time", 400 * DAY, 0, ["BEFORE_RELATIONSHIP", "SKEWED"]],
  ])("is flagged if it is implausible: %s", (_name, offset, raw, flags) => {
    expect(correctClock(fromNow(raw), read(offset, 0), scope).flags).toEqual(flags);
  });

  const instants = fc.date({
    min: new Date("1970-01-01T00:00:00.000Z"),
    max: new Date("9999-12-31T00:00:00.000Z"),
    noInvalidDate: true,
  });
  const sent = fc.option(instants);
  const roundTrips = fc.option(fc.double({ min: -10, max: 100_000 }));

  test("is never corrected beyond the relationship's beginning and the receipt", () => {
    fc.assert(
      fc.property(instants, sent, roundTrips, (raw, sentAt, roundTripMs) => {
        const { at } = correctClock(raw, readClock({ sentAt, roundTripMs, receivedAt }), scope);
        expect(at.getTime()).toBeGreaterThanOrEqual(scope.startedAt.getTime());
        expect(at.getTime()).toBeLessThanOrEqual(receivedAt.getTime());
      }),
    );
  });

  test("is never reordered by the correction", () => {
    fc.assert(
      fc.property(fc.array(instants), sent, roundTrips, (raws, sentAt, roundTripMs) => {
        const clock = readClock({ sentAt, roundTripMs, receivedAt });
        const inOrder = raws.toSorted((a, b) => a.getTime() - b.getTime());
        const corrected = inOrder.map((raw) => correctClock(raw, clock, scope));
        for (const [index, { at, localDate }] of corrected.entries()) {
          const before = corrected[index - 1];
          if (before === undefined) continue;
          expect(at.getTime()).toBeGreaterThanOrEqual(before.at.getTime());
          expect(localDate >= before.localDate).toBe(true);
        }
      }),
    );
  });

  test("is flagged or left unchanged: plausible instants move by the offset alone", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -9 * DAY, max: 0 }),
        fc.integer({ min: -DAY, max: DAY }),
        (ago, offset) => {
          const { at, flags } = correctClock(fromNow(ago + offset), read(offset, 0), scope);
          expect({ at, flags }).toEqual({ at: fromNow(ago), flags: [] });
        },
      ),
    );
  });
});

function read(offsetMs: number | null, roundTripMs: number | null = null) {
  return readClock({
    sentAt: offsetMs === null ? null : fromNow(offsetMs),
    roundTripMs,
    receivedAt,
  });
}
