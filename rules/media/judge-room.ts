import type { MediaLimits } from "../../contract/media/vocabulary.ts";

/** What a relationship holds already, and what one person has under way for it. */
export interface MediaUsage {
  readonly relationshipBytes: number;
  readonly openUploads: number;
}

/**
 * Whether there is room for another upload. CROWDED: too many are under way, which ends by itself. FULL:
 * its bytes would be too many.
 */
export function judgeRoom(
  usage: MediaUsage,
  limits: MediaLimits,
  sizeBytes: number,
): "ROOM" | "CROWDED" | "FULL" {
  if (usage.openUploads >= limits.openUploads) return "CROWDED";
  return usage.relationshipBytes + sizeBytes > limits.relationshipBytes ? "FULL" : "ROOM";
}
