import { type ExerciseSearch, isFiltered } from "./exercise-search.ts";

/** Why there is no exercise: the library is empty, the workspace has none of its own, or the search hides all. */
export function reasonOf(search: ExerciseSearch, hasText: boolean): NothingReason {
  if (!hasText && !isFiltered(search)) return "EMPTY";
  const { own, ...others } = search;
  return own === true && !hasText && !isFiltered(others) ? "NO_OWN" : "HIDDEN";
}

export type NothingReason = "EMPTY" | "HIDDEN" | "NO_OWN";
