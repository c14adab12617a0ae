import { describe, expect, test } from "@jest/globals";
import { UNOPENED_REMINDER_DAYS } from "../../contract/onboarding/vocabulary.ts";
import { addDays } from "../../rules/local-day.ts";
import { decideReminders, nextReminder } from "../../rules/onboarding/next-reminder.ts";
import { isTapered, reminderDaysOf } from "../../rules/onboarding/reminder-days.ts";
import { REMINDED_ZONES } from "../factories/onboarding/reminder-calendar.ts";

const SINCE = "2026-10-20";
const inZone = (timezone: string) => ({ timezone, nextTimezone: null, zoneChangesAt: null });
const unopened = { cadence: "UNOPENED", since: SINCE } as const;
const daily = { cadence: "DAILY", since: SINCE } as const;

describe("the days of reminders", () => {
  test.each(REMINDED_ZONES)(
    "are seven for an unopened questionnaire, each at 10:00, and then no more, in %s",
    (timezone) => {
      const zone = inZone(timezone);
      const reminded: string[] = [];
      let next = nextReminder({ from: addDays(SINCE, 1), zone, days: unopened });
      while (next !== null) {
        const decided = decideReminders({ from: next.from, zone, days: unopened }, next.at);
        expect(decided.decisions).toMatchObject([{ localDate: next.from, verdict: "DUE" }]);
        reminded.push(next.from);
        ({ next } = decided);
      }
      expect(reminded).toEqual(UNOPENED_REMINDER_DAYS.map((day) => addDays(SINCE, day)));
    },
  );

  test("that were missed are recorded as missed, and the few that are left continue", () => {
    const zone = inZone("UTC");
    const state = { from: addDays(SINCE, 1), zone, days: unopened };
    const decided = decideReminders(state, new Date(`${addDays(SINCE, 8)}T12:00:00Z`));
    expect(decided.decisions.map(({ verdict }) => verdict)).toEqual([
      "WINDOW_MISSED",
      "WINDOW_MISSED",
      "WINDOW_MISSED",
    ]);
    expect(decided.next?.from).toBe(addDays(SINCE, 14));
    const late = decideReminders(state, new Date(`${addDays(SINCE, 50)}T12:00:00Z`));
    expect(late.decisions).toHaveLength(UNOPENED_REMINDER_DAYS.length);
    expect(late.next).toBeNull();
  });

  test("are daily for a week after a skip, then one a week for four weeks", () => {
    const sent = Array.from({ length: 60 }, (_, index) => index + 1).filter(
      (day) => !isTapered(daily, addDays(SINCE, day)),
    );
    expect(sent).toEqual([1, 2, 3, 4, 5, 6, 7, 14, 21, 28, 35]);
    expect(isTapered(unopened, addDays(SINCE, 20))).toBe(false);
    const zone = inZone("UTC");
    const at = new Date(`${addDays(SINCE, 9)}T12:00:00Z`);
    const state = { from: addDays(SINCE, 9), zone, days: daily };
    expect(decideReminders(state, at).decisions).toMatchObject([{ verdict: "TAPERED" }]);
  });

  test("are counted from the skip, else from the beginning, by the client's calendar", () => {
    const createdAt = new Date("2026-10-19T23:30:00Z");
    const skippedAt = new Date("2026-10-22T12:00:00Z");
    const zone = inZone("Europe/Berlin");
    const task = { reminderCadence: "UNOPENED", createdAt, begunAt: null, skippedAt } as const;
    expect(reminderDaysOf(task, zone)).toEqual({ cadence: "UNOPENED", since: SINCE });
    const skipped = reminderDaysOf({ ...task, reminderCadence: "DAILY" }, zone);
    expect(skipped).toEqual({ cadence: "DAILY", since: "2026-10-22" });
    const later = { ...task, begunAt: new Date("2026-10-25T22:30:00Z") };
    expect(reminderDaysOf(later, zone)).toEqual({ cadence: "UNOPENED", since: "2026-10-25" });
  });
});
