import { TAXONOMY_SEED } from "../../../contract/exercises/taxonomy-seed.ts";
import { OWN_EXERCISE_LIMITS, type TaxonomyType } from "../../../contract/exercises/vocabulary.ts";
import type { components } from "../../api/routes.d.ts";
import type { Language } from "../../texts/i18n.ts";
import type { Exercise } from "../exercise-query.ts";
import { shownTexts } from "../shown-texts.ts";

/** An exercise of the workspace as the fields of its form. Steps and points have one line each. */
export interface OwnDraft {
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  readonly importantPoints: string;
  readonly muscleGroups: readonly string[];
  readonly secondaryMuscleGroups: readonly string[];
  readonly equipment: readonly string[];
  readonly exerciseTypes: readonly string[];
  /** A key of the taxonomy; empty for none. */
  readonly difficulty: string;
}

export const EMPTY_DRAFT: OwnDraft = {
  name: "",
  description: "",
  instructions: "",
  importantPoints: "",
  muscleGroups: [],
  secondaryMuscleGroups: [],
  equipment: [],
  exerciseTypes: [],
  difficulty: "",
};

/** The fields that a person has typed about an exercise, and the fields that they began from. */
export interface OwnEdits {
  readonly draft: OwnDraft;
  readonly before: OwnDraft;
  /** The exercise's revision then; 0 for a new one. */
  readonly revision: number;
}

/** Whether something that was kept is about an exercise. */
export function isOwnEdits(found: unknown): found is OwnEdits {
  if (typeof found !== "object" || found === null) return false;
  if (!("draft" in found && "before" in found && "revision" in found)) return false;
  return isDraft(found.draft) && isDraft(found.before) && typeof found.revision === "number";
}

function isDraft(found: unknown): found is OwnDraft {
  if (typeof found !== "object" || found === null) return false;
  return Object.entries(EMPTY_DRAFT).every(([field, empty]) => {
    const value: unknown = Reflect.get(found, field);
    if (typeof empty === "string") return typeof value === "string";
    return Array.isArray(value) && value.every((key) => typeof key === "string");
  });
}

/** The draft that changes an exercise, or copies it. A copy has the texts that the reader sees. */
export function draftOf(exercise: Exercise, language: Language): OwnDraft {
  const { name, description, instructions } = shownTexts(exercise, language);
  return {
    name,
    description: description ?? "",
    instructions: instructions.join("\n"),
    importantPoints: exercise.importantPoints.join("\n"),
    muscleGroups: exercise.muscleGroups,
    secondaryMuscleGroups: exercise.secondaryMuscleGroups,
    equipment: exercise.equipment,
    exerciseTypes: exercise.exerciseTypes,
    difficulty: exercise.difficulty ?? "",
  };
}

/** The body that creates an exercise. */
export function createBody(draft: OwnDraft): OwnBody {
  const { difficulty } = draft;
  return {
    name: draft.name.trim(),
    description: draft.description.trim() === "" ? null : draft.description.trim(),
    instructions: linesOf(draft.instructions),
    importantPoints: linesOf(draft.importantPoints),
    muscleGroups: knownKeys("muscle_group", draft.muscleGroups),
    secondaryMuscleGroups: knownKeys("muscle_group", draft.secondaryMuscleGroups),
    equipment: knownKeys("equipment", draft.equipment),
    exerciseTypes: knownKeys("exercise_type", draft.exerciseTypes),
    difficulty: isKey("difficulty", difficulty) ? difficulty : null,
  };
}

/** The body that changes an exercise: only fields that the person changed, so that nobody else's change is undone. */
export function editBody(draft: OwnDraft, before: OwnDraft): Partial<OwnBody> {
  const [wanted, known] = [createBody(draft), createBody(before)];
  const isChanged = (field: keyof OwnBody) =>
    JSON.stringify(wanted[field]) !== JSON.stringify(known[field]);
  return {
    ...(isChanged("name") && { name: wanted.name }),
    ...(isChanged("description") && { description: wanted.description }),
    ...(isChanged("instructions") && { instructions: wanted.instructions }),
    ...(isChanged("importantPoints") && { importantPoints: wanted.importantPoints }),
    ...(isChanged("muscleGroups") && { muscleGroups: wanted.muscleGroups }),
    ...(isChanged("secondaryMuscleGroups") && {
      secondaryMuscleGroups: wanted.secondaryMuscleGroups,
    }),
    ...(isChanged("equipment") && { equipment: wanted.equipment }),
    ...(isChanged("exerciseTypes") && { exerciseTypes: wanted.exerciseTypes }),
    ...(isChanged("difficulty") && { difficulty: wanted.difficulty }),
  };
}

/** Why fields cannot be saved. The texts of a copy may be longer than those of an own exercise may be. */
export function draftFaults(draft: OwnDraft): DraftFaults {
  const { name, description, instructions, importantPoints } = createBody(draft);
  return {
    name: faultOfName(name),
    description: (description ?? "").length > LIMITS.description ? "LONG" : null,
    instructions: faultOfLines(instructions),
    importantPoints: faultOfLines(importantPoints),
  };
}

export type DraftFaults = Readonly<
  Record<"description" | "importantPoints" | "instructions" | "name", DraftFault | null>
>;
export type DraftFault = "LONG" | "LONG_LINE" | "MANY_LINES" | "MISSING";

/** Characters and lines that the API takes. */
const LIMITS = {
  name: OWN_EXERCISE_LIMITS.nameLength,
  description: 2000,
  line: 500,
  lines: OWN_EXERCISE_LIMITS.texts,
} as const;

function faultOfName(name: string): DraftFault | null {
  if (name === "") return "MISSING";
  return name.length > LIMITS.name ? "LONG" : null;
}

function faultOfLines(lines: readonly string[]): DraftFault | null {
  if (lines.length > LIMITS.lines) return "MANY_LINES";
  return lines.some((line) => line.length > LIMITS.line) ? "LONG_LINE" : null;
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

type NewExercise = components["schemas"]["NewExercise"];
export type OwnBody = Required<NewExercise>;

interface Keys {
  readonly muscle_group: OwnBody["muscleGroups"][number];
  readonly equipment: OwnBody["equipment"][number];
  readonly exercise_type: OwnBody["exerciseTypes"][number];
  readonly difficulty: NonNullable<OwnBody["difficulty"]>;
}

const isKey = <Type extends TaxonomyType>(type: Type, key: string): key is Keys[Type] =>
  TAXONOMY_SEED[type].some((node) => node.key === key);

/** In the order of the taxonomy, so that the order of clicks is no change. */
function knownKeys<Type extends TaxonomyType>(type: Type, keys: readonly string[]): Keys[Type][] {
  return TAXONOMY_SEED[type].flatMap(({ key }) =>
    keys.includes(key) && isKey(type, key) ? [key] : [],
  );
}
