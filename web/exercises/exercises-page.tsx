import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { QUERY_LENGTH } from "../../contract/exercises/query-length.ts";
import { useConsole } from "../frame/console-context.ts";
import { useMe } from "../frame/use-me.ts";
import { useKeys } from "../kit/keys/use-keys.ts";
import { useTexts } from "../texts/use-texts.ts";
import { ExerciseDetail } from "./exercise-detail.tsx";
import { searchQuery } from "./exercise-query.ts";
import { type ExerciseSearch, filtersOf } from "./search/exercise-search.ts";
import { FacetList } from "./search/facet-list.tsx";
import { LibraryHead } from "./search/library-head.tsx";
import { useOwnExercises } from "./own/use-own-exercises.tsx";
import { SearchResults } from "./search/search-results.tsx";
import { useSettled } from "../kit/hooks/use-settled.ts";
import { useExerciseAddress } from "./use-exercise-address.ts";

const route = getRouteApi("/exercises/{-$exerciseId}");

/** The exercise library: search by text and filters, and the exercise that is open. */
export function ExercisesPage(): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspaceId } = useMe().workspace;
  const navigate = route.useNavigate();
  const { exerciseId, search } = useExerciseAddress();
  const [typed, setTyped] = useState("");
  const [hasFilters, setHasFilters] = useState(false);
  const facets = useRef<HTMLDivElement>(null);
  const settled = useSettled(typed.trim(), SETTLED_MS);
  const text = settled.length < QUERY_LENGTH.least ? null : settled;
  const found = useInfiniteQuery(
    searchQuery(api, { workspaceId, text, filters: filtersOf(search) }),
  );
  const change = (changed: ExerciseSearch) =>
    void navigate({ params: true, search: changed, replace: true });
  const open = (id: string | null) =>
    // An id that is left out would stay in the address.
    void navigate({ params: { exerciseId: id ?? undefined }, search: true });
  const own = useOwnExercises(open);
  const back = () => open(null);
  const goToFilters = () => {
    // A hidden filter cannot take the focus.
    flushSync(() => setHasFilters(true));
    facets.current?.querySelector("input")?.focus();
  };
  useKeys([{ keys: ["Escape"], label: t("keys.back"), isOff: exerciseId === null, run: back }]);
  return (
    <>
      <LibraryHead
        typed={typed}
        type={setTyped}
        hasFilters={hasFilters}
        toggleFilters={() => setHasFilters(!hasFilters)}
        goToFilters={goToFilters}
        create={own.create}
      />
      <div className={exerciseId === null ? "split library" : "split library opened"}>
        <FacetList
          list={facets}
          facets={found.data?.pages[0]?.facets ?? null}
          search={search}
          change={change}
          isOpen={hasFilters}
        />
        <div className="split-list">
          <SearchResults
            // Another search begins at its first result.
            key={`${text} ${JSON.stringify(search)}`}
            found={found}
            search={search}
            hasText={text !== null}
            change={change}
            showAll={() => {
              setTyped("");
              change({});
            }}
            create={own.create}
          />
        </div>
        {exerciseId !== null && (
          <ExerciseDetail key={exerciseId} exerciseId={exerciseId} back={back} ask={own.ask} />
        )}
      </div>
      {own.shown}
    </>
  );
}

/** A pause in typing after which the text is searched. */
const SETTLED_MS = 200;
