import { describe, expect, test } from "@jest/globals";
import {
  EMPTY_DRAFT,
  createBody,
  draftFaults,
  draftOf,
  editBody,
  isOwnEdits,
} from "../../../web/exercises/own/own-draft.ts";

const squat = {
  ...EMPTY_DRAFT,
  name: "Tempo squat",
  instructions: "Go down.\nPush.",
  muscleGroups: ["quads", "core"],
  difficulty: "beginner",
};

describe("an exercise of the workspace", () => {
  test("has one step for each line, without spaces around it and without empty lines", () => {
    const body = createBody({
      ...squat,
      name: " Tempo squat ",
      instructions: " Go down. \n\nPush.\n",
    });
    expect(body).toMatchObject({
      name: "Tempo squat",
      description: null,
      instructions: ["Go down.", "Push."],
      muscleGroups: ["quads", "core"],
      equipment: [],
      difficulty: "beginner",
    });
  });

  test("is changed in the fields that the person changed alone; the order of clicks is no change", () => {
    expect(editBody({ ...squat, muscleGroups: ["core", "quads"] }, squat)).toEqual({});
    expect(editBody({ ...squat, description: " Slow. ", difficulty: "" }, squat)).toEqual({
      description: "Slow.",
      difficulty: null,
    });
  });

  test("needs a name, and names each text that the API would refuse", () => {
    const long = {
      ...squat,
      name: " ",
      description: "x".repeat(2001),
      instructions: "x".repeat(501),
      importantPoints: Array.from({ length: 31 }, (_, point) => `${point}`).join("\n"),
    };
    expect(draftFaults(long)).toEqual({
      name: "MISSING",
      description: "LONG",
      instructions: "LONG_LINE",
      importantPoints: "MANY_LINES",
    });
    expect(draftFaults({ ...squat, name: "x".repeat(121) }).name).toBe("LONG");
    expect(Object.values(draftFaults(squat))).toEqual([null, null, null, null]);
  });

  test("begins as a copy in the language that its reader sees", () => {
    const copied = draftOf(
      {
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
        revision: 4,
        description: "Trains the quads.",
        instructions: ["Go down."],
        importantPoints: ["Keep your back long."],
        translations: [
          {
            language: "de",
            title: "Kniebeuge",
            description: "Für die Beine.",
            instructions: ["Runter."],
          },
        ],
        secondaryMuscleGroups: ["glutes"],
        durationSeconds: 41,
        credit: null,
        thumbnail: null,
        placeholder: "quads",
        retiredAt: null,
        updatedAt: "2026-11-26T08:00:00Z",
      },
      "de",
    );
    expect(createBody(copied)).toEqual({
      name: "Kniebeuge",
      description: "Für die Beine.",
      instructions: ["Runter."],
      importantPoints: ["Keep your back long."],
      muscleGroups: ["quads"],
      secondaryMuscleGroups: ["glutes"],
      equipment: ["barbell"],
      exerciseTypes: ["strength"],
      difficulty: null,
    });
  });
});

test("kept fields of an exercise are restored only in the form of this version", () => {
  const edits = { draft: squat, before: EMPTY_DRAFT, revision: 0 };
  expect(isOwnEdits(JSON.parse(JSON.stringify(edits)))).toBe(true);
  for (const other of [
    { draft: squat, revision: 0 },
    { ...edits, draft: { ...squat, name: null } },
    { ...edits, draft: { ...squat, equipment: [1] } },
    { ...edits, before: { name: "Squat" } },
    null,
  ])
    expect(isOwnEdits(other)).toBe(false);
});
