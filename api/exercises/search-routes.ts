import * as z from "zod";
import { askForDetail } from "../../activities/exercises/catalogue/refresh-details.ts";
import { type LibrarySearch, searchLibrary } from "../../activities/exercises/search-library.ts";
import { exerciseParamsSchema } from "../../contract/exercises/media-schema.ts";
import {
  exerciseDetailSchema,
  exerciseSearchQuerySchema,
  exerciseSearchSchema,
} from "../../contract/exercises/search-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { idSchema } from "../../contract/wire.ts";
import { findExercise } from "../../db/exercises/catalogue/queries.ts";
import { decodeCursor, encodeCursor } from "../encode-cursor.ts";
import type { ApiDeps } from "../api-deps.ts";
import { type Endpoint, read } from "../endpoint.ts";
import { requestedFacets, presentDetail, presentFacets, presentFound } from "./present-exercise.ts";

const source = "docs/rooms/exercises.md#search";
const path = "/api/v1/workspaces/{workspaceId}/exercise-library";

/** Search and reading of the exercise library for a workspace's coaches; no provider is called. */
export const librarySearchEndpoints: readonly Endpoint[] = [
  read({
    method: "GET",
    path: `${path}/search`,
    name: "searchExercises",
    summary: "Search exercises by name; the best match comes first",
    source,
    access: "workspace-coach",
    params: z.strictObject({ workspaceId: idSchema }),
    query: exerciseSearchQuerySchema,
    answer: exerciseSearchSchema,
    refusals: ["CURSOR_INVALID"],
    handle: async ({ em, granted, query: { cursor, limit, ...filters }, deps }) => {
      const { workspaceId } = granted.workspace;
      const scope = `exercise-search:${workspaceId}:${JSON.stringify(filters)}`;
      const after = cursor === undefined ? null : positionOf(deps, scope, cursor);
      const { items, counts, way, leftOut, tiers } = await searchLibrary(em, {
        workspaceId,
        text: filters.q ?? null,
        facets: requestedFacets(filters),
        source: filters.source ?? null,
        after,
        limit,
      });
      const page = items.slice(0, limit);
      const last = items.length > limit ? page.at(-1) : undefined;
      return {
        items: page.map((row) => presentFound(row, { deps, matched: tiers[row.tier] ?? null })),
        leftOut: [...leftOut],
        facets: after === null ? presentFacets(counts) : null,
        nextCursor: last === undefined ? null : cursorAt(deps, scope, { way, position: last }),
      };
    },
  }),
  read({
    method: "GET",
    path: `${path}/exercises/{exerciseId}`,
    name: "readExercise",
    summary: "An exercise with all known details and its picture",
    source,
    access: "workspace-coach",
    params: exerciseParamsSchema,
    answer: exerciseDetailSchema,
    refusals: ["NOT_FOUND"],
    handle: async ({ em, granted, params: { exerciseId }, deps }) => {
      const { workspaceId } = granted.workspace;
      const found = await findExercise(em, { workspaceId, exerciseId });
      if (found === undefined) throw new Refusal("NOT_FOUND");
      if (found.isOld === true) await askForDetail(em, exerciseId);
      return presentDetail(found, deps);
    },
  }),
];

type SearchPlace = NonNullable<LibrarySearch["after"]>;

function cursorAt({ keys }: ApiDeps, scope: string, { way, position }: SearchPlace): string {
  const { tier, words, name, id } = position;
  return encodeCursor(keys.cursor, scope, { way, tier, words, name, id });
}

function positionOf({ keys }: ApiDeps, scope: string, cursor: string): SearchPlace {
  const place = placeSchema.safeParse(decodeCursor(keys.cursor, scope, cursor));
  if (!place.success) throw new Refusal("CURSOR_INVALID");
  const { way, ...position } = place.data;
  return { way, position };
}

const placeSchema = z.strictObject({
  way: z.int(),
  tier: z.int(),
  words: z.int(),
  name: z.string(),
  id: idSchema,
});
