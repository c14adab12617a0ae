import { type ReactNode, type Ref, useId } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import type { Facets } from "../exercise-query.ts";
import { FACETS, type ExerciseSearch, chosenKeys, withKey } from "./exercise-search.ts";
import { taxonomyName } from "../taxonomy-name.ts";

/** The filters, each value with the number of its results. A filter that is on stays, even without a result. */
export function FacetList({ facets, search, change, isOpen, list }: FacetListProps): ReactNode {
  const { t, language } = useTexts();
  const videos = facets?.hasVideo.find(({ key }) => key === "true")?.count;
  return (
    <div
      ref={list}
      className={isOpen ? "facets shown" : "facets"}
      role="group"
      aria-label={t("exercises.filter")}
    >
      {FACETS.map(({ name, type }) => {
        const chosen = chosenKeys(search, name);
        const counted = facets?.[name] ?? [];
        const keys = [...new Set([...counted.map(({ key }) => key), ...chosen])];
        if (keys.length === 0) return null;
        return (
          <FacetGroup key={name} title={t(`exercises.facet.${name}`)}>
            {keys.map((key) => (
              <FacetBox
                key={key}
                name={taxonomyName(type, key, language)}
                count={counted.find((one) => one.key === key)?.count ?? 0}
                isOn={chosen.includes(key)}
                toggle={() => change(withKey(search, name, key))}
              />
            ))}
          </FacetGroup>
        );
      })}
      <FacetGroup title={t("exercises.facet.has")}>
        <FacetBox
          name={t("exercises.video")}
          count={videos ?? 0}
          isOn={search.video === true}
          toggle={() => change(switched(search, "video"))}
        />
        <FacetBox
          name={t("exercises.own")}
          count={null}
          isOn={search.own === true}
          toggle={() => change(switched(search, "own"))}
        />
      </FacetGroup>
    </div>
  );
}

interface FacetListProps {
  /** Null until the first answer. */
  readonly facets: Facets | null;
  readonly search: ExerciseSearch;
  readonly change: (search: ExerciseSearch) => void;
  /** Whether a narrow screen shows them. */
  readonly isOpen: boolean;
  readonly list: Ref<HTMLDivElement>;
}

function switched(search: ExerciseSearch, name: "own" | "video"): ExerciseSearch {
  const { [name]: isOn, ...others } = search;
  return isOn === true ? others : { ...others, [name]: true };
}

function FacetGroup({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <h2 className="meta" id={id}>
        {title}
      </h2>
      {children}
    </div>
  );
}

function FacetBox({ name, count, isOn, toggle }: FacetBoxProps): ReactNode {
  const { formats } = useTexts();
  return (
    <label className="facet">
      <input type="checkbox" checked={isOn} onChange={toggle} />
      <span className="grow">{name}</span>
      {count !== null && <span className="meta num">{formats.number(count)}</span>}
    </label>
  );
}

interface FacetBoxProps {
  readonly name: string;
  /** Null where the API counts nothing. */
  readonly count: number | null;
  readonly isOn: boolean;
  readonly toggle: () => void;
}
