import type { Facets } from "../exercise-query.ts";

/**
 * Number of results. The API's facet of videos ignores the video filter itself, so under that filter only the exercises
 * with a video count.
 */
export function resultCount({ hasVideo }: Facets, isVideoOnly: boolean): number {
  return hasVideo
    .filter(({ key }) => !isVideoOnly || key === "true")
    .reduce((sum, { count }) => sum + count, 0);
}
