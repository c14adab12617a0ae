import { THUMBNAIL_WIDTH } from "../../contract/exercises/image-vocabulary.ts";

/** The URL of a picture in list width; null if there is none. */
export function thumbnailUrl(publicUrl: string, assetId: string | null): string | null {
  if (assetId === null) return null;
  return `${publicUrl}/api/v1/exercise-library/images/${assetId}/${THUMBNAIL_WIDTH}`;
}

/** The placeholder for a missing picture. */
export function placeholderOf(muscleGroups: readonly string[]): string {
  return muscleGroups[0] ?? "exercise";
}
