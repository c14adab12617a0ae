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

/** Path of a coach's exercise library. */
const libraryOf = ({ workspaceId }: Coach) => `/api/v1/workspaces/${workspaceId}/exercise-library`;

/** A request that searches the library. */
export function searchRequest(coach: Coach, query: Readonly<Record<string, string>>) {
  const path = `${libraryOf(coach)}/search?${new URLSearchParams(query).toString()}`;
  return { method: "GET", path, token: coach.token, answer: exerciseSearchSchema } as const;
}

/** Path of an exercise's detail. */
export const detailPath = (coach: Coach, { exerciseId }: Pick<ExerciseDetail, "exerciseId">) =>
  `${libraryOf(coach)}/exercises/${exerciseId}`;

/** Exercises with a video, by name, from a position in the list: as many as a page has. */
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
    // At the end of the library it starts over.
    if (cursor === null) return data.items;
  }
}
