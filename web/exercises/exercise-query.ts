import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../api/api-client.ts";
import { firstPage } from "../api/first-page.ts";
import { problemOf } from "../api/problem.ts";
import { readAllPages } from "../api/read-all-pages.ts";
import type { components } from "../api/routes.d.ts";
import type { SearchFilters } from "./search/exercise-search.ts";

/** The exercises that a text and filters find, best first. Without a text they are in order of their names. */
export function searchQuery(api: Api, { workspaceId, text, filters }: SearchPlace) {
  return infiniteQueryOptions({
    queryKey: [...libraryKey(workspaceId), "search", text, filters],
    queryFn: async ({ pageParam, signal }) =>
      await answer(
        api.GET("/api/v1/workspaces/{workspaceId}/exercise-library/search", {
          params: {
            path: { workspaceId },
            query: {
              limit: PAGE,
              ...filters,
              ...(text !== null && { q: text }),
              ...(pageParam !== null && { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    gcTime: SEARCH_KEPT_MS,
  });
}

interface SearchPlace {
  readonly workspaceId: string;
  /** The searched text; null for the whole library. */
  readonly text: string | null;
  readonly filters: SearchFilters;
}

/** An exercise with all details. It never contains a video. */
export function exerciseQuery(api: Api, workspaceId: string, exerciseId: string) {
  return queryOptions({
    queryKey: [...libraryKey(workspaceId), "exercise", exerciseId],
    queryFn: async () =>
      await answer(
        api.GET("/api/v1/workspaces/{workspaceId}/exercise-library/exercises/{exerciseId}", {
          params: { path: { workspaceId, exerciseId } },
        }),
      ),
  });
}

/** A picture as bytes, because it needs the token. */
export function pictureQuery(api: Api, { assetId, width }: PicturePlace) {
  return queryOptions({
    queryKey: ["exercise-picture", assetId, width],
    queryFn: async ({ signal }) => {
      const { data, error, response } = await api.GET(
        "/api/v1/exercise-library/images/{assetId}/{width}",
        { params: { path: { assetId, width } }, parseAs: "blob", signal },
      );
      if (data === undefined) throw problemOf(response, error);
      return data;
    },
    staleTime: PICTURE_KEPT_MS,
    gcTime: PICTURE_KEPT_MS,
  });
}

interface PicturePlace {
  readonly assetId: string;
  readonly width: PictureWidth;
}

/** Widths of pictures in pixels, as the API stores them. */
export type PictureWidth = "160" | "320" | "640";

/** Everybody whose pictures are shown, with the licence. */
export function attributionsQuery(api: Api) {
  return queryOptions({
    queryKey: ["exercise-attributions"],
    queryFn: async () =>
      await readAllPages(() => answer(api.GET("/api/v1/exercise-library/attributions"))),
  });
}

/** Everything read of a workspace's library. */
export const libraryKey = (workspaceId: string) => ["exercises", workspaceId] as const;

export type FoundExercise = components["schemas"]["FoundExercise"];
export type Exercise = components["schemas"]["Exercise"];
export type Facets = components["schemas"]["SearchFacets"];

const PAGE = 60;
const SEARCH_KEPT_MS = 5 * 60_000;
const PICTURE_KEPT_MS = 5 * 60_000;
