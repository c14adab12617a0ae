import { type HeldSlice, sliceDay, type SliceState } from "../../contract/sync/slice-schema.ts";
import { SCOPE_SLICES } from "../../contract/sync/vocabulary.ts";
import type { ScopeSnapshot } from "../../db/sync/scope/queries.ts";
import { agendaDayPath, type DeviceReader, formAssignmentsPath } from "./reader-paths.ts";
import { scopeRefetch } from "../../rules/sync/scope-refetch.ts";

/** Slices to digest: those a device asks about, else all of them on a full read, else none. */
export function askedSlices({
  since,
  digests,
}: {
  readonly since?: string | undefined;
  readonly digests?: readonly HeldSlice[] | undefined;
}) {
  if (digests === undefined)
    return since === undefined ? { names: SCOPE_SLICES, days: [], nearDays: true } : null;
  const slices = digests.map(({ slice }) => slice);
  return {
    names: slices.filter((slice) => sliceDay(slice) === null),
    days: slices.flatMap((slice) => sliceDay(slice) ?? []),
    nearDays: false,
  };
}

/** The slices that are not as the device keeps them, each with the path where it is read afresh. */
export function differingSlices(
  slices: ScopeSnapshot["slices"],
  held: readonly HeldSlice[],
  reader: DeviceReader,
): SliceState[] {
  const digests = new Map(held.map(({ slice, digest }) => [slice, digest]));
  return slices
    .filter(({ slice, digest }) => digests.get(slice) !== digest)
    .map(({ slice, digest }) => ({ slice, digest, path: slicePath(slice, reader) }));
}

function slicePath(slice: string, reader: DeviceReader): string {
  const day = sliceDay(slice);
  if (day !== null) return agendaDayPath(reader, day);
  if (slice === "form-assignments") return formAssignmentsPath(reader);
  return scopeRefetch(reader, "CHANGED").path;
}
