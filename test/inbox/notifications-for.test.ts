import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { SEVERITIES } from "../../contract/inbox/vocabulary.ts";
import { dueDigest } from "../../rules/inbox/due-digest.ts";
import { dayAfter } from "../../rules/local-day.ts";
import { type NotifiableTask, notificationsFor } from "../../rules/inbox/notifications-for.ts";

const TOUCHED = new Date("2026-05-04T12:00:00Z");

const CAME = { kind: "CAME", freshCount: 1 } as const;

describe("The coach responsible for a task (docs/rooms/inbox.md#notifications)", () => {
  test("is notified of URGENT and HIGH; lower severities wait for the digest", () => {
    const categories = SEVERITIES.map(
      (severity) => notificationsFor(task({ severity }), CAME)[0]?.category,
    );
    expect(categories).toEqual([undefined, undefined, "COACH_TASK_HIGH", "COACH_TASK_URGENT"]);
    expect(notificationsFor(task(), CAME)).toMatchObject([{ recipientUserId: "coach" }]);
  });

  test("is notified once until they touch it, again when more comes afterwards, and when it is worse", () => {
    expect(keyOf({})).toBe(keyOf({ status: "IN_PROGRESS" }));
    expect(keyOf({ touchedAt: TOUCHED })).not.toBe(keyOf({}));
    expect(keyOf({ severity: "URGENT" })).not.toBe(keyOf({}));
  });

  test("is not notified if less of it is open than before", () => {
    expect(notificationsFor(task(), { kind: "CAME", freshCount: 0 })).toEqual([]);
  });

  test("is notified that it is late; so is the owner, once, if nobody has touched it", () => {
    const recipients = (changes: Partial<NotifiableTask>) =>
      notificationsFor(task(changes), { kind: "LATE" }).map(
        ({ recipientUserId }) => recipientUserId,
      );
    expect(recipients({})).toEqual(["coach", "owner"]);
    expect(recipients({ touchedAt: TOUCHED })).toEqual(["coach"]);
    expect(recipients({ ownerUserId: "coach" })).toEqual(["coach"]);
    expect(recipients({ taskType: "MISSED_CHECK_IN" })).toEqual(["coach"]);
  });
});

describe("The digest of a workspace", () => {
  const turnAt = (at: string, changes: Partial<Parameters<typeof dueDigest>[0]> = {}) =>
    dueDigest({ timezone: "Europe/Berlin", hour: 7, lastDate: null, ...changes }, new Date(at));

  test("is due from its hour on, once a local day", () => {
    expect(turnAt("2026-05-04T04:59:59Z")).toBeNull();
    expect(turnAt("2026-05-04T05:00:00Z")).toEqual({ localDate: "2026-05-04", isMissed: false });
    expect(turnAt("2026-05-04T05:15:00Z", { lastDate: "2026-05-04" })).toBeNull();
    expect(turnAt("2026-05-05T05:15:00Z", { lastDate: "2026-05-04" })).toMatchObject({
      localDate: "2026-05-05",
    });
  });

  test("is not sent more than four hours late", () => {
    expect(turnAt("2026-05-04T09:00:00Z")).toMatchObject({ isMissed: false });
    expect(turnAt("2026-05-04T09:00:01Z")).toMatchObject({ isMissed: true });
  });

  describe("in Nuuk, where the clocks skip 23:00 to 24:00 on 2027-03-27,", () => {
    const inNuuk = { timezone: "America/Nuuk", hour: 23 } as const;
    const saturday = { localDate: "2027-03-27", isMissed: false };

    test.each([["2027-03-26"], [null]])(
      "is due at the end of that date, once, if the last one was of %s",
      (lastDate) => {
        expect(turnAt("2027-03-28T00:59:59Z", { ...inNuuk, lastDate })).toBeNull();
        expect(turnAt("2027-03-28T01:00:00Z", { ...inNuuk, lastDate })).toEqual(saturday);
        expect(turnAt("2027-03-28T05:00:00Z", { ...inNuuk, lastDate })).toEqual(saturday);
        expect(turnAt("2027-03-28T05:00:01Z", { ...inNuuk, lastDate })).toBeNull();
      },
    );

    test("is due again at its hour on the next date", () => {
      const sunday = { ...inNuuk, lastDate: "2027-03-27" };
      expect(turnAt("2027-03-28T01:15:00Z", sunday)).toBeNull();
      expect(turnAt("2027-03-28T23:59:59Z", sunday)).toBeNull();
      expect(turnAt("2027-03-29T00:00:00Z", sunday)).toMatchObject({ localDate: "2027-03-28" });
    });
  });

  test("that was not sent before its midnight is sent after it, up to four hours late", () => {
    const late = { hour: 23, lastDate: "2026-05-03" };
    const monday = { localDate: "2026-05-04", isMissed: false };
    expect(turnAt("2026-05-04T22:30:00Z", late)).toEqual(monday);
    expect(turnAt("2026-05-05T01:00:00Z", late)).toEqual(monday);
    expect(turnAt("2026-05-05T01:00:01Z", late)).toBeNull();
  });

  test("of a date that never existed is not due: Apia had no 2011-12-30", () => {
    const inApia = { timezone: "Pacific/Apia", hour: 23, lastDate: "2011-12-29" };
    expect(turnAt("2011-12-30T10:15:00Z", inApia)).toBeNull();
    expect(turnAt("2011-12-31T09:00:00Z", inApia)).toMatchObject({ localDate: "2011-12-31" });
  });

  test("is due once a local day in any zone, however often it is checked", () => {
    const aScan = fc.record({
      timezone: fc.constantFrom(...Intl.supportedValuesOf("timeZone")),
      hour: fc.integer({ min: 0, max: 23 }),
      from: fc.date({
        min: new Date("2024-01-01T00:00:00Z"),
        max: new Date("2035-12-01T00:00:00Z"),
        noInvalidDate: true,
      }),
    });
    fc.assert(
      fc.property(aScan, ({ timezone, hour, from }) => {
        const dates: string[] = [];
        let lastDate: string | null = null;
        for (let quarter = 0; quarter < 96 * 4; quarter += 1) {
          const now = new Date(from.getTime() + quarter * 900_000);
          const turn = dueDigest({ timezone, hour, lastDate }, now);
          if (turn === null) continue;
          // The first check may be late.
          if (dates.length > 0) expect(turn.isMissed).toBe(false);
          lastDate = turn.localDate;
          dates.push(turn.localDate);
        }
        for (const [index, date] of dates.slice(1).entries())
          expect(date).toBe(dayAfter(String(dates[index])));
        expect(dates.length).toBeGreaterThanOrEqual(4);
      }),
      { numRuns: 20 },
    );
  });

  test.each([
    ["without that hour", "2026-03-29", ["00:59:59", "01:00:00"]],
    ["with that hour twice", "2026-10-25", ["23:59:59", "00:00:00"]],
  ])("is due once on a day %s", (_what, localDate, [before, at]) => {
    const day = (time: string) =>
      time === "23:59:59" ? `2026-10-24T${time}Z` : `${localDate}T${time}Z`;
    expect(turnAt(day(String(before)), { hour: 2 })).toBeNull();
    expect(turnAt(day(String(at)), { hour: 2 })).toEqual({ localDate, isMissed: false });
    expect(turnAt(`${localDate}T01:30:00Z`, { hour: 2, lastDate: localDate })).toBeNull();
  });
});

function task(changes: Partial<NotifiableTask> = {}): NotifiableTask {
  return {
    id: "task",
    taskType: "PROGRESS_ALERT",
    status: "OPEN",
    severity: "HIGH",
    touchedAt: null,
    lateToldAt: null,
    responsibleUserId: "coach",
    ownerUserId: "owner",
    ...changes,
  };
}

function keyOf(changes: Partial<NotifiableTask>) {
  return notificationsFor(task(changes), CAME)[0]?.dedupeKey;
}
