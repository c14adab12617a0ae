import {
  type CachedSlice,
  cachedSlicesSchema,
  sliceDay,
} from "../../../../contract/sync/slice-schema.ts";
import { syncSnapshotSchema } from "../../../../contract/sync/snapshot-schema.ts";
import type { HttpAnswer } from "../../../../device/ports/http.ts";
import { conflictRefetch } from "../../../../rules/workouts/conflicts/conflict-refetch.ts";
import { problem } from "../../../factories/device/fake-api.ts";
import type { ModelServer } from "./model-server.ts";
import { cursorOf, success } from "./success.ts";
import { daySliceDigest, NO_ROWS } from "./tasks.ts";
import type { Relationship } from "./types.ts";
import { layPackages, packagesDigest } from "./workouts.ts";

/** The read half of sync: a cursor of another epoch has expired, and only slices that differ are named. */
export async function readChanges(
  server: ModelServer,
  relationship: Relationship,
  query: URLSearchParams,
): Promise<HttpAnswer> {
  const since = query.get("since");
  if (since !== null && since.split(".")[0] !== String(server.epoch))
    return problem({ code: "CURSOR_EXPIRED" });
  const digests = query.get("digests");
  const cached = digests === null ? [] : cachedSlicesSchema.parse(digests);
  if (digests !== null) await layPackages(server, relationship);
  const asked = cached.map(({ slice, digest }) => stateOf(relationship, { slice, digest }));
  // Without a cursor a digest proves nothing.
  const slices = asked.filter(({ isSame }) => since === null || !isSame);
  const answer = syncSnapshotSchema.parse({
    ...(since === null && { assignment: null }),
    workoutLogs: [],
    receipts: [],
    changes: conflictChanges(relationship, since),
    slices: slices.map(({ state }) => state),
    scopeState: relationship.status,
    nextCursor: null,
    serverCursor: cursorOf(server, relationship),
  });
  return success(server, answer);
}

/** The conflicts that were opened, renewed or ended since a cursor. */
function conflictChanges({ conflicts }: Relationship, since: string | null) {
  if (since === null) return [];
  const seen = Number(since.split(".")[1]);
  return [...conflicts.values()].flatMap(({ id, changedBy }) =>
    changedBy > seen ? [conflictRefetch(id)] : [],
  );
}

function digestOfSlice(relationship: Relationship, slice: string): string {
  return slice === "workout-packages" ? packagesDigest(relationship) : NO_ROWS;
}

function stateOf(relationship: Relationship, { slice, digest: known }: CachedSlice) {
  const localDate = sliceDay(slice);
  const digest =
    localDate === null
      ? digestOfSlice(relationship, slice)
      : daySliceDigest(relationship, localDate);
  const path =
    localDate === null
      ? `/api/v1/coach-client-relationships/${relationship.id}/sync`
      : `/api/v1/client/today?date=${localDate}`;
  return { isSame: digest === known, state: { slice, digest, path } };
}
