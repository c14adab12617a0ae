import { type CachedSlice, sliceDay, type SliceState } from "../../contract/sync/slice-schema.ts";
import { SCOPE_SLICES } from "../../contract/sync/vocabulary.ts";
import type { ScopeSnapshot } from "../../db/sync/scope/queries.ts";
import {
  agendaDayPath,
  type DeviceReader,
  formAssignmentsPath,
  offlineManifestPath,
} from "./reader-paths.ts";
import { scopeRefetch } from "../../rules/sync/scope-refetch.ts";

/** Slices to digest: the named ones, else all of the reader's own on a full read, else none. */
export function requestedSlices(
  {
    since,
    digests,
  }: {
    readonly since?: string | undefined;
    readonly digests?: readonly CachedSlice[] | undefined;
  },
  { as }: Pick<DeviceReader, "as">,
) {
  // Offline workouts are only for the client.
  const isForReader = (name: string) => as === "CLIENT" || name !== "workout-packages";
  if (digests === undefined) {
    if (since !== undefined) return null;
    return { names: SCOPE_SLICES.filter(isForReader), days: [], nearDays: true };
  }
  const slices = digests.map(({ slice }) => slice);
  return {
    names: slices.filter((slice) => sliceDay(slice) === null && isForReader(slice)),
    days: slices.flatMap((slice) => sliceDay(slice) ?? []),
    nearDays: false,
  };
}

/** The slices that differ from the device's copy, each with the path to refetch it. */
export function differingSlices(
  slices: ScopeSnapshot["slices"],
  cached: readonly CachedSlice[],
  reader: DeviceReader,
): SliceState[] {
  const digests = new Map(cached.map(({ slice, digest }) => [slice, digest]));
  return slices
    .filter(({ slice, digest }) => digests.get(slice) !== digest)
    .map(({ slice, digest }) => ({ slice, digest, path: slicePath(slice, reader) }));
}

function slicePath(slice: string, reader: DeviceReader): string {
  const day = sliceDay(slice);
  if (day !== null) return agendaDayPath(reader, day);
  if (slice === "form-assignments") return formAssignmentsPath(reader);
  if (slice === "workout-packages") return offlineManifestPath(reader);
  return scopeRefetch(reader, "CHANGED").path;
}
