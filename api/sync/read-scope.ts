import { followReader } from "../../activities/sync/devices/require-same-session.ts";
import { Refusal } from "../../contract/refusal.ts";
import { relationshipParamsSchema } from "../../contract/sync/schema.ts";
import { syncQuerySchema, syncSnapshotSchema } from "../../contract/sync/snapshot-schema.ts";
import type { CachedSlice } from "../../contract/sync/slice-schema.ts";
import { NEWEST_RECEIPTS, SCOPE_STATES } from "../../contract/sync/vocabulary.ts";
import { findScopeSnapshot, type ScopeSnapshot } from "../../db/sync/scope/queries.ts";
import { restoredLately } from "../../rules/sync/judge-after-restore.ts";
import { read } from "../endpoint.ts";
import { listChangeHints } from "./list-change-hints.ts";
import { logsAfter, readLogs } from "./read-logs.ts";
import { recordRead } from "./record-read.ts";
import { requireOwnDevice } from "./require-own-device.ts";
import { presentReceipt } from "./present.ts";
import { presentProgram } from "./present-program.ts";
import { encodeServerCursor, openServerCursor, requireLiveCursor } from "../server-cursor.ts";
import { requestedSlices, differingSlices } from "./requested-slices.ts";

/** Path of both halves of relationship sync. */
export const SYNC_PATH = "/api/v1/coach-client-relationships/{relationshipId}/sync";

/**
 * The read half of sync. In addition to the guard it takes one statement, one for the days of changed tasks, and one
 * for workout logs.
 */
export const readScope = read({
  method: "GET",
  path: SYNC_PATH,
  name: "readScope",
  summary: "Read the scope: its state, its program, changes or differences, the newest receipts",
  source: "docs/rooms/sync.md#reading",
  access: "relationship-participant",
  params: relationshipParamsSchema,
  query: syncQuerySchema,
  answer: syncSnapshotSchema,
  refusals: ["DEVICE_REVOKED", "NOT_FOUND", "CURSOR_INVALID", "CURSOR_EXPIRED"],
  async handle({ em, params, query, granted, request, deps }) {
    const { relationshipId } = params;
    const { deviceId } = query;
    const asking = { ...granted.relationship, deviceId };
    const device = await requireOwnDevice(em, granted.caller, deviceId);
    await followReader(em, device, granted.caller);
    const wanted = { relationshipId, ...query };
    const after = logsAfter(deps, wanted);
    const key = deps.keys.cursor;
    const since =
      query.since === undefined ? null : openServerCursor(key, relationshipId, query.since);
    const snapshot = await findScopeSnapshot(em, {
      relationshipId,
      deviceId,
      sinceSeq: since?.seq ?? null,
      receiptLimit: NEWEST_RECEIPTS,
      slices: requestedSlices(query, asking),
    });
    if (snapshot === null) throw new Refusal("NOT_FOUND");
    const { seq, epoch } = snapshot;
    const now = new Date(snapshot.now);
    const receivedAt = new Date(now.getTime() - (performance.now() - request.arrivedMs));
    const position = { relationshipId, seq, epoch, now };
    if (since !== null) requireLiveCursor(since, position);
    if (!snapshot.changesKept) throw new Refusal("CURSOR_EXPIRED");
    const logs = await readLogs(em, deps, { read: wanted, after, changes: snapshot.changes });
    const answer = {
      ...logs,
      ...(snapshot.programChanged && { assignment: presentProgram(snapshot.program) }),
      receipts: snapshot.receipts.map(presentReceipt),
      changes: await listChangeHints(em, snapshot.changes, asking),
      slices: differingSlices(snapshot.slices, provenDigests(snapshot, query), asking),
      scopeState: scopeStateOf(snapshot.relationshipStatus),
      serverCursor: encodeServerCursor(key, position),
    };
    await recordRead(em, device, { query, receivedAt, now, metrics: deps.metrics });
    return answer;
  },
});

/** After a restore revisions repeat: without a present cursor, digests prove nothing. */
function provenDigests(
  { restoredAt, now }: ScopeSnapshot,
  {
    digests = [],
    since,
  }: { digests?: readonly CachedSlice[] | undefined; since?: string | undefined },
): readonly CachedSlice[] {
  if (restoredAt === null || since !== undefined) return digests;
  return restoredLately(new Date(restoredAt), new Date(now)) === null ? digests : [];
}

function scopeStateOf(status: string) {
  const state = SCOPE_STATES.find((known) => known === status);
  if (state === undefined) throw new Refusal("NOT_FOUND");
  return state;
}
