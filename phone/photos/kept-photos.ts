import type { MediaFile } from "../../device/media/types.ts";
import type { OperationState } from "../../device/outbox/types.ts";

/** The photos of refused entries. A photo that was refused itself is replaced first. */
export function keptPhotos(files: readonly MediaFile[], { refused, chosen }: Known): string[] {
  const entries = new Set(refused.map(({ clientOperationId }) => clientOperationId));
  return files
    .filter(
      ({ status, operations }) => status !== "REJECTED" && operations.some((id) => entries.has(id)),
    )
    .map(({ mediaId }) => mediaId)
    .filter((mediaId) => !chosen.includes(mediaId));
}

interface Known {
  readonly refused: readonly Pick<OperationState, "clientOperationId">[];
  readonly chosen: readonly string[];
}
