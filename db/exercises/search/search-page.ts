import type { ExerciseSource } from "../../../contract/exercises/vocabulary.ts";
import type { BuiltQuery } from "../../../rules/exercises/search/build-query.ts";

/** Where a page goes on: the keys of its last item. */
export type SearchPosition = {
  readonly tier: number;
  readonly words: number;
  readonly name: string;
  readonly id: string;
};

/** What is looked for. */
export interface SearchPage {
  readonly workspaceId: string;
  /** Null for all there are, by name. */
  readonly query: BuiltQuery | null;
  /** Facets as they are stored, e.g. `equipment:barbell`, by kind: any of each. */
  readonly facets: Readonly<Record<string, readonly string[]>>;
  readonly source: ExerciseSource | null;
  /** Null for the first page, which counts. */
  readonly after: SearchPosition | null;
  readonly limit: number;
}
