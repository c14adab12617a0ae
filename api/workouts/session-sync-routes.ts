import {
  clientBatchParamsSchema,
  clientBatchQuerySchema,
  clientBatchSchema,
  sessionBatchAnswerSchema,
  sessionBatchSchema,
} from "../../contract/workouts/sync-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { findOwnScope } from "../../db/quick-log/queries.ts";
import { findClientBatch } from "../../db/sync/client-batches/queries.ts";
import { listConflictsOf } from "../../db/workouts/conflicts/queries.ts";
import { listSessionStates } from "../../db/workouts/sessions/queries.ts";
import { unmanaged, read, type Endpoint } from "../endpoint.ts";
import { batchRequest } from "../sync/admission-request.ts";
import { admitCounted } from "../sync/admit-counted.ts";
import { CLIENT_SYNC, CLIENT_SYNC_REFUSALS, openClientBatch } from "../sync/intake/client-sync.ts";
import { requireOwnDevice } from "../sync/require-own-device.ts";
import { presentClientBatch, presentSessionBatch } from "./present-session-batch.ts";

/** The admission route of sessions, in the client's one open relationship (docs/rooms/workouts.md#sync). */
const sessionSync = unmanaged({
  ...CLIENT_SYNC,
  path: "/api/v1/client/workout-sessions/sync",
  name: "syncWorkoutSessions",
  summary: "Submit queued operations on workout sessions, under a name for later lookups",
  source: "docs/rooms/workouts.md#sync",
  unparsedBody: sessionBatchSchema,
  answer: sessionBatchAnswerSchema,
  refusals: [...CLIENT_SYNC_REFUSALS, "IDEMPOTENCY_KEY_REUSED"],
  async handle({ body, rawBody, toleratedFaults, granted, request, deps }) {
    const { caller } = granted;
    const { em } = deps.database;
    const sent = { body, granted, deps };
    const { scope, batch: batchBody } = await openClientBatch(
      sessionBatchSchema,
      sent,
      findOwnScope,
    );
    const { relationshipId } = scope;
    const { clientBatchId } = batchBody;
    const admission = batchRequest(
      { body, rawBody, toleratedFaults, caller, request },
      { relationshipId, actor: "CLIENT", clientBatchId, batchBody },
      async () => await Promise.resolve(),
    );
    const { results } = await admitCounted(deps, admission);
    const conflicts = await listConflictsOf(em.fork(), {
      relationshipId,
      deviceId: batchBody.deviceId,
      clientOperationIds: results
        .filter(({ status }) => status === "CONFLICT")
        .map(({ clientOperationId }) => clientOperationId),
    });
    const named = results.flatMap(({ canonicalIds }) =>
      canonicalIds.map(({ canonicalId }) => canonicalId),
    );
    const sessions = await listSessionStates(em.fork(), relationshipId, named);
    return presentSessionBatch(clientBatchId, results, conflicts, sessions);
  },
});

const findBatch = read({
  method: "GET",
  path: "/api/v1/client/workout-sessions/sync/{clientBatchId}",
  name: "readWorkoutBatch",
  summary: "Read the result of a batch whose answer was lost",
  source: "docs/rooms/workouts.md#sync",
  access: "client",
  params: clientBatchParamsSchema,
  query: clientBatchQuerySchema,
  answer: clientBatchSchema,
  refusals: ["DEVICE_REVOKED", "NOT_FOUND"],
  async handle({ em, params: { clientBatchId }, query: { deviceId }, granted: { caller } }) {
    await requireOwnDevice(em, caller, deviceId);
    const scope = await findOwnScope(em, caller.userId);
    if (scope === null) throw new Refusal("NOT_FOUND");
    const { relationshipId } = scope;
    const found = await findClientBatch(em, { deviceId, relationshipId, id: clientBatchId });
    if (found === null) throw new Refusal("NOT_FOUND");
    const clientOperationIds = found.operations
      .filter(({ receiptId, isAccepted }) => receiptId !== null && !isAccepted)
      .map(({ id }) => id);
    const wanted = { relationshipId, deviceId, clientOperationIds };
    const conflicts = await listConflictsOf(em, wanted);
    const named = found.receipts.flatMap(({ canonicalId }) => canonicalId ?? []);
    const sessions = await listSessionStates(em, relationshipId, named);
    return presentClientBatch(clientBatchId, found, conflicts, sessions);
  },
});

/** Sync of workout sessions. */
export const sessionSyncEndpoints: readonly Endpoint[] = [sessionSync, findBatch];
