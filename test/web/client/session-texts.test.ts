import { describe, expect, test } from "@jest/globals";
import { bestResult } from "../../../web/client/workouts/best-result.ts";
import { sessionTimes } from "../../../web/client/workouts/session-times.ts";
import { formatsOf } from "../../../web/texts/formats.ts";

const texts = {
  t: (id: string, values: object = {}) => `${id} ${JSON.stringify(values)}`,
  formats: formatsOf("en"),
};
const THERE = { zone: "Europe/London", place: "London" };

describe("the times of a workout", () => {
  const session = {
    localDate: "2026-11-21",
    startedAt: "2026-11-21T17:05:00Z",
    finishedAt: "2026-11-21T17:52:00Z",
  };

  test("it names its start, its end and its minutes at the client's place", () => {
    expect(sessionTimes(session, THERE, texts)).toMatch(
      /^clientWorkouts\.lasted .*"from":"17:05","until":"17:52","place":"London","minutes":47}$/,
    );
  });

  test("an end after midnight names its day", () => {
    const late = { ...session, finishedAt: "2026-11-22T00:10:00Z" };
    expect(sessionTimes(late, THERE, texts)).toMatch(/"until":"Sun 22 Nov[^"]*, 00:10"/);
  });

  test("a workout under way has no end, and one without times has only its day", () => {
    expect(sessionTimes({ ...session, finishedAt: null }, THERE, texts)).toContain(
      "clientWorkouts.begun",
    );
    const untimed = { ...session, startedAt: null, finishedAt: null };
    expect(sessionTimes(untimed, THERE, texts)).toMatch(/^Sat 21 Nov/);
  });
});

describe("the best result of an exercise", () => {
  const record = (measure: string, value: number, sessionId = "earlier") => ({
    measure,
    value,
    sessionId,
    localDate: "2026-11-01",
  });
  const best = (records: readonly ReturnType<typeof record>[]) =>
    bestResult(
      {
        result: {
          heaviestGrams: null,
          mostRepetitions: null,
          estimatedMaximumGrams: null,
          records: [...records],
        },
      },
      "this",
    );

  test("the heaviest load stands before the most repetitions", () => {
    expect(best([record("MOST_REPETITIONS", 12), record("HEAVIEST", 82_500)])).toEqual({
      isLoad: true,
      value: 82_500,
      isNew: false,
    });
    expect(best([record("MOST_REPETITIONS", 12)])).toMatchObject({ isLoad: false, value: 12 });
  });

  test("it is new only if a record is of this workout: the records of an exercise are those of all workouts", () => {
    expect(best([record("HEAVIEST", 80_000)])?.isNew).toBe(false);
    const records = [record("HEAVIEST", 80_000), record("ESTIMATED_MAXIMUM", 92_000, "this")];
    expect(best(records)?.isNew).toBe(true);
  });

  test("an exercise that was not trained has none", () => {
    expect(bestResult({ result: null }, "this")).toBeNull();
    expect(best([])).toBeNull();
  });
});
