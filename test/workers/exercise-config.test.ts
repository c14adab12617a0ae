import { describe, expect, test } from "@jest/globals";
import {
  exerciseMistakes,
  ExerciseFields,
  readExercises,
} from "../../workers/config/fields/exercise-fields.ts";
import { parseEnvironment } from "../../workers/config/environment.ts";
import * as z from "zod";

const named = {
  EXERCISE_PROVIDER: "api-v2",
  EXERCISE_PROVIDER_URL: "https://provider.example/api/v2",
  EXERCISE_PROVIDER_API_KEY: "ym_0123456789",
};

describe("a provider of exercises (docs/rooms/exercises.md#provider)", () => {
  test("is absent unless it is configured", () => {
    expect(read({})).toBeNull();
    expect(exerciseMistakes({})).toEqual([]);
  });

  test("has its plan, its limits and its hosts, and its key appears in no record", () => {
    const config = read({ ...named, EXERCISE_PROVIDER_MEDIA_HOSTS: "cdn.example, b.example" });
    expect(config?.record).toMatchObject({
      metered: true,
      mediaUniqueLimit: null,
      mediaHosts: ["cdn.example", "b.example"],
    });
    expect(JSON.stringify(config?.record)).not.toContain(named.EXERCISE_PROVIDER_API_KEY);
  });

  test("reserves for other workspaces the configured share, at least the last tenth", () => {
    const shareOf = (share: string) =>
      read({ ...named, EXERCISE_MEDIA_SHARE_PERCENT: share })?.sharePercent;
    expect(read(named)?.sharePercent).toBe(90);
    expect(shareOf("25")).toBe(25);
    for (const share of ["0", "91", "half"]) expect(() => shareOf(share)).toThrow();
  });

  test.each([
    ["needs its URL", { EXERCISE_PROVIDER_URL: "" }, ["EXERCISE_PROVIDER_URL"]],
    ["needs its key", { EXERCISE_PROVIDER_API_KEY: "" }, ["EXERCISE_PROVIDER_API_KEY"]],
    [
      "needs no key if it is wger",
      { EXERCISE_PROVIDER: "wger", EXERCISE_PROVIDER_API_KEY: "" },
      [],
    ],
  ] as const)("%s", (_title, change, expected) => {
    expect(mistakes(change)).toEqual(expected);
  });

  test("is never the fake one in production unless that is configured by name", () => {
    const local = { EXERCISE_PROVIDER_URL: "http://127.0.0.1:4002/api/v2" };
    expect(mistakes(local)).toEqual(["EXERCISE_PROVIDER_URL"]);
    expect(mistakes({ ...local, SIDELINE_MODE: "embedded" })).toEqual([]);
    expect(mistakes({ ...local, EXERCISE_PROVIDER: "fake" })).toEqual([]);
  });
});

function mistakes(change: Record<string, string>) {
  return exerciseMistakes({ ...named, ...change }).map((line) => line.split(":")[0]);
}

function read(env: Record<string, string>) {
  return readExercises(parseEnvironment(z.object(ExerciseFields), env));
}
