import {
  type ExerciseDetail,
  exerciseSearchSchema,
  type FoundExercise,
} from "../../../../contract/exercises/search-schema.ts";
import type * as z from "zod";
import { askApi } from "../../call-api.ts";
import type { Stage } from "../../stage.ts";
import type { Coach } from "../coach-chapters.ts";

export type ExerciseSearch = z.output<typeof exerciseSearchSchema>;

/** Where a coach looks for exercises. */
const libraryOf = ({ workspaceId }: Coach) => `/api/v1/workspaces/${workspaceId}/exercise-library`;

/** A search of the library, as a request. */
export function searchRequest(coach: Coach, query: Readonly<Record<string, string>>) {
  const path = `${libraryOf(coach)}/search?${new URLSearchParams(query).toString()}`;
  return { method: "GET", path, token: coach.token, answer: exerciseSearchSchema } as const;
}

/** Where the detail of an exercise is. */
export const detailPath = (coach: Coach, { exerciseId }: Pick<ExerciseDetail, "exerciseId">) =>
  `${libraryOf(coach)}/exercises/${exerciseId}`;

/** Those with a video, by name, from a place in the list on: as many as a page has. */
export async function withVideos(
  { api }: Stage,
  coach: Coach,
  from: number,
): Promise<readonly FoundExercise[]> {
  let skipped = 0;
  let cursor: string | null = "";
  for (;;) {
    const after: Record<string, string> = cursor === "" ? {} : { cursor };
    const { data } = await askApi(api, searchRequest(coach, { hasVideo: "true", ...after }));
    if (skipped + data.items.length > from) return data.items.slice(from - skipped);
    skipped += data.items.length;
    cursor = data.nextCursor;
    // Whoever has come to the end of the library begins anew.
    if (cursor === null) return data.items;
  }
}
