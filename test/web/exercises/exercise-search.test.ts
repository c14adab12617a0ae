import { describe, expect, test } from "@jest/globals";
import {
  exerciseSearch,
  filtersOf,
  isFiltered,
  withKey,
} from "../../../web/exercises/search/exercise-search.ts";
import { reasonOf } from "../../../web/exercises/search/nothing-reason.ts";
import { taxonomyName } from "../../../web/exercises/taxonomy-name.ts";

describe("the exercise library's part of the address", () => {
  test("holds filters by code in the order of the taxonomy, and drops unknown codes and typed text", () => {
    const search = exerciseSearch({
      muscleGroup: "quads,chest,tail",
      equipment: 7,
      q: "squat",
      video: true,
      own: "yes",
    });
    expect(search).toEqual({ muscleGroup: "chest,quads", video: true });
  });

  test("becomes the filters of a search, by the names of the API", () => {
    expect(filtersOf({ difficulty: "beginner", video: true, own: true })).toEqual({
      difficulty: "beginner",
      hasVideo: "true",
      source: "workspace",
    });
  });

  test("switches one value of a facet on and off, and leaves the others as they are", () => {
    const both = withKey({ muscleGroup: "quads", own: true }, "muscleGroup", "core");
    expect(both).toEqual({ muscleGroup: "quads,core", own: true });
    const one = withKey(both, "muscleGroup", "quads");
    expect(withKey(one, "muscleGroup", "core")).toEqual({ own: true });
    expect([isFiltered(one), isFiltered({})]).toEqual([true, false]);
  });

  test("nothing found is an empty library, a workspace without exercises of its own, or a search that hides all", () => {
    expect(reasonOf({}, false)).toBe("EMPTY");
    expect(reasonOf({ own: true }, false)).toBe("NO_OWN");
    expect(reasonOf({ own: true, video: true }, false)).toBe("HIDDEN");
    expect(reasonOf({}, true)).toBe("HIDDEN");
  });

  test("a key of the taxonomy has its name in both languages, and an unknown one is written as words", () => {
    expect(taxonomyName("muscle_group", "quads", "de")).toBe("Oberschenkel vorn");
    expect(taxonomyName("equipment", "pull_up_bar", "en")).toBe("Pull-up bar");
    expect(taxonomyName("equipment", "sand_bag", "de")).toBe("sand bag");
  });
});
