import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  candidateColumns,
  matchedColumns,
  reviewedColumns,
} from "../../../activities/exercises/thumbnails/matched-columns.ts";
import { MATCH_VERDICTS } from "../../../contract/exercises/matching.ts";
import { RELATIONSHIP_STATUSES } from "../../../contract/relationships/vocabulary.ts";
import { SESSION_STATUSES } from "../../../contract/workouts/session-vocabulary.ts";
import type { KnownMapping } from "../../../rules/exercises/thumbnails/settle-match.ts";
import {
  decideReminders,
  nextReminderAt,
  remindersFrom,
} from "../../../rules/onboarding/next-reminder.ts";
import { reminderDaysOf } from "../../../rules/onboarding/reminder-days.ts";
import { remindersAfter } from "../../../rules/onboarding/reminders-after.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { type Columns, instant, openDrawing, timezone } from "./open-drawing.ts";
import { type SessionStep, sessionStep, sessionsAfter } from "./session-courses.ts";

// Several acts write these rows one after the other: each sequence is drawn, and every state in it is written.

const { superuserUrl } = await useOwnDatabase();
const { write, close } = await openDrawing(superuserUrl);
afterAll(close);

const COURSES = 600;

const zone = fc.oneof(
  timezone.map((name) => ({ timezone: name, nextTimezone: null, zoneChangesAt: null })),
  fc.record({ timezone, nextTimezone: timezone, zoneChangesAt: instant }),
);

test("A task's reminders satisfy their CHECKs after any sequence of onboarding steps", async () => {
  const step = fc.record({
    kind: fc.constantFrom("BEGIN", "SKIP", "LOOK", ...RELATIONSHIP_STATUSES),
    now: instant,
    zone,
    createdAt: instant,
    begunAt: fc.option(instant),
    skippedAt: fc.option(instant),
  });
  type Plan = ReturnType<typeof remindersAfter>;
  const none: Plan = { reminderCadence: null, remindersFrom: null, nextReminderAt: null };
  const rows = await writeCourses("onboarding_task", step, (steps) => {
    let plan = none;
    return steps.map(({ kind, now, zone: lived, ...begun }) => {
      const task = { ...plan, ...begun };
      if (kind === "BEGIN" || kind === "SKIP") {
        const from = remindersFrom(now, lived);
        const reminderCadence = kind === "SKIP" ? "DAILY" : "UNOPENED";
        plan = {
          reminderCadence,
          remindersFrom: from,
          nextReminderAt: nextReminderAt(from, lived),
        };
      } else if (kind !== "LOOK") {
        plan = remindersAfter(task, { to: kind, now, zone: lived });
      } else if (plan.remindersFrom !== null && plan.nextReminderAt !== null) {
        const days = reminderDaysOf(task, lived);
        const { next } = decideReminders({ from: plan.remindersFrom, zone: lived, days }, now);
        plan =
          next === null ? none : { ...plan, remindersFrom: next.from, nextReminderAt: next.at };
      }
      return {
        reminder_cadence: plan.reminderCadence,
        reminders_from: plan.remindersFrom,
        next_reminder_at: plan.nextReminderAt,
      };
    });
  });
  const paused = rows.filter(
    (row) => row["reminders_from"] !== null && row["next_reminder_at"] === null,
  );
  expect(paused.length).toBeGreaterThan(0);
});

const ITEMS = Array.from({ length: 3 }, () => ({ id: randomUUID(), assetId: randomUUID() }));

/** An item of the library at a step, in one of two versions. */
const item = fc
  .record({ place: fc.nat({ max: 2 }), itemHash: fc.constantFrom("1", "2") })
  .map(({ place, itemHash }) => ({ id: "", assetId: "", ...ITEMS[place], itemHash }));

const matching = fc.record({
  items: fc.uniqueArray(item, { selector: ({ id }) => id }),
  verdict: fc.constantFrom(...MATCH_VERDICTS),
  exerciseHash: fc.constantFrom("1", "2"),
  normalisationVersion: fc.integer({ min: 1, max: 2 }),
  promptVersion: fc.option(fc.integer({ min: 1, max: 2 })),
  isRanked: fc.boolean(),
  now: instant,
});
type Matching = typeof matching extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** A library of some items and its best match: the first item, by a ranker if one is requested. */
function foundIn({ items, verdict, promptVersion, isRanked, ...drawn }: Matching) {
  const { exerciseHash, normalisationVersion, now } = drawn;
  const library = {
    hash: "library",
    items: new Map(
      items.map((one) => [one.id, { ...one, name: "Squat", equipment: null, muscles: [] }]),
    ),
  };
  const candidates = items.map(({ id: itemId }) => ({
    itemId,
    score: 0.9,
    conflicts: [],
    verdict,
    reason: "Alike",
    model: isRanked && promptVersion !== null ? "ranker" : null,
  }));
  const versions = { normalisationVersion, promptVersion };
  return { library, candidates, versions, exerciseHash, now };
}

test("An exercise's picture satisfies its CHECKs after any matching and review", async () => {
  const review = fc.oneof(
    item.map((shown) => ({ status: "APPROVED" as const, item: shown })),
    fc
      .constantFrom("NEEDS_REVIEW", "UNMATCHED", "REJECTED")
      .map((status) => ({ status, item: null })),
  );
  const step = fc.record({ matching, review: fc.option(review), now: instant });
  const rows = await writeCourses("thumbnail_mapping", step, (steps) => {
    let mapping: (KnownMapping & Record<string, unknown>) | null = null;
    return steps.map(({ matching: drawn, review: reviewed, now }) => {
      const { candidates, ...found } = foundIn(drawn);
      const known: typeof mapping = mapping;
      if (known !== null && reviewed !== null) {
        mapping = { ...known, ...reviewedColumns(reviewed, { reviewer: "reviewer", now }) };
      } else {
        const [best = null] = candidates;
        const columns = matchedColumns(known, { ...found, best, candidateId: null });
        mapping = { ...(known ?? { reviewer: null, reviewedAt: null }), ...columns };
      }
      return {
        status: mapping.status,
        source: mapping.source,
        item_id: mapping.itemId,
        asset_id: mapping["assetId"],
        reviewer: mapping["reviewer"],
        reviewed_at: mapping["reviewedAt"],
      };
    });
  });
  const kinds = new Set(rows.map((row) => `${String(row["source"])} ${String(row["status"])}`));
  expect(kinds.size).toBe(7);
});

test("Candidates with and without a ranker satisfy their CHECKs", async () => {
  const exercise = { id: randomUUID(), title: "Squat", equipment: [], muscleGroups: [] };
  await writeCourses("thumbnail_candidate", matching, (steps) =>
    steps.flatMap((drawn) => {
      const { candidates, ...found } = foundIn(drawn);
      return candidateColumns({ exercise, hash: "1", candidates }, found).map((column) => ({
        verdict: column.verdict,
        model: column.model,
        prompt_version: column.promptVersion,
      }));
    }),
  );
});

test("A session satisfies its CHECKs after any operations", async () => {
  const rows = await writeCourses<SessionStep>("workout_session", sessionStep, (steps) =>
    sessionsAfter(steps).map((session) => ({
      status: session.status,
      submitted_receipt_id: session.submittedReceiptId,
      accepted_at: session.acceptedAt,
      performed_from: session.performedFrom,
      correctable_until: session.correctableUntil,
      started_at: session.startedAt,
      finished_at: session.finishedAt,
    })),
  );
  expect(new Set(rows.map((row) => row["status"]))).toEqual(new Set(SESSION_STATUSES));
});

/**
 * Draws sequences of steps and writes all rows in them at once. A fault names the sequence that caused it.
 *
 * @returns all rows, so that a test can check what was drawn.
 */
async function writeCourses<Step>(
  table: string,
  step: fc.Arbitrary<Step>,
  rowsOf: (steps: readonly Step[]) => readonly Columns[],
): Promise<readonly Columns[]> {
  const course = fc.array(step, { minLength: 1, maxLength: 8, size: "max" });
  const courses = fc.sample(course, COURSES);
  const rows = courses.map(rowsOf);
  try {
    await write(table, rows.flat());
  } catch {
    for (const [place, some] of rows.entries())
      await write(table, some).catch((cause: unknown) => {
        throw new Error(JSON.stringify(courses[place]), { cause });
      });
  }
  return rows.flat();
}
