import { infiniteQueryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../../api/api-client.ts";
import { firstPage } from "../../api/first-page.ts";
import type { components } from "../../api/routes.d.ts";
import { type ClientPlace, clientKey } from "../client-queries.ts";

/** A client's timeline, newest first. */
export function timelineQuery(api: Api, place: ClientPlace) {
  const { relationshipId } = place;
  return infiniteQueryOptions({
    queryKey: [...clientKey(place), "timeline"],
    queryFn: async ({ pageParam }) =>
      await answer(
        api.GET("/api/v1/coach/relationships/{relationshipId}/timeline", {
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

/** An entry that this version knows by its facts. */
export type TimelineEntry = Extract<
  components["schemas"]["TimelineEntry"],
  { readonly facts: unknown }
>;
