import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { MatchingLibrary } from "../../../rules/exercises/matching/find-candidates.ts";
import { readLibrary } from "../../../rules/exercises/matching/find-candidates.ts";
import type { NamedExercise } from "../../../rules/exercises/matching/read-name.ts";

/** A name as a catalogue writes it, and the records of the collection that show it. */
export interface LabelledPair extends NamedExercise {
  readonly split: string;
  readonly origin: string;
  readonly accepted: readonly string[];
}

/** A name, and a record that differs from it in one slot. */
export interface Trap extends NamedExercise {
  readonly notThis: string;
  readonly conflict: string;
}

const record = z.object({
  id: z.string(),
  name: z.string(),
  equipment: z.string().nullable(),
  primaryMuscles: z.array(z.string()),
});

/** The 873 text records (README.md in this folder names their source). */
export const records = textOf("free-exercise-db.jsonl")
  .trimEnd()
  .split("\n")
  .map((line) => record.parse(JSON.parse(line)))
  .map(({ primaryMuscles, ...rest }) => ({ ...rest, muscles: primaryMuscles }));

/** The parsed records. */
export const library: MatchingLibrary<string> = readLibrary(records);

export function recordOf(id: string): NamedExercise {
  const found = records.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no record ${id}`);
  return found;
}

export const pairs: readonly LabelledPair[] = linesOf("pairs.tsv").map(
  ([split = "", origin = "", name = "", equipment = "", muscle = "", accepted = ""]) => ({
    split,
    origin,
    name,
    equipment,
    muscles: [muscle],
    accepted: accepted === "-" ? [] : accepted.split(" "),
  }),
);

/** Names as people write them, in logs, plans and gyms. Few have fields. The split follows from the name's hash. */
export const spokenNames: readonly LabelledPair[] = linesOf("spoken-names.tsv").map(
  ([origin = "", name = "", equipment = "", muscle = "", accepted = ""]) => ({
    split: splitOf(name),
    origin,
    name,
    equipment: equipment === "" ? null : equipment,
    muscles: muscle === "" ? [] : [muscle],
    accepted: accepted === "-" ? [] : accepted.split(" "),
  }),
);

/** All traps. They have no muscles, so that a difference of muscles cannot hide an overlooked one. */
export const traps: readonly Trap[] = linesOf("traps.tsv").map(
  ([name = "", equipment = "", notThis = "", conflict = ""]) => ({
    name,
    equipment,
    muscles: [],
    notThis,
    conflict,
  }),
);

function splitOf(name: string): "judge" | "tune" {
  const [first = 0] = createHash("sha256").update(name).digest();
  return first % 2 === 1 ? "judge" : "tune";
}

function textOf(file: string): string {
  return readFileSync(new URL(file, import.meta.url), "utf8");
}

function linesOf(file: string): string[][] {
  return textOf(file)
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
}
