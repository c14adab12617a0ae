import { describe, expect, test } from "@jest/globals";
import { SEVERITIES } from "../../contract/inbox/vocabulary.ts";
import { digestTurn } from "../../rules/inbox/digest-turn.ts";
import { type TellableTask, tellingsOf } from "../../rules/inbox/tellings-of.ts";

const TOUCHED = new Date("2026-05-04T12:00:00Z");
const task = (changes: Partial<TellableTask> = {}): TellableTask => ({
  id: "task",
  status: "OPEN",
  severity: "HIGH",
  touchedAt: null,
  lateToldAt: null,
  responsibleUserId: "coach",
  ownerUserId: "owner",
  ...changes,
});
const CAME = { kind: "CAME", freshCount: 1 } as const;
const keyOf = (changes: Partial<TellableTask>) => tellingsOf(task(changes), CAME)[0]?.dedupeKey;

describe("Whoever is responsible for a task (docs/rules.md#inbox-notifications)", () => {
  test("is told of what is URGENT and HIGH; what is milder waits for the digest", () => {
    const told = SEVERITIES.map((severity) => tellingsOf(task({ severity }), CAME)[0]?.category);
    expect(told).toEqual([undefined, undefined, "COACH_TASK_HIGH", "COACH_TASK_URGENT"]);
    expect(tellingsOf(task(), CAME)).toMatchObject([{ recipientUserId: "coach" }]);
  });

  test("is told once until they touch it, once more when more comes after that, and again once it is worse", () => {
    expect(keyOf({})).toBe(keyOf({ status: "IN_PROGRESS" }));
    expect(keyOf({ touchedAt: TOUCHED })).not.toBe(keyOf({}));
    expect(keyOf({ severity: "URGENT" })).not.toBe(keyOf({}));
  });

  test("hears nothing where less of it stands than before", () => {
    expect(tellingsOf(task(), { kind: "CAME", freshCount: 0 })).toEqual([]);
  });

  test("is told that it is late; the owner too, once, where nobody has touched it", () => {
    const heard = (changes: Partial<TellableTask>) =>
      tellingsOf(task(changes), { kind: "LATE" }).map(({ recipientUserId }) => recipientUserId);
    expect(heard({})).toEqual(["coach", "owner"]);
    expect(heard({ touchedAt: TOUCHED })).toEqual(["coach"]);
    expect(heard({ ownerUserId: "coach" })).toEqual(["coach"]);
  });
});

describe("The digest of a workspace", () => {
  const turnAt = (at: string, changes: Partial<Parameters<typeof digestTurn>[0]> = {}) =>
    digestTurn({ timezone: "Europe/Berlin", hour: 7, lastDate: null, ...changes }, new Date(at));

  test("comes from its hour on, once a local day", () => {
    expect(turnAt("2026-05-04T04:59:59Z")).toBeNull();
    expect(turnAt("2026-05-04T05:00:00Z")).toEqual({ localDate: "2026-05-04", isMissed: false });
    expect(turnAt("2026-05-04T05:15:00Z", { lastDate: "2026-05-04" })).toBeNull();
    expect(turnAt("2026-05-05T05:15:00Z", { lastDate: "2026-05-04" })).toMatchObject({
      localDate: "2026-05-05",
    });
  });

  test("is not sent when it is more than four hours late", () => {
    expect(turnAt("2026-05-04T09:00:00Z")).toMatchObject({ isMissed: false });
    expect(turnAt("2026-05-04T09:00:01Z")).toMatchObject({ isMissed: true });
  });

  test.each([
    ["that has no such hour", "2026-03-29", ["00:59:59", "01:00:00"]],
    ["that has the hour twice", "2026-10-25", ["23:59:59", "00:00:00"]],
  ])("comes once on a day %s", (_what, localDate, [before, at]) => {
    const day = (time: string) =>
      time === "23:59:59" ? `2026-10-24T${time}Z` : `${localDate}T${time}Z`;
    expect(turnAt(day(String(before)), { hour: 2 })).toBeNull();
    expect(turnAt(day(String(at)), { hour: 2 })).toEqual({ localDate, isMissed: false });
    expect(turnAt(`${localDate}T01:30:00Z`, { hour: 2, lastDate: localDate })).toBeNull();
  });
});
