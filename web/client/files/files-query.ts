import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../../api/api-client.ts";
import { firstPage } from "../../api/first-page.ts";
import type { components } from "../../api/routes.d.ts";
import { type ClientPlace, clientKey } from "../client-queries.ts";

/** The files of a client that belong to accepted entries, newest first. */
export function filesQuery(api: Api, place: ClientPlace) {
  const { relationshipId } = place;
  return infiniteQueryOptions({
    queryKey: [...clientKey(place), "files"],
    queryFn: async ({ pageParam }) =>
      await answer(
        api.GET("/api/v1/coach/relationships/{relationshipId}/files", {
          params: {
            path: { relationshipId },
            query: pageParam === null ? {} : { cursor: pageParam },
          },
        }),
      ),
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/**
 * The bytes of a file, which never change. They are kept only while something shows them, and never on disk: the
 * browser's own cache is left out.
 */
export function contentQuery(api: Api, mediaId: string) {
  return queryOptions({
    queryKey: ["media", mediaId],
    queryFn: async () => await readContent(api, mediaId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Reads the bytes of a file. @throws Problem if it is gone, refused, or no answer came. */
export async function readContent(api: Api, mediaId: string): Promise<Blob> {
  return await answer(
    api
      .GET("/api/v1/media/{mediaId}/content", {
        params: { path: { mediaId } },
        parseAs: "blob",
        cache: "no-store",
      })
      .then(({ data, error, response }) => ({ response, error, data: data && { data } })),
  );
}

export type ClientFile = components["schemas"]["ClientFile"];
