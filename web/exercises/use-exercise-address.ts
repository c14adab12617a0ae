import { getRouteApi } from "@tanstack/react-router";
import { type Address, useAhead } from "../kit/hooks/use-ahead.ts";
import { type ExerciseSearch, exerciseSearch } from "./search/exercise-search.ts";

const route = getRouteApi("/exercises/{-$exerciseId}");

/** The open exercise and the filters of the library, also before the router has drawn them. */
export function useExerciseAddress(): ExerciseAddress {
  const { exerciseId = null } = route.useParams();
  const search = exerciseSearch(route.useSearch());
  return useAhead({ exerciseId, search }, readAddress);
}

interface ExerciseAddress {
  /** The id of the open exercise; null if none is open. */
  readonly exerciseId: string | null;
  readonly search: ExerciseSearch;
}

function readAddress({ pathname, search }: Address): ExerciseAddress | null {
  const [, page, exerciseId = ""] = pathname.split("/");
  if (page !== "exercises") return null;
  return { exerciseId: exerciseId === "" ? null : exerciseId, search: exerciseSearch(search) };
}
