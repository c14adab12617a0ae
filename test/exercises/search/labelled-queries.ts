import { readFileSync } from "node:fs";
import type { FakeExercise } from "../../../tools/exercise-provider/make-exercises.ts";

/** A query, and what the person who types it wants. */
export interface LabelledQuery {
  readonly split: string;
  readonly kind: string;
  readonly query: string;
  /** Any of these movements; empty if a muscle is wanted. */
  readonly movements: readonly string[];
  /** The equipment; empty if it does not matter. */
  readonly tool: string;
  /** Position or grip; empty if none is named. */
  readonly how: string;
  readonly muscle: string;
}

export const queries: readonly LabelledQuery[] = readFileSync(
  new URL("queries.tsv", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"))
  .map(([split = "", kind = "", query = "", movement = "", tool = "", how = "", muscle = ""]) => ({
    split,
    kind,
    query,
    movements: movement === "" ? [] : movement.split("|"),
    tool,
    how,
    muscle,
  }));

/** How well an exercise fits the query: 2 exactly, 1 with an additional position or grip, 0 not at all. */
export function gradeOf(wanted: LabelledQuery, exercise: FakeExercise): 0 | 1 | 2 {
  if (wanted.muscle !== "") return exercise.muscleGroup === wanted.muscle ? 2 : 0;
  if (wanted.tool !== "" && exercise.equipment !== wanted.tool) return 0;
  const title = ` ${exercise.title.toLowerCase()}`;
  const movement = wanted.movements
    .filter((name) => title.endsWith(` ${name}`))
    .toSorted((a, b) => b.length - a.length)[0];
  if (movement === undefined || !title.includes(` ${wanted.how}`)) return 0;
  const rest = title
    .slice(0, -movement.length)
    .replace(` ${exercise.equipment} `, " ")
    .replace(wanted.how, "");
  return rest.trim() === "" ? 2 : 1;
}
