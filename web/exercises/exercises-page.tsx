import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { QUERY_LENGTH } from "../../contract/exercises/query-length.ts";
import { useConsole } from "../frame/console-context.ts";
import { PageHead } from "../frame/page-head.tsx";
import { useMe } from "../frame/use-me.ts";
import { Button } from "../kit/button.tsx";
import { useKeys } from "../kit/keys/use-keys.ts";
import { useTexts } from "../texts/use-texts.ts";
import { ExerciseDetail } from "./exercise-detail.tsx";
import { searchQuery } from "./exercise-query.ts";
import { type ExerciseSearch, filtersOf } from "./exercise-search.ts";
import { FacetList } from "./facet-list.tsx";
import { useOwnExercises } from "./own/use-own-exercises.tsx";
import { SearchResults } from "./search-results.tsx";
import { useSettled } from "./use-settled.ts";

const route = getRouteApi("/exercises/{-$exerciseId}");

/** The exercise library: search by text and filters, and the exercise that is open. */
export function ExercisesPage(): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspaceId } = useMe().workspace;
  const navigate = route.useNavigate();
  const { exerciseId = null } = route.useParams();
  const search = route.useSearch();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [hasFilters, setHasFilters] = useState(false);
  const settled = useSettled(typed.trim(), SETTLED_MS);
  const text = settled.length < QUERY_LENGTH.least ? null : settled;
  const found = useInfiniteQuery(
    searchQuery(api, { workspaceId, text, filters: filtersOf(search) }),
  );
  const change = (changed: ExerciseSearch) =>
    void navigate({ params: true, search: changed, replace: true });
  const open = (id: string | null) =>
    void navigate({ params: id === null ? {} : { exerciseId: id }, search: true });
  const own = useOwnExercises(open);
  const toggleFilters = () => setHasFilters(!hasFilters);
  const showAll = () => {
    setTyped("");
    change({});
  };
  useKeys([
    {
      keys: ["/"],
      label: t("exercises.key.find"),
      isShown: true,
      run: () => field.current?.focus(),
    },
    { keys: ["n"], label: t("exercises.key.new"), isShown: true, run: own.create },
    { keys: ["f"], label: t("exercises.filter"), run: toggleFilters },
    {
      keys: ["Escape"],
      label: t("keys.back"),
      isOff: exerciseId === null,
      run: () => open(null),
    },
  ]);
  return (
    <>
      <PageHead title={t("exercises.title")}>
        <input
          ref={field}
          type="search"
          className="input find exercise-find"
          aria-label={t("exercises.find")}
          placeholder={t("exercises.find")}
          maxLength={QUERY_LENGTH.most}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={({ key }) => key === "Escape" && setTyped("")}
        />
        <span className="narrow">
          <Button
            kind="quiet"
            icon="filter"
            aria-expanded={hasFilters}
            label={t("exercises.filter")}
            onPress={toggleFilters}
          />
        </span>
        <Button icon="plus" keys="n" onPress={own.create}>
          {t("exercises.ask.NEW")}
        </Button>
      </PageHead>
      <div className={exerciseId === null ? "split library" : "split library opened"}>
        <FacetList
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
            showAll={showAll}
            create={own.create}
          />
        </div>
        {exerciseId !== null && (
          <ExerciseDetail
            key={exerciseId}
            exerciseId={exerciseId}
            back={() => open(null)}
            ask={own.ask}
          />
        )}
      </div>
      {own.shown}
    </>
  );
}

/** A pause in typing after which the text is searched. */
const SETTLED_MS = 200;
