import { payloadChecksum } from "../canonical-form.ts";
import type { Digest } from "../digest.ts";
import type { WorkoutSnapshotContent } from "./package-schema.ts";

/**
 * Checksum of a workout, `sha-256:<hex>` over its canonical form (docs/rooms/workouts.md#packages). Two packages with
 * the same checksum contain the same workout, whatever else they contain.
 */
export async function snapshotChecksum(
  content: WorkoutSnapshotContent,
  digest: Digest,
): Promise<string> {
  return await payloadChecksum(content, digest);
}
