import { afterAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { dueColumns, scoreColumns } from "../../../activities/inbox/score-columns.ts";
import { typedValue } from "../../../activities/quick-log/operation-columns.ts";
import { readPreferences } from "../../../api/notifications/present.ts";
import { COACH_TASK_TYPES } from "../../../contract/inbox/source-vocabulary.ts";
import { SEVERITIES } from "../../../contract/inbox/vocabulary.ts";
import { quietHoursSchema } from "../../../contract/notifications/schema.ts";
import { RELATIONSHIP_STATUSES } from "../../../contract/relationships/vocabulary.ts";
import { differenceOf, minutesOf } from "../../../rules/exercises/media/judge-media-quota.ts";
import { layIntoDay } from "../../../rules/plans/lay-into-day.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { instant, openDrawing, timezone } from "./open-drawing.ts";

const { superuserUrl } = await useOwnDatabase();
const { write, writeDrawn, close } = await openDrawing(superuserUrl);
afterAll(close);

const minute = fc.integer({ min: 0, max: 1_439 });
const timeOfDay = minute.map(
  (at) => `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`,
);

test("A plan's times on any day in any zone are a span that satisfies the CHECKs of a card", async () => {
  const times = fc.record({
    startTime: fc.option(timeOfDay),
    dueTime: fc.option(timeOfDay),
    localDate: instant.map((at) => at.toISOString().slice(0, 10)),
    timezone,
  });
  const spans = times
    .map(({ localDate, timezone: zone, ...planned }) => layIntoDay(planned, localDate, zone))
    // A calendar never opens a date that the clocks of its zone never show.
    .filter(({ displayFrom, displayUntil }) => displayFrom.getTime() !== displayUntil.getTime())
    .map(({ displayFrom, displayUntil }) => ({
      display_from: displayFrom,
      display_until: displayUntil,
    }));
  await writeDrawn("agenda_card", spans);
});

test("An inbox task's score, severity and due date satisfy its CHECKs", async () => {
  const tasks = fc.record({
    taskType: fc.constantFrom(...COACH_TASK_TYPES),
    severity: fc.constantFrom(...SEVERITIES),
    clientStatus: fc.constantFrom(...RELATIONSHIP_STATUSES),
    isPinned: fc.boolean(),
    dueAt: fc.option(instant),
    now: instant,
    timezone,
  });
  const rows = tasks.map(({ dueAt, now, timezone: zone, ...task }) => {
    const due = dueColumns(dueAt, { timezone: zone, nextTimezone: null, zoneChangesAt: null });
    const score = scoreColumns({ ...task, ...due }, task, now);
    return {
      severity: task.severity,
      due_at: due.dueAt,
      due_day_starts_at: due.dueDayStartsAt,
      due_order: due.dueOrder,
      base_part: score.basePart,
      severity_part: score.severityPart,
      due_part: score.duePart,
      client_part: score.clientPart,
      pin_part: score.pinPart,
      priority_score: score.priorityScore,
      urgent: score.urgent,
    };
  });
  await writeDrawn("coach_task", rows);
});

test("Quiet hours that a person may choose satisfy their CHECKs", async () => {
  const hours = fc
    .option(fc.record({ from: timeOfDay, until: timeOfDay }))
    .filter((chosen) => quietHoursSchema.nullable().safeParse(chosen).success)
    .map((quietHours) => {
      const preferences = readPreferences({
        mutedCategories: [],
        channels: { push: true, mail: true },
        quietHours,
      });
      return {
        quiet_from_minute: preferences.quietHours?.fromMinute ?? null,
        quiet_until_minute: preferences.quietHours?.untilMinute ?? null,
      };
    });
  await writeDrawn("notification_preference", hours);
});

test("Usage outside the product satisfies the CHECKs of an allowance", async () => {
  const amounts = fc.record({
    exercises: fc.integer({ min: 0, max: 1_000_000_000 }),
    minutes: fc.double({ min: 0, max: 1_000_000_000, noNaN: true }),
  });
  const drifts = fc.tuple(amounts, amounts).map(([account, ours]) => {
    const { exercises, minutes } = differenceOf(account, ours);
    return { unique_drift: exercises, minutes_drift: minutes };
  });
  await writeDrawn("media_allowance", drifts);
});

test("A video of any length takes minutes that satisfy the CHECKs of an access", async () => {
  const minutes = fc
    .option(fc.integer({ min: 0, max: 2_147_483_647 }))
    .map((seconds) => ({ minutes: minutesOf(seconds) }));
  await writeDrawn("media_access", minutes);
  await writeDrawn("media_access_end", minutes);
});

/** Numbers with three decimals, as a metric reports them. */
const thousandths = fc.integer({ min: 0, max: 999_999_999 }).map((count) => count / 1_000);

test("A value of any type fills one column of a log entry, with its time of recording", async () => {
  const values = fc.option(fc.oneof(thousandths, fc.string(), fc.boolean()));
  const rows = fc.tuple(values, instant).map(([value, at]) => ({
    ...typedValue(value),
    source_type: value === null ? null : "MANUAL",
    recorded_at: value === null ? null : at,
  }));
  await writeDrawn(
    "quick_log_operation",
    rows.filter(({ text_value: text }) => text === null || !text.includes("\0")),
  );
});

test("A value that a CHECK refuses is refused in the copied table too", async () => {
  const refused = { display_from: "2026-01-02T00:00:00Z", display_until: "2026-01-01T00:00:00Z" };
  await expect(write("agenda_card", [refused])).rejects.toMatchObject({ code: "23514" });
});
