import { expect, test } from "@jest/globals";
import type { Exercise } from "../../../web/exercises/exercise-query.ts";
import { shownTexts } from "../../../web/exercises/shown-texts.ts";

const exercise = (changes: Partial<Exercise>): Exercise => ({
  exerciseId: "01a220f1-e39c-73ca-84d9-55a185d997d3",
  name: "Back Squat",
  slug: null,
  source: "provider",
  muscleGroups: ["quads"],
  equipment: ["barbell"],
  exerciseTypes: ["strength"],
  difficulty: null,
  hasVideo: true,
  status: "ACTIVE",
  revision: 1,
  description: "Trains the quads.",
  instructions: ["Go down."],
  importantPoints: [],
  translations: [],
  secondaryMuscleGroups: [],
  durationSeconds: null,
  credit: null,
  thumbnail: null,
  placeholder: "quads",
  retiredAt: null,
  updatedAt: "2026-11-26T08:00:00Z",
  ...changes,
});

test("an exercise is shown in the reader's language where its provider has it, and its other names follow", () => {
  const german = {
    language: "de-DE",
    title: "Kniebeuge",
    description: null,
    instructions: ["Nach unten."],
  };
  const translated = exercise({ translations: [german, { ...german, language: "at" }] });
  expect(shownTexts(translated, "de")).toEqual({
    name: "Kniebeuge",
    description: "Trains the quads.",
    instructions: ["Nach unten."],
    otherNames: ["Back Squat"],
  });
  expect(shownTexts(translated, "en")).toMatchObject({
    name: "Back Squat",
    instructions: ["Go down."],
    otherNames: ["Kniebeuge"],
  });
});

test("a translation without steps keeps the provider's own steps", () => {
  const title = { language: "de", title: "Kniebeuge", description: null, instructions: [] };
  expect(shownTexts(exercise({ translations: [title] }), "de").instructions).toEqual(["Go down."]);
});
