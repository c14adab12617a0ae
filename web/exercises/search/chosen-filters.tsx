import type { ReactNode } from "react";
import { Icon } from "../../kit/icon.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { FACETS, type ExerciseSearch, chosenKeys, withKey } from "./exercise-search.ts";
import { taxonomyName } from "../taxonomy-name.ts";

/** The filters that are on, each with a press that takes it away. */
export function ChosenFilters({ search, change }: ChosenFiltersProps): ReactNode {
  const { t, language } = useTexts();
  const { video: _video, ...withoutVideo } = search;
  const { own: _own, ...withoutOwn } = search;
  return (
    <>
      {FACETS.flatMap(({ name, type }) =>
        chosenKeys(search, name).map((key) => (
          <ChosenFilter
            key={`${name}:${key}`}
            name={taxonomyName(type, key, language)}
            remove={() => change(withKey(search, name, key))}
          />
        )),
      )}
      {search.video && (
        <ChosenFilter name={t("exercises.video")} remove={() => change(withoutVideo)} />
      )}
      {search.own && <ChosenFilter name={t("exercises.own")} remove={() => change(withoutOwn)} />}
    </>
  );
}

interface ChosenFiltersProps {
  readonly search: ExerciseSearch;
  readonly change: (search: ExerciseSearch) => void;
}

function ChosenFilter({
  name,
  remove,
}: {
  readonly name: string;
  readonly remove: () => void;
}): ReactNode {
  const { t } = useTexts();
  return (
    <button
      type="button"
      className="tag chosen"
      aria-label={t("exercises.removeFilter", { name })}
      onClick={remove}
    >
      {name}
      <Icon name="x" />
    </button>
  );
}
