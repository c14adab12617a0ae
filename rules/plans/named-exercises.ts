import type { PlanContent } from "../../contract/plans/content-schema.ts";

/** Every place in a program that names a library exercise, alternatives included; empty for other plans. */
export function namedExercises(content: PlanContent): readonly NamedExercise[] {
  if (content.kind !== "PROGRAM") return [];
  return within("/weeks", content.weeks, ({ days }, week) =>
    within(`${week}/days`, days, ({ exercises }, day) =>
      within(`${day}/exercises`, exercises, (exercise, at) => [
        ...named(exercise, at),
        ...within(`${at}/alternatives`, exercise.alternatives, named),
      ]),
    ),
  );
}

/** A library exercise that a plan names, and its place. */
export type NamedExercise = {
  readonly exerciseId: string;
  /** RFC 6901, relative to the content. */
  readonly pointer: string;
};

/** The exercises that each entry of a list names, with the entry's pointer. */
function within<Entry>(
  at: string,
  entries: readonly Entry[],
  namesOf: (entry: Entry, at: string) => readonly NamedExercise[],
): readonly NamedExercise[] {
  return entries.flatMap((entry, place) => namesOf(entry, `${at}/${place}`));
}

function named({ exerciseId }: { readonly exerciseId: string | null }, at: string) {
  return exerciseId === null ? [] : [{ exerciseId, pointer: `${at}/exerciseId` }];
}
