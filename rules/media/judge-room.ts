import type { MediaLimits } from "../../contract/media/vocabulary.ts";

/**
 * Whether another upload fits. CROWDED: too many uploads are in progress, which resolves itself. FULL: too many
 * bytes.
 */
export function judgeRoom(
  usage: MediaUsage,
  limits: MediaLimits,
  sizeBytes: number,
): "ROOM" | "CROWDED" | "FULL" {
  if (usage.openUploads >= limits.openUploads) return "CROWDED";
  return usage.relationshipBytes + sizeBytes > limits.relationshipBytes ? "FULL" : "ROOM";
}

/** The media of a relationship, and the uploads in progress of one person for it. */
export interface MediaUsage {
  readonly relationshipBytes: number;
  readonly openUploads: number;
}
