import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { DEFAULT_ADHERENCE_LIMITS } from "../../contract/workspaces/vocabulary.ts";
import {
  adherenceTrend,
  bucketOf,
  judgeTrend,
  type KeptTrend,
  type SummedDay,
} from "../../rules/agenda/adherence-trend.ts";
import { addDays } from "../../rules/local-day.ts";

const limits = DEFAULT_ADHERENCE_LIMITS;
const through = "2026-03-29";

describe("The bucket of a sum", () => {
  test.each([
    [8, 10, "ON_TRACK"],
    [7.999, 10, "ATTENTION"],
    [5, 10, "ATTENTION"],
    [4.999, 10, "OFF_TRACK"],
    [0, 3, "OFF_TRACK"],
    [2, 2, "TOO_FEW"],
    [0, 0, "TOO_FEW"],
  ])("with a score of %d out of %d is %s", (score, countedCount, bucket) => {
    expect(bucketOf({ score, countedCount }, limits)).toBe(bucket);
  });

  test("follows the limits of the workspace", () => {
    const strict = { onTrackPercent: 100, attentionPercent: 90, fewestCounted: 1 };
    expect(bucketOf({ score: 0.95, countedCount: 1 }, strict)).toBe("ATTENTION");
  });
});

describe("A trend", () => {
  test("covers seven dates up to the newest closed one", () => {
    const trend = adherenceTrend(
      [day(-1, { isClosed: false }), day(0), day(6), day(7)],
      { through, dates: 7 },
      limits,
    );
    expect(trend).toEqual({
      from: "2026-03-23",
      to: through,
      countedCount: 2,
      doneCount: 2,
      adherencePercent: 100,
      bucket: "TOO_FEW",
    });
  });

  test("omits days that were not offered and days that are not closed", () => {
    const lost = { score: 0, doneCount: 0, countedCount: 5 };
    const days = [
      day(0, { countedCount: 3, score: 3, doneCount: 3 }),
      day(1, { ...lost, notOffered: true }),
      day(2, { ...lost, isClosed: false }),
    ];
    expect(adherenceTrend(days, { through, dates: 28 }, limits)).toMatchObject({
      countedCount: 3,
      bucket: "ON_TRACK",
    });
  });
});

const DAY_MS = 86_400_000;
const at = (days: number) => new Date(days * DAY_MS);
const NEW: KeptTrend = { fellAt: null, toldAt: null };

describe("Falling off track", () => {
  test("is reported once while it lasts", () => {
    const fell = judgeTrend(NEW, "OFF_TRACK", at(0));
    expect(fell).toEqual({ fellAt: at(0), toldAt: at(0), notifies: true });
    expect(judgeTrend(fell, "OFF_TRACK", at(0)).notifies).toBe(false);
    expect(judgeTrend(fell, "OFF_TRACK", at(30)).notifies).toBe(false);
  });

  test("again within seven days is reported after them if it still lasts", () => {
    let kept: KeptTrend = judgeTrend(NEW, "OFF_TRACK", at(0));
    kept = judgeTrend(kept, "ATTENTION", at(1));
    const again = judgeTrend(kept, "OFF_TRACK", at(2));
    expect(again.notifies).toBe(false);
    const sixth = judgeTrend(again, "OFF_TRACK", at(6));
    expect(sixth.notifies).toBe(false);
    expect(judgeTrend(sixth, "OFF_TRACK", at(7))).toEqual({
      fellAt: at(2),
      toldAt: at(7),
      notifies: true,
    });
    expect(judgeTrend(judgeTrend(sixth, "TOO_FEW", at(7)), "ATTENTION", at(8)).notifies).toBe(
      false,
    );
  });

  test("is never reported twice within seven days, nor while the client is not off track", () => {
    const course = fc.array(
      fc.tuple(
        fc.constantFrom("ON_TRACK", "ATTENTION", "OFF_TRACK", "TOO_FEW"),
        fc.integer({ min: 0, max: 3 * DAY_MS }),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(course, (closes) => {
        let [kept, now, reportedAt]: [KeptTrend, number, number] = [NEW, 0, -7 * DAY_MS];
        for (const [bucket, pause] of closes) {
          now += pause;
          const judged = judgeTrend(kept, bucket, new Date(now));
          if (judged.notifies) {
            expect(bucket).toBe("OFF_TRACK");
            expect(now - reportedAt).toBeGreaterThanOrEqual(7 * DAY_MS);
            reportedAt = now;
          }
          kept = judged;
        }
      }),
    );
  });
});

function day(ago: number, change: Partial<SummedDay> = {}): SummedDay {
  return {
    localDate: addDays(through, -ago),
    countedCount: 1,
    doneCount: 1,
    score: 1,
    notOffered: false,
    isClosed: true,
    ...change,
  };
}
