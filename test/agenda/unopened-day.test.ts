import { hash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { dateOfComputedId, taskId, taskItemId } from "../../contract/agenda/task-id.ts";
import { newId } from "../../db/platform/new-id.ts";
import { judgeUnopenedDay } from "../../rules/agenda/calendar/judge-unopened-day.ts";

const digest = (bytes: Uint8Array) => new Uint8Array(hash("sha256", bytes, "buffer"));

const idOf = (localDate: string) => taskId(keyOf(localDate), digest);
const newest = { newestDate: "2026-03-28", timezone: "Europe/Berlin" };
const now = new Date("2026-03-28T21:00:00.000Z");

describe("The date in an id", () => {
  test("is that of its key, for tasks and items", async () => {
    expect(dateOfComputedId(await idOf("2026-03-29"))).toBe("2026-03-29");
    expect(dateOfComputedId(await taskItemId(keyOf("2026-03-29"), "a", digest))).toBe("2026-03-29");
  });

  test("is null for an id made at another time or one that is not a UUIDv7", () => {
    const noId = "11111111-1111-4111-8111-111111111111";
    for (const id of [newId(), noId, "018f0000-0000-4000-8000-000000000000"])
      expect(dateOfComputedId(id)).toBeNull();
  });
});

describe("An unknown task", () => {
  test("of the next two days belongs to a day that is not open, until that begins", async () => {
    expect(judgeUnopenedDay(await idOf("2026-03-29"), newest, now)).toEqual({
      retryAfterSeconds: 2 * 3_600,
    });
    // The clocks go forward between the two.
    expect(judgeUnopenedDay(await idOf("2026-03-30"), newest, now)).toEqual({
      retryAfterSeconds: 25 * 3_600,
    });
  });

  test("of a day that should have begun is retried in half a minute", async () => {
    const late = new Date("2026-03-29T05:00:00.000Z");
    expect(judgeUnopenedDay(await idOf("2026-03-29"), newest, late)).toEqual({
      retryAfterSeconds: 30,
    });
  });

  test("of any day since the newest one is retried, however late the calendar is", async () => {
    const weeksLater = new Date("2026-04-20T12:00:00.000Z");
    for (const date of ["2026-03-29", "2026-04-20", "2026-04-22"])
      expect(judgeUnopenedDay(await idOf(date), newest, weeksLater)).not.toBeNull();
    expect(judgeUnopenedDay(await idOf("2026-04-23"), newest, weeksLater)).toBeNull();
  });

  test("of any other day is unknown for good", async () => {
    for (const date of ["2026-03-28", "2026-03-27", "2026-03-31", "1970-01-02", "9999-12-31"])
      expect(judgeUnopenedDay(await idOf(date), newest, now)).toBeNull();
    expect(judgeUnopenedDay(newId(), newest, now)).toBeNull();
  });
});

function keyOf(localDate: string) {
  return {
    relationshipId: "0198c0de-0000-7000-8000-000000000001",
    localDate,
    taskKind: "HABIT" as const,
    sourceKey: "plan-assignment:1",
  };
}
