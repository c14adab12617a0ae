import type { ReactNode } from "react";
import { Failed, Loading } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { ChosenFilters } from "./chosen-filters.tsx";
import { ExerciseGrid } from "../exercise-grid.tsx";
import type { Facets, FoundExercise } from "../exercise-query.ts";
import type { ExerciseSearch } from "./exercise-search.ts";
import { NothingFound } from "./nothing-found.tsx";
import { reasonOf } from "./nothing-reason.ts";
import { resultCount } from "./result-count.ts";

/** Results of a search: their number, the words left out, and the exercises; or why there are none. */
export function SearchResults({
  found,
  search,
  hasText,
  change,
  showAll,
  create,
}: ResultsProps): ReactNode {
  const { t } = useTexts();
  const [first] = found.data?.pages ?? [];
  const exercises = (found.data?.pages ?? []).flatMap(({ items }) => items);
  const counted = first?.facets ? resultCount(first.facets, search.video === true) : 0;
  const total = Math.max(counted, exercises.length);
  const leftOut = first?.leftOut ?? [];
  return (
    <>
      <div className="results-line" role="status">
        <span className="meta">{first && t("exercises.results", { count: total })}</span>
        <ChosenFilters search={search} change={change} />
        {leftOut.length > 0 && (
          <span className="meta">{t("exercises.leftOut", { words: leftOut.join(", ") })}</span>
        )}
      </div>
      {found.isPending && <Loading rows={10} />}
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      {first && exercises.length === 0 && (
        <NothingFound reason={reasonOf(search, hasText)} showAll={showAll} create={create} />
      )}
      {exercises.length > 0 && (
        <ExerciseGrid
          exercises={exercises}
          total={total}
          loadMore={() => {
            if (found.hasNextPage && !found.isFetching) void found.fetchNextPage();
          }}
        />
      )}
    </>
  );
}

interface ResultsProps {
  readonly found: Found;
  readonly search: ExerciseSearch;
  /** Whether a text is searched. */
  readonly hasText: boolean;
  readonly change: (search: ExerciseSearch) => void;
  readonly showAll: () => void;
  readonly create: () => void;
}

/** The part of a read of pages that counts here. */
interface Found {
  readonly data: { readonly pages: readonly FoundPage[] } | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
}

interface FoundPage {
  readonly items: readonly FoundExercise[];
  readonly leftOut: readonly string[];
  readonly facets: Facets | null;
}
