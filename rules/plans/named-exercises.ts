import type { PlanContent } from "../../contract/plans/content-schema.ts";

/** An exercise of the library that a plan names, and where. */
export type NamedExercise = {
  readonly exerciseId: string;
  /** RFC 6901, from the content on. */
  readonly pointer: string;
};

/** Every place of a plan that names an exercise of the library, alternatives too; none of another plan than a program. */
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

/** What each entry of a list names, told its own place. */
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
