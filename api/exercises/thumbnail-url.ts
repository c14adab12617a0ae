import { THUMBNAIL_WIDTH } from "../../contract/exercises/image-vocabulary.ts";

/** The address of a picture in the width of lists; null where there is none. */
export function thumbnailUrl(publicUrl: string, assetId: string | null): string | null {
  if (assetId === null) return null;
  return `${publicUrl}/api/v1/exercise-library/images/${assetId}/${THUMBNAIL_WIDTH}`;
}

/** What is drawn where there is no picture. */
export function placeholderOf(muscleGroups: readonly string[]): string {
  return muscleGroups[0] ?? "exercise";
}
