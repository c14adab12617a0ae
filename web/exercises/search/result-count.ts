import type { Facets } from "../exercise-query.ts";

/**
 * Number of results. The API counts them by whether they have a video, and this count ignores that filter alone; with
 * the filter, only those with a video count.
 */
export function resultCount({ hasVideo }: Facets, isVideoOnly: boolean): number {
  return hasVideo
    .filter(({ key }) => !isVideoOnly || key === "true")
    .reduce((sum, { count }) => sum + count, 0);
}
