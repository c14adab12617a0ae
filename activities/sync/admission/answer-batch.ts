import type { OperationResult } from "../../../contract/sync/schema.ts";
import { executorOf, pipelineAndCommit } from "../../../db/platform/pipeline/pipeline.ts";
import { lockScope } from "../../../db/platform/scopes/lock-scopes.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { hintRelay } from "../../../db/platform/transactions/relay-hints.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { finishedBatches } from "../client-batches/finished-batches.ts";
import { namedBatchWrite } from "../client-batches/read-named-batch.ts";
import { recordLastSeen } from "../devices/record-last-seen.ts";
import type { AdmissionDeps, AdmissionRequest, AdmittedBatch } from "./admission.ts";
import { outboxHealthAfter, resultsInOrder } from "./answers/results-in-order.ts";
import { orBatchFault } from "./batch-fault.ts";
import type { Decided } from "./decided.ts";
import { refusedPlaces } from "./record/ordinals-with-payload.ts";
import type { PreparedBatch } from "./prepare/prepare-batch.ts";
import type { Batch } from "./read-batch.ts";
import type { RecordedBatch } from "./record/record-batch.ts";

/**
 * Writes everything and commits in one pipeline, and answers from what was written.
 *
 * @throws BatchFault if a write fails.
 */
export async function commitAndAnswer<Extra>(
  tx: Tx,
  { em }: AdmissionDeps,
  { prepared, batch, decided, recorded }: RecordedAnswer<Extra>,
): Promise<AdmittedBatch<Extra>> {
  const { request, body } = prepared;
  const { known, scopeState, clock, classified } = batch;
  const { seq, faults, isDueNow, unwrittenHealth: outboxHealth } = recorded;
  const { now, epoch } = known;
  const named = namedBatchWrite(request, known);
  const extra = await orBatchFault(() =>
    pipelineAndCommit(tx, (executor) => ({
      sent: [...decided.statements, recorded.write, ...(named === null ? [] : [named])].map(
        (statement) => statement(executor),
      ),
      answer: request.readWithin(executor),
    })),
  );
  if (isDueNow) hintRelay(em);
  if (outboxHealth !== null)
    await recordLastSeen(em, { deviceId: request.deviceId, outboxHealth, clock, now }, null);
  const results = resultsInOrder(classified, recorded.results);
  const refusedLength = refusedPlaces(batch, decided)
    .map(body.lengthOf)
    .reduce((sum, length) => sum + length, 0);
  const position = { seq, seqBefore: known.seq, epoch, now, scopeState };
  return { results, ...position, extra, faults, refusedLength };
}

/** A recorded batch to commit. */
interface RecordedAnswer<Extra> {
  readonly prepared: PreparedBatch<Extra>;
  readonly batch: Batch;
  readonly decided: Decided;
  readonly recorded: RecordedBatch;
}

/**
 * Answers a batch of which every operation is known, or none is final. It writes only a new batch name and, once a
 * minute, the last-seen time.
 */
export async function answerKnown<Extra>(
  tx: Tx,
  { em }: AdmissionDeps,
  { prepared: { request }, batch, retryable = new Map() }: KnownAnswer<Extra>,
): Promise<AdmittedBatch<Extra>> {
  const { known, scopeState, clock, classified, isNewName } = batch;
  const { seq, epoch, now, lastSyncAt } = known;
  const extra = await request.readWithin(executorOf(tx));
  if (isNewName) await nameKnown(tx, request, batch);
  await (isNewName ? tx.commit() : tx.rollback());
  const { deviceId } = request;
  const outboxHealth = outboxHealthAfter(request.outboxHealth, classified, null);
  await recordLastSeen(em, { deviceId, now, outboxHealth, clock }, lastSyncAt);
  const results = resultsInOrder(classified, retryable);
  const position = { seq, seqBefore: seq, epoch, now, scopeState };
  return { results, ...position, extra, faults: [], refusedLength: 0 };
}

/** A batch that leaves nothing, with the results of its retryable operations by ordinal. */
interface KnownAnswer<Extra> {
  readonly prepared: PreparedBatch<Extra>;
  readonly batch: Batch;
  readonly retryable?: ReadonlyMap<number, OperationResult>;
}

/**
 * Stores the name of a batch that leaves nothing else. No settlement follows, so if all of it is final it is reported
 * here. The relationship's lock orders it with concurrent settlements: one of the two sees the other.
 */
async function nameKnown<Extra>(
  tx: Tx,
  request: AdmissionRequest<Extra>,
  { known, isLocked }: Batch,
): Promise<void> {
  const { relationshipId, requestId, clientBatchId: named = null } = request;
  const { now } = known;
  if (!isLocked) await lockScope(tx, relationshipId);
  await namedBatchWrite(request, known)?.(executorOf(tx));
  const events = await finishedBatches(tx, { relationshipIds: [relationshipId], named }, now);
  await appendEvents(tx, events, { now, requestId });
}
