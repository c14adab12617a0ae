import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { COACH_TASK_TYPES, TASK_TYPES } from "../../contract/inbox/source-vocabulary.ts";
import { SCORE_WEIGHTS, SEVERITIES } from "../../contract/inbox/vocabulary.ts";
import { RELATIONSHIP_STATUSES } from "../../contract/relationships/vocabulary.ts";
import {
  compareRank,
  duePart,
  dueTimes,
  type RankedTask,
  scoreChangesAt,
  scoreOf,
  scoreParts,
} from "../../rules/inbox/score-parts.ts";

const HOUR_MS = 3_600_000;
const NOON = new Date("2026-03-29T12:00:00.000Z");
const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Pacific/Kiritimati", "Asia/Kolkata"];
const later = (hours: number) => new Date(NOON.getTime() + hours * HOUR_MS);
const anInstant = fc.integer({ min: -60, max: 60 }).map(later);

describe("The score of a task", () => {
  test("has the fixed weights of a table", () => {
    const weights = COACH_TASK_TYPES.map((type) => [type, TASK_TYPES[type].base]);
    expect(Object.fromEntries(weights)).toEqual({
      PROGRESS_ALERT: 90,
      MESSAGE_FOLLOW_UP: 75,
      PROFILE_REVIEW: 70,
      NUTRITION_REVIEW: 65,
      FORM_REVIEW: 55,
      WORKOUT_REVIEW: 50,
      PLAN_UPDATE: 45,
      MISSED_CHECK_IN: 40,
    });
    expect(SCORE_WEIGHTS).toEqual({
      severity: { LOW: -10, NORMAL: 0, HIGH: 15, URGENT: 30 },
      due: { OVERDUE: 20, TODAY: 10, LATER: 0 },
      client: { ONBOARDING: 10, ACTIVE: 0, PAUSED: -30, ENDED: 0 },
      pin: 25,
    });
  });

  test("is the sum of its parts, each with its own cause", () => {
    const aTask = fc.record({
      taskType: fc.constantFrom(...COACH_TASK_TYPES),
      severity: fc.constantFrom(...SEVERITIES),
      clientStatus: fc.constantFrom(...RELATIONSHIP_STATUSES),
      isPinned: fc.boolean(),
      dueAt: fc.option(anInstant),
      zone: fc.constantFrom(...ZONES),
    });
    fc.assert(
      fc.property(aTask, anInstant, ({ zone, dueAt, ...task }, now) => {
        const due = dueTimes(dueAt, zone);
        const parts = scoreParts({ ...task, ...due }, now);
        expect(parts).toEqual({
          ofType: TASK_TYPES[task.taskType].base,
          severity: SCORE_WEIGHTS.severity[task.severity],
          due: duePart(due, now),
          client: SCORE_WEIGHTS.client[task.clientStatus],
          pin: task.isPinned ? 25 : 0,
        });
        const { ofType, severity, due: ofDue, client, pin } = parts;
        const sum = ofType + severity + ofDue + client + pin;
        expect(scoreOf(parts)).toBe(sum);
      }),
    );
  });

  test("counts a task due at midnight as due on the day that ends then", () => {
    const due = dueTimes(new Date("2026-07-01T22:00:00Z"), "Europe/Berlin");
    expect(due.dueDayStartsAt).toEqual(new Date("2026-06-30T22:00:00Z"));
    expect(duePart(due, new Date("2026-07-01T21:00:00Z"))).toBe(SCORE_WEIGHTS.due.TODAY);
    expect(duePart(due, new Date("2026-07-01T22:00:00Z"))).toBe(SCORE_WEIGHTS.due.OVERDUE);
  });

  test("changes by time alone exactly at the announced instants, in any zone", () => {
    fc.assert(
      fc.property(anInstant, anInstant, fc.constantFrom(...ZONES), (dueAt, now, zone) => {
        const due = dueTimes(dueAt, zone);
        const next = scoreChangesAt(due, now);
        const at = (ms: number) => duePart(due, new Date(ms));
        if (next === null) {
          expect(at(now.getTime() + 400 * HOUR_MS)).toBe(at(now.getTime()));
          return;
        }
        expect(next > now).toBe(true);
        expect(at(next.getTime() - 1)).toBe(at(now.getTime()));
        expect(at(next.getTime())).toBeGreaterThan(at(now.getTime()));
      }),
    );
  });
});

describe("The order of the inbox", () => {
  const aRank: fc.Arbitrary<RankedTask> = fc.record({
    id: fc.uuid(),
    severity: fc.constantFrom(...SEVERITIES),
    score: fc.integer({ min: 0, max: 3 }),
    dueAt: fc.option(fc.constantFrom(later(1), later(2))),
    lastOccurrenceAt: fc.constantFrom(later(-1), later(-2)),
  });

  test("is total and independent of the order of rows", () => {
    fc.assert(
      fc.property(aRank, aRank, aRank, (one, other, third) => {
        expect(Math.sign(compareRank(one, other))).toBe(-Math.sign(compareRank(other, one)) + 0);
        if (one.id !== other.id) expect(compareRank(one, other)).not.toBe(0);
        if (compareRank(one, other) < 0 && compareRank(other, third) < 0)
          expect(compareRank(one, third)).toBeLessThan(0);
      }),
    );
  });

  test("has URGENT tasks first, even before pinned ones", () => {
    fc.assert(
      fc.property(aRank, aRank, (one, other) => {
        const urgent: RankedTask = { ...one, severity: "URGENT", score: 0 };
        const pinned: RankedTask = { ...other, severity: "HIGH", score: 1_000 };
        expect(compareRank(urgent, pinned)).toBeLessThan(0);
      }),
    );
  });
});
