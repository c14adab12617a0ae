import { Refusal } from "../../contract/refusal.ts";
import {
  relationshipParamsSchema,
  syncAnswerSchema,
  syncRequestSchema,
  type RefetchHint,
} from "../../contract/sync/schema.ts";
import { BATCH_LIMITS } from "../../contract/sync/vocabulary.ts";
import { scopeRefetch } from "../../rules/sync/scope-refetch.ts";
import type { ApiDeps } from "../api-deps.ts";
import { unmanaged, type Endpoint } from "../endpoint.ts";
import { batchRequest } from "./admission-request.ts";
import { admitCounted } from "./admit-counted.ts";
import { parseForDevice } from "./intake/parse-for-device.ts";
import { readScope, SYNC_PATH } from "./read-scope.ts";
import {
  encodeServerCursor,
  openServerCursor,
  requireLiveCursor,
  type ScopePosition,
} from "../server-cursor.ts";

/** Both halves of relationship sync (docs/rooms/sync.md#flow). */
export const syncEndpoints: readonly Endpoint[] = [
  unmanaged({
    method: "POST",
    path: SYNC_PATH,
    name: "submitBatch",
    summary: "Submit queued operations; each gets its own verdict",
    source: "docs/rooms/sync.md#request-and-answer",
    access: "relationship-participant",
    traffic: "SYNC",
    params: relationshipParamsSchema,
    unparsedBody: syncRequestSchema,
    answer: syncAnswerSchema,
    bodyLimit: BATCH_LIMITS.bodyBytes,
    toleratesJsonFaultsUnder: ["operations", "*", "payload"],
    refusals: ["DEVICE_REVOKED", "NOT_FOUND", "RATE_LIMITED", "UNAVAILABLE"],
    async handle({ params, body, rawBody, toleratedFaults, granted, request, deps }) {
      const { caller, relationship } = granted;
      const batchBody = await parseForDevice(syncRequestSchema, body, { deps, caller });
      const sent = { body, rawBody, toleratedFaults, caller, request };
      const scope = { relationshipId: params.relationshipId, actor: relationship.as };
      const admitted = await admitCounted(
        deps,
        batchRequest(sent, { ...scope, batchBody }, async () => undefined),
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
  readScope,
];

/**
 * The answer has the newest cursor, so a hint covers what the device would skip. It starts at the device's own cursor,
 * or includes everything if that is invalid or `null`. A device that omits the cursor stores none, and skips nothing.
 * The hint is advisory and never fails a batch.
 */
function cursorHints(
  deps: ApiDeps,
  { clientCursor, deviceId }: { clientCursor?: string | null | undefined; deviceId: string },
  position: ScopePosition & { readonly seqBefore: number },
): RefetchHint[] {
  if (clientCursor === undefined) return [];
  const scope = { relationshipId: position.relationshipId, deviceId };
  if (clientCursor === null) return [scopeRefetch(scope, "CURSOR")];
  try {
    const since = clientCursor;
    const cursor = openServerCursor(deps.keys.cursor, position.relationshipId, since);
    requireLiveCursor(cursor, position);
    return cursor.seq < position.seqBefore ? [scopeRefetch({ ...scope, since }, "CHANGED")] : [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [scopeRefetch(scope, "CURSOR")];
  }
}
