import { describe, expect, test } from "@jest/globals";
import { rruleSchema } from "../../../contract/plans/recurrence-schema.ts";
import { recurrenceWords } from "../../../web/plans/words/recurrence-words.ts";
import { consoleTexts } from "./console-texts.ts";

const [en, de] = [consoleTexts("en"), consoleTexts("de")];
const inWords = (rrule: string, exdates: string[] = []) => [
  recurrenceWords({ rrule, exdates }, en),
  recurrenceWords({ rrule, exdates }, de),
];

describe("the rule of a plan in words", () => {
  test("days and weeks are named with their weekdays, in English and German", () => {
    expect(inWords("FREQ=DAILY")).toEqual(["Every day", "Jeden Tag"]);
    expect(inWords("FREQ=DAILY;INTERVAL=3")).toEqual(["Every 3 days", "Alle 3 Tage"]);
    expect(inWords("FREQ=WEEKLY;BYDAY=MO,TH")).toEqual([
      "Every week on Monday and Thursday",
      "Jede Woche am Montag und Donnerstag",
    ]);
    expect(inWords("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;WKST=SU")).toEqual([
      "Every 2 weeks on Friday, weeks begin on Sunday",
      "Alle 2 Wochen am Freitag, Wochen beginnen am Sonntag",
    ]);
    expect(inWords("FREQ=WEEKLY")).toEqual([
      "Every week on the weekday of the client’s first day",
      "Jede Woche am Wochentag des ersten Tages",
    ]);
  });

  test("all seven weekdays are every day, and six of them leave one out", () => {
    expect(inWords("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU")).toEqual(["Every day", "Jeden Tag"]);
    expect(inWords("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR,SA")).toEqual([
      "Every day except Sunday",
      "Jeden Tag außer Sonntag",
    ]);
    expect(inWords("FREQ=DAILY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR,SA")[0]).toMatch(
      /^Every 2 days, only on Monday/,
    );
  });

  test("dates of a month are counted from both ends", () => {
    expect(inWords("FREQ=MONTHLY;BYMONTHDAY=1,15,-1")).toEqual([
      "Every month on the 1st, the 15th and the last day",
      "Jeden Monat am 1., 15. und letzten Tag",
    ]);
    expect(inWords("FREQ=YEARLY;BYMONTHDAY=2")).toEqual([
      "Every year on the 2nd of every month",
      "Jedes Jahr am 2. jedes Monats",
    ]);
    expect(inWords("FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR")[0]).toBe(
      "Every month on the 13th, only if it is a Friday",
    );
  });

  test("a weekday has its place in the month, in the year, or among the named days", () => {
    expect(inWords("FREQ=MONTHLY;BYDAY=1MO,-1FR")).toEqual([
      "Every month on the 1st Monday and the last Friday",
      "Jeden Monat am 1. Montag und letzten Freitag",
    ]);
    expect(inWords("FREQ=MONTHLY;BYDAY=TU")).toEqual([
      "Every month on each Tuesday",
      "Jeden Monat an jedem Dienstag",
    ]);
    expect(inWords("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1")).toEqual([
      "Every month on the last of these: Monday and Tuesday",
      "Jeden Monat am letzten dieser Tage (am Montag und Dienstag)",
    ]);
    expect(inWords("FREQ=YEARLY;BYDAY=53MO")[0]).toBe("Every year on the 53rd Monday");
  });

  test("weekdays of every day are those of every week, in the order of the week", () => {
    expect(inWords("FREQ=DAILY;BYDAY=TH,MO")).toEqual(inWords("FREQ=WEEKLY;BYDAY=MO,TH"));
  });

  test("dates of every day are a choice among them, and a weekday beside a date is a condition", () => {
    expect(inWords("FREQ=DAILY;BYMONTHDAY=15,1")).toEqual([
      "Every day, only on the 1st and the 15th",
      "Jeden Tag, nur am 1. und 15.",
    ]);
    expect(inWords("FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR,MO")).toEqual([
      "Every month on the 13th, only if it is a Monday or Friday",
      "Jeden Monat am 13., nur wenn es ein Montag oder Freitag ist",
    ]);
    expect(inWords("FREQ=DAILY;BYMONTHDAY=1;BYDAY=MO,TU,WE,TH,FR,SA,SU")).toEqual(
      inWords("FREQ=DAILY;BYMONTHDAY=1"),
    );
  });

  test("a rule without days takes the day of the client's first day, and months that it names stand apart", () => {
    expect(inWords("FREQ=MONTHLY;BYMONTH=7,1")).toEqual([
      "Every month on the same day of the month as the client’s first day, in January and July",
      "Jeden Monat am selben Monatstag wie der erste Tag, im Januar und Juli",
    ]);
    expect(inWords("FREQ=YEARLY")).toEqual([
      "Every year on the date of the client’s first day",
      "Jedes Jahr am Datum des ersten Tages",
    ]);
    expect(inWords("FREQ=YEARLY;BYMONTH=3")[0]).toBe(
      "Every year on the same day of the month as the client’s first day, in March",
    );
    expect(inWords("FREQ=DAILY;BYMONTH=1;COUNT=1")).toEqual([
      "Every day in January, once",
      "Jeden Tag im Januar, einmal",
    ]);
  });

  test("German names places from the end as people do", () => {
    const [, dates] = inWords("FREQ=MONTHLY;BYMONTHDAY=-2,-3,-4");
    expect(dates).toBe("Jeden Monat am 4. Tag vom Ende, drittletzten Tag und vorletzten Tag");
    expect(inWords("FREQ=YEARLY;BYDAY=-2MO")[1]).toBe("Jedes Jahr am vorletzten Montag");
  });

  test("every shape of a rule that the contract takes has words of its own in both languages", () => {
    const rules = shapes().filter((rule) => rruleSchema.safeParse(rule).success);
    expect(rules.length).toBeGreaterThan(150);
    for (const texts of [en, de]) {
      const byWords = Map.groupBy(rules, (rrule) => recurrenceWords({ rrule, exdates: [] }, texts));
      const alike = [...byWords.values()].filter(({ length }) => length > 1);
      // Weekdays of every day and of every week are the same dates.
      expect(alike.filter((same) => new Set(same.map(withoutFrequency)).size > 1)).toEqual([]);
      for (const words of byWords.keys()) expect(words).not.toMatch(/undefined|NaN|[{}]|plans\./);
    }
  });

  test("months, the end and excluded dates follow", () => {
    expect(inWords("FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=3;COUNT=4", ["2026-07-03"])).toEqual([
      "Every year on the 3rd in January and July, 4 times, without 1 date",
      "Jedes Jahr am 3. im Januar und Juli, 4-mal, ohne 1 Termin",
    ]);
    expect(inWords("FREQ=DAILY;UNTIL=20301220").join()).toMatch(
      /^Every day, until Fri 20 Dec 2030,Jeden Tag, bis Fr., 20. Dez. 2030$/,
    );
  });
});

/** Rules with each combination of frequency, interval, days, months, places and end. */
function shapes(): readonly string[] {
  const pick = (name: string, values: readonly string[]) => [
    "",
    ...values.map((value) => `;${name}=${value}`),
  ];
  return ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].flatMap((frequency) =>
    pick("INTERVAL", ["2"]).flatMap((interval) =>
      pick("BYDAY", ["MO,TH", "2TU", "-1FR", "-2SU"]).flatMap((days) =>
        pick("BYMONTHDAY", ["1,15", "-1"]).flatMap((dates) =>
          pick("BYMONTH", ["1,7"]).flatMap((months) =>
            pick("BYSETPOS", ["1", "-2"]).flatMap((places) =>
              pick("COUNT", ["3"]).map(
                (end) => `FREQ=${frequency}${interval}${days}${dates}${months}${places}${end}`,
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

const withoutFrequency = (rule: string) => rule.replace(/^FREQ=(?:DAILY|WEEKLY)/, "");
