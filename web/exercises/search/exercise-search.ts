import { TAXONOMY_SEED } from "../../../contract/exercises/taxonomy-seed.ts";
import type { TaxonomyType } from "../../../contract/exercises/vocabulary.ts";

/** The library's part of the address: filters by code. Anything else is dropped; typed text never stands in it. */
export function exerciseSearch(search: Readonly<Record<string, unknown>>): ExerciseSearch {
  const lists = FACETS.flatMap(({ name, type }) => {
    const known = keysOf(type).filter((key) => codesOf(search[name]).includes(key));
    return known.length === 0 ? [] : [[name, known.join(",")] as const];
  });
  return {
    ...Object.fromEntries(lists),
    ...(search["video"] === true && { video: true }),
    ...(search["own"] === true && { own: true }),
  };
}

export interface ExerciseSearch {
  /** Keys of the taxonomy, separated by commas. A result has one of each facet. */
  readonly muscleGroup?: string;
  readonly equipment?: string;
  readonly exerciseType?: string;
  readonly difficulty?: string;
  /** Only exercises with a video. */
  readonly video?: true;
  /** Only the workspace's own. */
  readonly own?: true;
}

/** The facets that are taxonomies, in the order of the page. */
export const FACETS = [
  { name: "muscleGroup", type: "muscle_group" },
  { name: "equipment", type: "equipment" },
  { name: "exerciseType", type: "exercise_type" },
  { name: "difficulty", type: "difficulty" },
] as const satisfies readonly { readonly name: string; readonly type: TaxonomyType }[];

export type FacetName = (typeof FACETS)[number]["name"];

/** The filters as the API takes them. */
export function filtersOf({ video, own, ...lists }: ExerciseSearch): SearchFilters {
  return {
    ...lists,
    ...(video && { hasVideo: "true" }),
    ...(own && { source: "workspace" }),
  };
}

export interface SearchFilters extends Omit<ExerciseSearch, "own" | "video"> {
  readonly hasVideo?: "true";
  readonly source?: "workspace";
}

/** The address after a key of a facet was switched on or off. */
export function withKey(search: ExerciseSearch, name: FacetName, key: string): ExerciseSearch {
  const chosen = codesOf(search[name]);
  const changed = chosen.includes(key) ? chosen.filter((code) => code !== key) : [...chosen, key];
  return exerciseSearch({ ...search, [name]: changed.join(",") });
}

/** The keys that a facet filters by. */
export const chosenKeys = (search: ExerciseSearch, name: FacetName): readonly string[] =>
  codesOf(search[name]);

/** Whether any filter is on. */
export const isFiltered = (search: ExerciseSearch): boolean => Object.keys(search).length > 0;

const codesOf = (found: unknown): readonly string[] =>
  typeof found === "string" && found !== "" ? found.split(",") : [];

const keysOf = (type: TaxonomyType): readonly string[] => TAXONOMY_SEED[type].map(({ key }) => key);
