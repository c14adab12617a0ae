import { describe, expect, test } from "@jest/globals";
import { addDays, dateAt, minutesAhead, mondayOf } from "../../../web/client/local-dates.ts";

describe("dates at a client's place", () => {
  test("the date is that of the client's zone, not of the reader or of UTC", () => {
    const instant = new Date("2026-11-26T23:30:00Z");
    expect(dateAt("Europe/Berlin", instant)).toBe("2026-11-27");
    expect(dateAt("America/New_York", instant)).toBe("2026-11-26");
  });

  test("days are added over the end of a month and over a change of the clocks", () => {
    expect(addDays("2026-10-24", 2)).toBe("2026-10-26");
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  });

  test("a week begins on Monday, on a Sunday six days before", () => {
    expect(mondayOf("2026-11-29")).toBe("2026-11-23");
    expect(mondayOf("2026-11-23")).toBe("2026-11-23");
  });

  test("a zone is ahead of another by the difference of their clocks at that instant", () => {
    const instant = new Date("2026-11-26T08:00:00Z");
    expect(minutesAhead("Europe/London", "Europe/Berlin", instant)).toBe(-60);
    expect(minutesAhead("Asia/Kolkata", "UTC", instant)).toBe(330);
  });
});
