import { createHash } from "node:crypto";
import { MOVEMENTS, TOOLS_DE, type Movement } from "./grammar.ts";

/**
 * Generates a library: every combination of movement, equipment, position and grip once, in an order derived from the
 * seed. The same seed gives the same exercises and ids on every machine.
 */
export function makeExercises(count = LIBRARY_SIZE, seed = "sideline"): FakeExercise[] {
  const combinations = MOVEMENTS.flatMap((movement) =>
    movement.tools.flatMap((tool) =>
      ["", ...movement.positions].flatMap((position) =>
        ["", ...movement.grips].map((grip) => ({ movement, tool, position, grip })),
      ),
    ),
  );
  const plainFirst = (one: (typeof combinations)[number]) =>
    Number(one.position !== "") + Number(one.grip !== "");
  return combinations
    .map((one) => ({ ...one, digest: digestOf(seed, titleOf(one)) }))
    .toSorted((a, b) => plainFirst(a) - plainFirst(b) || (a.digest < b.digest ? -1 : 1))
    .slice(0, count)
    .map(exerciseOf)
    .toSorted((a, b) => (a.title < b.title ? -1 : 1));
}

/** An exercise as in the provider's protocol, without media. */
export type FakeExercise = {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly instructions: readonly string[];
  readonly importantPoints: readonly string[];
  readonly muscleGroup: string;
  readonly secondaryMuscles: readonly string[];
  readonly equipment: string;
  readonly category: string;
  readonly difficulty: string;
  readonly exerciseType: readonly string[];
  readonly hasVideo: boolean;
  readonly hasVideoWhite: boolean;
  readonly hasVideoGym: boolean;
  readonly videoDurationSecs: number | null;
  readonly translations: readonly {
    language: string;
    title: string;
    description: string;
    instructions: string[];
  }[];
};

/** Size of the real library when it was last checked. */
const LIBRARY_SIZE = 1_413;

type Combination = { movement: Movement; tool: string; position: string; grip: string };

function titleOf({ movement, tool, position, grip }: Combination): string {
  const worn = tool === "bodyweight" ? "" : tool;
  const words = [grip, position, worn, movement.en].filter((word) => word !== "").join(" ");
  return words.replaceAll(/(?:^|[ -])[a-z]/g, (start) => start.toUpperCase());
}

function digestOf(seed: string, text: string): string {
  return createHash("sha256").update(`${seed} ${text}`).digest("hex");
}

function exerciseOf(one: Combination & { digest: string }): FakeExercise {
  const { movement, tool, position, grip, digest } = one;
  const title = titleOf(one);
  const draw = Number.parseInt(digest.slice(0, 6), 16);
  const hasVideo = draw % 10 < 8;
  const how = position === "" ? "" : ` in the ${position} position`;
  const gripText = grip === "" ? "" : ` with a ${grip.replace(/ grip$/, "")} grip`;
  return {
    id: `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
    title,
    slug: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"),
    description: `The ${movement.en} trains the ${movement.muscle.replace("_", " ")}${how}${gripText}.`,
    instructions: [
      `Set up for the ${movement.en}${how}.`,
      `Move through the whole range${gripText}, without haste.`,
      "Return the way you came, and breathe out on the hard part.",
    ],
    importantPoints: ["Keep your back long.", "Stop where it hurts."],
    muscleGroup: movement.muscle,
    secondaryMuscles: movement.secondary,
    equipment: tool,
    category: movement.types[0] ?? "strength",
    difficulty: ["beginner", "intermediate", "advanced"][(draw >> 4) % 3] ?? "beginner",
    exerciseType: movement.types,
    hasVideo,
    hasVideoWhite: hasVideo,
    hasVideoGym: false,
    videoDurationSecs: hasVideo ? 20 + (draw % 50) : null,
    translations: [
      {
        language: "de",
        title: [movement.de, `(${TOOLS_DE[tool] ?? tool})`].join(" "),
        description: `${movement.de}: Kräftigung und Kontrolle, sauber ausgeführt.`,
        instructions: [
          "Stabil aufstellen.",
          "Langsam und ganz bewegen.",
          "Auf demselben Weg zurück.",
        ],
      },
    ],
  };
}
