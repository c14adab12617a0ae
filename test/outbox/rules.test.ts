import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { CONSUMERS } from "../../contract/outbox/vocabulary.ts";
import { actors } from "../../workers/actors.ts";
import { doublingPause } from "../../rules/outbox/doubling-pause.ts";
import { DELIVERY_ATTEMPTS, judgeDelivery } from "../../rules/outbox/judge-delivery.ts";
import { nextLaneScan } from "../../rules/outbox/next-lane-scan.ts";

const fault = { kind: "FAULT", failureClass: "GRPC_14" } as const;
const later = { kind: "LATER", failureClass: "GRPC_8" } as const;

describe("a retry delay", () => {
  test("doubles from a second to five minutes", () => {
    const bounds = { firstMs: 1_000, longestMs: 300_000 };
    const pauses = [1, 2, 3, 9, 10, 1_000].map((failures) => doublingPause(failures, bounds));
    expect(pauses).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000]);
  });

  test("never shrinks with another failure and never leaves its bounds", () => {
    fc.assert(
      fc.property(fc.nat(5_000), (failures) => {
        const bounds = { firstMs: 7, longestMs: 1_234 };
        const pause = doublingPause(failures, bounds);
        expect(pause).toBeGreaterThanOrEqual(7);
        expect(doublingPause(failures + 1, bounds)).toBeGreaterThanOrEqual(pause);
        expect(pause).toBeLessThanOrEqual(1_234);
      }),
    );
  });
});

const ACTOR_CONSUMERS = actors.map(({ definition }) => `${definition.kind}-actor` as const);

describe("a failed delivery", () => {
  test.each(ACTOR_CONSUMERS)("of %s is retried for ever, every five seconds", (actor) => {
    const verdict = judgeDelivery(actor, 100_000, fault);
    expect(verdict).toEqual({ kind: "POSTPONED", pauseMs: 5_000, countsAsAttempt: true });
  });

  test.each(CONSUMERS)("of %s becomes a dead letter with its last attempt", (consumer) => {
    const before = judgeDelivery(consumer, DELIVERY_ATTEMPTS - 2, fault);
    expect(before).toMatchObject({ kind: "POSTPONED", countsAsAttempt: true });
    expect(judgeDelivery(consumer, DELIVERY_ATTEMPTS - 1, fault)).toEqual({ kind: "DEAD" });
  });

  test("that only asks to wait costs no attempt", () => {
    expect(judgeDelivery("mail", DELIVERY_ATTEMPTS - 1, later)).toEqual({
      kind: "POSTPONED",
      pauseMs: 1_000,
      countsAsAttempt: false,
    });
  });
});

test.each([
  { what: "nothing waits", look: {}, pauseMs: 1_000 },
  { what: "a lane is due and was woken a moment ago", look: { dueCount: 1 }, pauseMs: 200 },
  {
    what: "half of the batches that lanes are woken for wait",
    look: { waitingCount: 8 },
    pauseMs: 200,
  },
  {
    what: "few wait, the first for longer than a second",
    look: { waitingCount: 7, dueInMs: 4_000 },
    pauseMs: 1_000,
  },
  { what: "the first is due sooner", look: { waitingCount: 1, dueInMs: 30 }, pauseMs: 30 },
])("the relay looks for batches again after $pauseMs ms if $what", ({ look, pauseMs }) => {
  const found = { dueCount: 0, waitingCount: 0, dueInMs: null, ...look };
  expect(nextLaneScan(found, 1_000)).toBe(pauseMs);
});
