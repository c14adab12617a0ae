import { admitBatch } from "../../activities/sync/admit-batch.ts";
import { noteSight } from "../../activities/sync/note-sight.ts";
import { Refusal } from "../../contract/refusal.ts";
import {
  relationshipParamsSchema,
  syncAnswerSchema,
  syncQuerySchema,
  syncRequestSchema,
  syncSnapshotSchema,
  type RefetchHint,
} from "../../contract/sync/schema.ts";
import { BATCH_LIMITS, SCOPE_STATES } from "../../contract/sync/vocabulary.ts";
import { findScopeSnapshot } from "../../db/sync/queries.ts";
import { scopeRefetch } from "../../rules/sync/scope-refetch.ts";
import type { ApiDeps } from "../deps.ts";
import { door, read, type Endpoint } from "../endpoint.ts";
import { countDropped } from "./count-dropped.ts";
import { listChangeHints } from "./list-change-hints.ts";
import { deviceSurfaceOf, requireOwnDevice } from "./own-device.ts";
import { parseForDevice } from "./parse-for-device.ts";
import { presentReceipt } from "./present.ts";
import { decodeServerCursor, encodeServerCursor, type ScopePosition } from "./server-cursor.ts";

const PATH = "/api/v1/coach-client-relationships/{relationshipId}/sync";
const NEWEST_RECEIPTS = 50;

/** Both halves of relationship sync (document 1, "Relationship sync route"). */
export const syncEndpoints: readonly Endpoint[] = [
  door({
    method: "POST",
    path: PATH,
    summary: "Submit queued operations; each gets its own verdict",
    source: "Document 1, Sync request and response shape",
    access: "relationship-participant",
    params: relationshipParamsSchema,
    unparsedBody: syncRequestSchema,
    answer: syncAnswerSchema,
    bodyLimit: BATCH_LIMITS.bodyBytes,
    toleratesJsonFaultsUnder: ["operations", "*", "payload"],
    refusals: ["DEVICE_REVOKED", "NOT_FOUND", "UNAVAILABLE"],
    async handle({ params, body, rawBody, toleratedFaults, granted, request, deps }) {
      const { caller, relationship } = granted;
      const { em } = deps.database;
      const batchBody = await parseForDevice(syncRequestSchema, body, { em, caller });
      countDropped(deps.metrics, body, batchBody);
      const { deviceId, operations, outbox, clientSentAt } = batchBody;
      const admitted = await admitBatch(
        deps.admission,
        {
          relationshipId: params.relationshipId,
          deviceId,
          actorUserId: caller.userId,
          actor: relationship.as,
          surface: deviceSurfaceOf(caller),
          appSessionId: caller.appSessionId,
          requestId: request.requestId,
          body: rawBody,
          operations,
          faultyOrdinals: faultyOrdinals(toleratedFaults),
          outboxHealth: outbox ?? null,
          clientSentAt,
        },
        async () => undefined,
      );
      const position = { ...admitted, relationshipId: params.relationshipId };
      return {
        results: [...admitted.results],
        serverCursor: encodeServerCursor(deps.keys.cursor, position),
        scopeState: admitted.scopeState,
        refetch: cursorHints(deps, batchBody, position),
      };
    },
  }),
  read({
    method: "GET",
    path: PATH,
    summary: "Read the scope: its state, what changed, and this device's newest receipts",
    source: "Document 1, Relationship sync route; decisions.md, Reading",
    access: "relationship-participant",
    params: relationshipParamsSchema,
    query: syncQuerySchema,
    answer: syncSnapshotSchema,
    refusals: ["DEVICE_REVOKED", "NOT_FOUND", "CURSOR_INVALID", "CURSOR_EXPIRED"],
    async handle({ em, params, query, granted, deps }) {
      const { relationshipId } = params;
      const device = await requireOwnDevice(em, granted.caller, query.deviceId);
      if (query.cursor !== undefined) throw new Refusal("CURSOR_INVALID");
      const asked = { relationshipId, deviceId: query.deviceId };
      const present = await getSnapshot(em, asked, null);
      const position = positionOf(relationshipId, present);
      const sinceSeq =
        query.since === undefined
          ? null
          : decodeServerCursor(deps.keys.cursor, query.since, position);
      const snapshot = sinceSeq === null ? present : await getSnapshot(em, asked, sinceSeq);
      const { now } = position;
      const seenAt = device.lastSuccessfulSyncAt;
      const sight = { deviceId: query.deviceId, now, outboxHealth: null };
      await noteSight(em, sight, seenAt === null ? null : new Date(seenAt));
      return {
        assignment: null,
        workoutLogs: [],
        receipts: snapshot.receipts.map(presentReceipt),
        changes: await listChangeHints(em, snapshot.changes),
        scopeState: scopeStateOf(snapshot.relationshipStatus),
        nextCursor: null,
        serverCursor: encodeServerCursor(deps.keys.cursor, positionOf(relationshipId, snapshot)),
      };
    },
  }),
];

function faultyOrdinals(faults: readonly { readonly pointer: string }[]): ReadonlySet<number> {
  return new Set(faults.map(({ pointer }) => Number(pointer.split("/")[2])));
}

type Snapshot = NonNullable<Awaited<ReturnType<typeof findScopeSnapshot>>>;

async function getSnapshot(
  em: ApiDeps["database"]["em"],
  asked: { relationshipId: string; deviceId: string },
  sinceSeq: number | null,
): Promise<Snapshot> {
  const query = { ...asked, sinceSeq, receiptLimit: NEWEST_RECEIPTS };
  const snapshot = await findScopeSnapshot(em, query);
  if (snapshot === null) throw new Refusal("NOT_FOUND");
  return snapshot;
}

function positionOf(relationshipId: string, snapshot: Snapshot): ScopePosition {
  const { seq, epoch, now } = snapshot;
  return { relationshipId, seq, epoch, now: new Date(now) };
}

function scopeStateOf(status: Snapshot["relationshipStatus"]) {
  const state = SCOPE_STATES.find((known) => known === status);
  if (state === undefined) throw new Refusal("NOT_FOUND");
  return state;
}

/** A device's cursor is advisory here: a bad one never fails a batch, it asks for a fresh read. */
function cursorHints(
  deps: ApiDeps,
  { clientCursor, deviceId }: { clientCursor?: string | null | undefined; deviceId: string },
  position: ScopePosition,
): RefetchHint[] {
  if (clientCursor === undefined || clientCursor === null) return [];
  try {
    decodeServerCursor(deps.keys.cursor, clientCursor, position);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { relationshipId } = position;
    return [scopeRefetch({ relationshipId, deviceId }, "CURSOR")];
  }
}
