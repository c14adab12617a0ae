import type { ExerciseSource } from "../../../contract/exercises/vocabulary.ts";
import type { BuiltQuery } from "../../../rules/exercises/search/build-query.ts";

/** A search request. */
export interface SearchPage {
  readonly workspaceId: string;
  /** Null for all exercises, by name. */
  readonly query: BuiltQuery | null;
  /** Facets as stored, for example `equipment:barbell`, by kind; one of each kind suffices. */
  readonly facets: Readonly<Record<string, readonly string[]>>;
  readonly source: ExerciseSource | null;
  /** Null for the first page, which counts facets. */
  readonly after: SearchPosition | null;
  readonly limit: number;
}

/** Tiers of equal names, before those of the query: an equal title, then an equal name. */
export const NAME_TIERS = 2;

/** Where a page continues: the keys of its last item. */
export type SearchPosition = {
  readonly tier: number;
  readonly words: number;
  readonly name: string;
  readonly id: string;
};
