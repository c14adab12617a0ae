import { sliceDigest } from "../../../contract/sync/slice-digest.ts";
import { SLICE_LIMITS } from "../../../contract/sync/vocabulary.ts";
import type { Digest } from "../../../contract/digest.ts";
import type { KeptSlice } from "./types.ts";

/** The stored slices as the query `digests` names them, with the server's own digest of their rows; null if none. */
export async function digestsOf(
  slices: readonly KeptSlice[],
  digest: Digest,
): Promise<string | null> {
  const named = slices.slice(0, SLICE_LIMITS.slices).map(async ({ name, rows }) => {
    return rows === null ? name : `${name}=${await sliceDigest(rows, digest)}`;
  });
  return named.length === 0 ? null : (await Promise.all(named)).join(",");
}
