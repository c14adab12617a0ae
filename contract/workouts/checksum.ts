import { payloadChecksum } from "../canonical-json.ts";
import type { Digest } from "../digest.ts";
import type { WorkoutSnapshotContent } from "./package-schema.ts";

/**
 * Checksum of what is trained, `sha-256:<hex>` over its canonical form (docs/rules.md#workout-packages): two
 * packages with the same one ask for the same workout, whatever goes with them.
 */
export async function snapshotChecksum(
  content: WorkoutSnapshotContent,
  digest: Digest,
): Promise<string> {
  return await payloadChecksum(content, digest);
}
