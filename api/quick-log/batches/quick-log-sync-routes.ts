import type { z } from "zod";
import { yieldRegularly } from "../../../activities/yield-regularly.ts";
import {
  quickLogBatchAnswerSchema,
  quickLogBatchSchema,
} from "../../../contract/quick-log/batch-schema.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import { listTaskStates } from "../../../db/agenda/queries.ts";
import { listLoggedReceipts } from "../../../db/quick-log/receipts/queries.ts";
import { findOwnScope } from "../../../db/quick-log/queries.ts";
import { unmanaged, type Endpoint } from "../../endpoint.ts";
import { requireOwnDevice } from "../../sync/require-own-device.ts";
import { batchRequest, faultyOrdinals } from "../../sync/admission-request.ts";
import { admitCounted } from "../../sync/admit-counted.ts";
import {
  CLIENT_SYNC,
  CLIENT_SYNC_REFUSALS,
  openClientBatch,
} from "../../sync/intake/client-sync.ts";
import { queuedOperation } from "../queued-operation.ts";
import { presentQuickLogBatch } from "./present-quick-log-batch.ts";

/**
 * Queued quick-log operations: a batch that sync admits, of operations that the server assembles as a phone would
 * have queued them (docs/rooms/quick-log.md#batches).
 */
const quickLogSync = unmanaged({
  ...CLIENT_SYNC,
  path: "/api/v1/client/quick-log/sync",
  name: "syncQuickLog",
  summary: "Submit queued quick-log operations; each gets its own verdict",
  source: "docs/rooms/quick-log.md#batches",
  unparsedBody: quickLogBatchSchema,
  answer: quickLogBatchAnswerSchema,
  refusals: CLIENT_SYNC_REFUSALS,
  async handle({ body, rawBody, toleratedFaults, granted, request, deps }) {
    const { caller } = granted;
    const { em } = deps.database;
    const sent = { body, granted, deps };
    const { scope, batch } = await openClientBatch(quickLogBatchSchema, sent, findOwnScope);
    const { relationshipId } = scope;
    const { deviceId } = batch;
    const faulty = faultyOrdinals(toleratedFaults);
    const operations = await queuedOperations(batch.operations, faulty).catch(async (error) => {
      // A device that may not sync is refused first (docs/rooms/sync.md#order-of-checks).
      await requireOwnDevice(em.fork(), caller, deviceId);
      throw error;
    });
    const taskIds = [...new Set(batch.operations.map(({ taskId }) => taskId))];
    const clientOperationIds = operations.map(({ clientOperationId }) => clientOperationId);
    const admission = batchRequest(
      { body, rawBody, toleratedFaults, caller, request },
      {
        relationshipId,
        actor: "CLIENT",
        batchBody: { ...batch, operations },
        stored: asQueued(deviceId, operations),
      },
      async (executor) => {
        const [tasks, receipts] = await Promise.all([
          listTaskStates(executor, relationshipId, taskIds),
          listLoggedReceipts(executor, { deviceId, relationshipId, clientOperationIds }),
        ]);
        return { tasks, receipts };
      },
    );
    const admitted = await admitCounted(deps, admission);
    return presentQuickLogBatch(deviceId, admitted);
  },
});

/**
 * The operations that a phone would have queued. @throws Refusal VALIDATION_FAILED if one of them contradicts itself.
 */
async function queuedOperations(
  actions: z.output<typeof quickLogBatchSchema>["operations"],
  faulty: ReadonlySet<number>,
): Promise<Operation[]> {
  const operations: Operation[] = [];
  const turn = yieldRegularly();
  for (const [ordinal, action] of actions.entries()) {
    const place = { at: `/operations/${ordinal}`, ordinal, isFaulty: faulty.has(ordinal) };
    operations.push(queuedOperation(action.taskId, action, place));
    // Each payload is hashed, so other requests run in between.
    await turn();
  }
  return operations;
}

/** The request in the form of relationship sync, so that stored requests have a single form. */
function asQueued(deviceId: string, operations: readonly Operation[]) {
  const bodyValue = { deviceId, operations };
  return { body: JSON.stringify(bodyValue), bodyValue, isOurs: true } as const;
}

/** The sync route of quick-log alone. */
export const quickLogSyncEndpoints: readonly Endpoint[] = [quickLogSync];
