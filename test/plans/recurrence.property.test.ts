import { describe, expect, test } from "@jest/globals";
import { rrulestr } from "rrule";
import { rruleSchema } from "../../contract/plans/recurrence-schema.ts";
import { addDays } from "../../rules/local-day.ts";
import { recurrenceDatesOf, everFalls } from "../../rules/plans/recurrence-dates.ts";
import { drawFrom } from "../factories/draw.ts";
import { plainDates } from "../factories/plans/plain-recurrence.ts";
import { drawGarbage, drawRule, MOST_DAYS } from "../factories/plans/random-rules.ts";
import { campaignSeed, campaignSize } from "../harness/campaign.ts";

/*
 * Cases in which the two libraries differ, and which is right by RFC 5545. Our grammar refuses them:
 * - A weekday with its place beside one without: rrule 2.8.1 applies both at once and finds nothing; the list is a
 *   union.
 * - Places with BYMONTHDAY: rrule-temporal does not limit by the days of the month.
 * - A place that no month has.
 * - BYSETPOS without a set: rrule begins the first week on DTSTART instead of WKST.
 * - BYMONTHDAY by the week, which the RFC forbids.
 *
 * Two cases are not drawn. Negative positions beyond the set: rrule takes its first date; there is none. Several of
 * them with COUNT: rrule counts a date twice that two of them name.
 */
describe("compared with a second library", () => {
  test("five years of any rule are the same, in full and in part, and so is whether it has any date", () => {
    const seed = campaignSeed();
    const draw = drawFrom(seed);
    for (let left = campaignSize("RECURRENCE_RULES", 100); left > 0; left -= 1) {
      const rule = drawRule(draw);
      const begins = addDays("2026-01-01", draw.below(3_000));
      const last = addDays(begins, MOST_DAYS);
      const expected = secondOpinion(rule, begins, last);
      const exdates = expected.filter(() => draw.below(10) === 0);
      const of = (from: string, through: string) =>
        recurrenceDatesOf({ rrule: rule, exdates }, begins, { from, through });
      const kept = expected.filter((date) => !exdates.includes(date));
      const shown = { seed, rule, begins };
      expect({ ...shown, dates: of(begins, last) }).toEqual({ ...shown, dates: kept });
      const from = addDays(begins, draw.below(MOST_DAYS) - 50);
      const through = addDays(from, draw.below(100));
      const part = kept.filter((date) => from <= date && date <= through);
      expect({ ...shown, from, dates: of(from, through) }).toEqual({ ...shown, from, dates: part });
      const falls = everFalls({ rrule: rule, exdates }, begins);
      expect({ ...shown, falls }).toEqual({ ...shown, falls: expected.length > 0 });
    }
  });
});

describe("compared with the text of RFC 5545", () => {
  const agree = (rule: string, begins: string, seed: number | null = null) => {
    const last = addDays(begins, MOST_DAYS);
    const dates = recurrenceDatesOf({ rrule: rule, exdates: [] }, begins, {
      from: begins,
      through: last,
    });
    const shown = { seed, rule, begins };
    expect({ ...shown, dates }).toEqual({ ...shown, dates: plainDates(rule, begins, last) });
    const falls = everFalls({ rrule: rule, exdates: [] }, begins);
    expect({ ...shown, falls }).toEqual({ ...shown, falls: dates.length > 0 });
  };

  test("five years of any rule are the same", () => {
    const seed = campaignSeed();
    const draw = drawFrom(seed);
    for (let left = campaignSize("RECURRENCE_RULES", 100); left > 0; left -= 1)
      agree(drawRule(draw), addDays("2026-01-01", draw.below(3_000)), seed);
  });

  test("the 53rd or fifth weekday of a year or month without one is not taken from the next", () => {
    const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
    const beginnings = ["2026-01-01", "2028-02-29", "2032-12-31"];
    for (const [at, weekday] of weekdays.entries()) {
      const begins = beginnings[at % beginnings.length] ?? "";
      for (const place of ["53", "-53", "52", "-1"]) {
        agree(`FREQ=YEARLY;BYDAY=${place}${weekday}`, begins);
        agree(`FREQ=YEARLY;INTERVAL=2;BYDAY=${place}${weekday},1${weekday}`, begins);
      }
      agree(`FREQ=YEARLY;BYDAY=53${weekday},52${weekday};BYSETPOS=-1`, begins);
      agree(`FREQ=YEARLY;BYDAY=-53${weekday},53${weekdays[(at + 1) % 7]};COUNT=2`, begins);
      agree(`FREQ=YEARLY;BYDAY=53${weekday};UNTIL=20290101`, begins);
      agree(`FREQ=YEARLY;BYDAY=${weekday};BYSETPOS=53`, begins);
      agree(`FREQ=YEARLY;BYDAY=${weekday};BYSETPOS=-53`, begins);
      agree(`FREQ=MONTHLY;BYDAY=-5${weekday};COUNT=5`, begins);
      agree(`FREQ=YEARLY;BYMONTH=2;BYDAY=5${weekday}`, begins);
    }
    for (const day of ["29", "30", "31", "-29", "-30", "-31"])
      agree(`FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=${day}`, "2026-01-01");
  });

  test("the 53rd Monday is missing in years of 52 Mondays", () => {
    const rule = { rrule: "FREQ=YEARLY;BYDAY=53MO", exdates: [] };
    const span = { from: "2026-01-01", through: "2031-01-01" };
    expect(recurrenceDatesOf(rule, "2026-01-01", span)).toEqual(["2029-12-31"]);
  });
});

describe("long rules", () => {
  test.each(["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "FREQ=DAILY;COUNT=1826"])(
    "%s is read in full",
    (rule) => {
      const through = addDays("2026-11-02", MOST_DAYS);
      const dates = recurrenceDatesOf({ rrule: rule, exdates: [] }, "2026-11-02", {
        from: "2026-11-02",
        through,
      });
      const length = rule.includes("COUNT") ? 1_826 : MOST_DAYS + 1;
      expect(dates).toEqual(Array.from({ length }, (_, day) => addDays("2026-11-02", day)));
    },
  );
});

describe("rules that are invalid", () => {
  test.each([
    "FREQ=HOURLY",
    "FREQ=DAILY;BYHOUR=8,20",
    "FREQ=DAILY;COUNT=10000",
    "FREQ=DAILY;COUNT=1827",
    "FREQ=DAILY;COUNT=3;UNTIL=20270101",
    "FREQ=DAILY;UNTIL=20270231",
    "FREQ=DAILY;BYSETPOS=1",
    "FREQ=WEEKLY;BYMONTHDAY=3",
    "FREQ=WEEKLY;BYDAY=1MO",
    "FREQ=MONTHLY;BYDAY=1MO,TU",
    "FREQ=MONTHLY;BYDAY=6MO",
    "FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=3",
    "FREQ=MONTHLY;BYMONTHDAY=32",
    "BYDAY=MO;FREQ=WEEKLY",
    "FREQ=DAILY;FREQ=DAILY",
  ])("%s is refused", (rule) => {
    expect(rruleSchema.safeParse(rule).success).toBe(false);
  });

  test("garbage is answered, and an accepted rule within its limit of steps", () => {
    const draw = drawFrom(campaignSeed());
    for (let left = 2_000; left > 0; left -= 1) {
      const rule = drawGarbage(draw);
      if (rruleSchema.safeParse(rule).success) {
        const of = { rrule: rule, exdates: [] };
        const through = addDays("2026-11-02", MOST_DAYS);
        const dates = recurrenceDatesOf(of, "2026-11-02", { from: "2026-11-02", through });
        expect(everFalls(of, "2026-11-02")).toBe(dates.length > 0);
      }
    }
  });
});

/** The dates of a rule by the second library, from one date to another. */
function secondOpinion(rule: string, begins: string, last: string): readonly string[] {
  const until = rule.replace(/UNTIL=(\d{8})/, "UNTIL=$1T000000Z");
  const start = `DTSTART:${begins.replaceAll("-", "")}T000000Z`;
  const dates = new Set<string>();
  rrulestr(`${start}\nRRULE:${until}`).all((occurrence) => {
    const date = occurrence.toISOString().slice(0, 10);
    if (date > last) return false;
    dates.add(date);
    return true;
  });
  return [...dates].toSorted();
}
