import type { z } from "zod";
import type {
  ExerciseDetail,
  exerciseSearchQuerySchema,
  FoundExercise,
  SearchFacets,
} from "../../contract/exercises/search-schema.ts";
import type { SearchMatch } from "../../contract/exercises/vocabulary.ts";
import type { findExercise } from "../../db/exercises/catalogue/queries.ts";
import type { FoundPage, FoundRow } from "../../db/exercises/search/queries.ts";
import type { SearchPage } from "../../db/exercises/search/search-page.ts";
import type { ApiDeps } from "../api-deps.ts";
import { placeholderOf, thumbnailUrl } from "./thumbnail-url.ts";

type SearchQuery = z.output<typeof exerciseSearchQuerySchema>;
type Detail = NonNullable<Awaited<ReturnType<typeof findExercise>>>;

/** Search filters by wire name, with the prefix of their stored facets. */
const KINDS = {
  muscleGroup: "muscle",
  equipment: "equipment",
  exerciseType: "type",
  difficulty: "difficulty",
  hasVideo: "hasVideo",
} as const satisfies Record<keyof SearchFacets, string>;

/** The stored facets that a query filters by, by kind. */
export function requestedFacets(query: Partial<SearchQuery>): SearchPage["facets"] {
  const { muscleGroup, equipment, exerciseType, difficulty, hasVideo } = query;
  const videos = hasVideo === undefined ? undefined : [String(hasVideo)];
  const byName = { muscleGroup, equipment, exerciseType, difficulty, hasVideo: videos };
  return Object.fromEntries(
    entriesOf(KINDS).flatMap(([name, kind]) => {
      const values = byName[name];
      return values === undefined ? [] : [[kind, values.map((value) => `${kind}:${value}`)]];
    }),
  );
}

/** Counts of stored facets, by wire name. */
export function presentFacets(counts: FoundPage["counts"]): SearchFacets {
  const of = (kind: string) =>
    counts
      .filter(({ facet }) => facet.startsWith(`${kind}:`))
      .map(({ facet, count }) => ({ key: facet.slice(kind.length + 1), count }));
  return {
    muscleGroup: of(KINDS.muscleGroup),
    equipment: of(KINDS.equipment),
    exerciseType: of(KINDS.exerciseType),
    difficulty: of(KINDS.difficulty),
    hasVideo: of(KINDS.hasVideo),
  };
}

/** An exercise in search results. */
export function presentFound(
  { id, title, isOwn, tier: _tier, words: _words, name: _name, assetId, ...row }: FoundRow,
  { deps, matched }: { readonly deps: ApiDeps; readonly matched: SearchMatch | null },
): FoundExercise {
  return {
    ...row,
    exerciseId: id,
    name: title,
    source: isOwn ? "workspace" : "provider",
    muscleGroups: [...row.muscleGroups],
    equipment: [...row.equipment],
    exerciseTypes: [...row.exerciseTypes],
    thumbnailAssetUrl: thumbnailUrl(deps.publicUrl, assetId),
    placeholder: assetId === null ? placeholderOf(row.muscleGroups) : null,
    matched,
  };
}

/** A single exercise. @throws Error if it is hidden until its type is decided. */
export function presentDetail(found: Detail, { publicUrl }: ApiDeps): ExerciseDetail {
  const { id, workspaceId, title, status, videoSeconds, assetId, attribution, ...rest } = found;
  const { isOld: _isOld, ...row } = rest;
  if (status === "HELD") throw new Error("An exercise that is held back must not be shown");
  // Without an attribution its image may not be shown.
  const assetUrl = attribution === null ? null : thumbnailUrl(publicUrl, assetId);
  return {
    ...row,
    exerciseId: id,
    name: title,
    status,
    source: workspaceId === null ? "provider" : "workspace",
    instructions: [...row.instructions],
    importantPoints: [...row.importantPoints],
    translations: row.translations.map((one) => ({ ...one, instructions: [...one.instructions] })),
    durationSeconds: videoSeconds,
    thumbnail: assetUrl === null || attribution === null ? null : { assetUrl, attribution },
    placeholder: assetUrl === null ? placeholderOf(row.muscleGroups) : null,
  };
}

function entriesOf<Name extends string, Value>(of: Readonly<Record<Name, Value>>) {
  const names: readonly Name[] = Object.keys(of).filter((name): name is Name => name in of);
  return names.map((name) => [name, of[name]] as const);
}
