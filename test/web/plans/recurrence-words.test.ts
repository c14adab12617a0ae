import { describe, expect, test } from "@jest/globals";
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
      "Jeden Monat am letzten dieser Tage: Montag und Dienstag",
    ]);
    expect(inWords("FREQ=YEARLY;BYDAY=53MO")[0]).toBe("Every year on the 53rd Monday");
  });

  test("months, the end and excluded dates follow", () => {
    expect(inWords("FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=3;COUNT=4", ["2026-07-03"])).toEqual([
      "Every year on the 3rd in January and July, 4 times, without 1 date",
      "Jedes Jahr am 3. im Januar und Juli, 4-mal, ohne 1 Datum",
    ]);
    expect(inWords("FREQ=DAILY;UNTIL=20301220").join()).toMatch(
      /^Every day, until Fri 20 Dec 2030,Jeden Tag, bis Fr., 20. Dez. 2030$/,
    );
  });
});
