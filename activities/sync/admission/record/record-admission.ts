import { deviceActor } from "../../../../contract/sync/device-actor.ts";
import { deviceActorId } from "../../../../rules/sync/device-actor-id.ts";
import type { DomainEvent } from "../../../../contract/outbox/vocabulary.ts";
import type { OperationResult } from "../../../../contract/sync/schema.ts";
import type { Admission } from "../admission.ts";
import type { Statement } from "../../../../db/platform/pipeline/pipeline.ts";
import { newId } from "../../../../db/platform/new-id.ts";
import { outboxRows } from "../../../../db/outbox/append-events.ts";
import type { AdmissionState } from "../../../../db/sync/admission/load-admission.ts";
import {
  writeAdmission,
  type AdmissionRecord,
} from "../../../../db/sync/admission/write-admission.ts";
import {
  writeDeferred,
  type AttachmentRow,
  type DeferredRecord,
} from "../../../../db/sync/admission/write-deferred.ts";
import type { Tx } from "../../../../db/platform/transactions/transact.ts";
import { judgeSettlementWait } from "../../../../rules/outbox/judge-settlement-wait.ts";
import { retryableResults } from "../answers/retryable-results.ts";
import type { FreshOperation } from "../classify-operations.ts";
import type { Decided } from "../decided.ts";
import { asUnsent } from "../answers/unsent.ts";
import { makeReceipt, type ChainHead, type MadeReceipt } from "../answers/make-receipt.ts";
import type { AdmissionScope } from "../../operation-feature.ts";
import { supersedeReplaced } from "./supersede-replaced.ts";
import { deferOperation, type OperationFault, type OperationDeferral } from "./defer-operation.ts";

/** Creates the rows of a decided batch: decisions as chained receipts, crashed operations as deferrals. */
export async function recordAdmission(tx: Tx, admission: Admission): Promise<RecordedAdmission> {
  const { request, known, scope, decided } = admission;
  const made = makeRows(admission);
  const { deferrals } = made;
  const { closed, neverArrived } = await supersedeReplaced(tx, admission, made.head);
  const receipts = [...made.receipts, ...closed, ...neverArrived];
  const { batchId } = known;
  const changed = Object.keys(decided.changes).length > 0;
  const resumed = resumedIds(
    receipts.map(({ row }) => row.client_operation_id),
    known,
  );
  const retried = retryEvents(scope, {
    deferred: deferrals.length,
    released: resumed.length + closed.length,
  });
  const events = [
    ...decided.events,
    ...(receipts.length === 0 ? [] : [admittedEvent(scope, batchId)]),
    ...retried,
  ];
  const owner = {
    batchId,
    deviceId: scope.deviceId,
    lineageId: scope.lineageId,
    relationshipId: scope.relationshipId,
    now: known.now,
  };
  const waiting: DeferredRecord = {
    ...owner,
    deferrals: deferrals.map(({ row }) => row),
    resumed,
    attachments: attachmentRows(admission.fresh, decided),
  };
  const waitMs = judgeSettlementWait(
    {
      settlesLater: closed.length + neverArrived.length === 0 && settlesLater(admission),
      isWatched: known.isWatched,
    },
    admission.settlementWaitMs,
  );
  const record: AdmissionRecord = {
    ...owner,
    settleAt: new Date(known.now.getTime() + waitMs),
    actorId: deviceActorId(scope.deviceId),
    wakesActor: retried.length > 0,
    requestId: request.requestId,
    clock: request.clock,
    body: request.body,
    operationCount: request.operations.length,
    deferredCount: deferrals.length,
    operations: receipts.map(({ row }) => row),
    lines: receipts.map(({ line }) => line),
    events: outboxRows(events, { now: known.now, requestId: request.requestId }),
    changes: changed ? decided.changes : null,
    seqBefore: known.seq,
    chainSeqBefore: known.chainSeq,
    chainHashBefore: known.chainHash,
    chainHash: receipts.at(-1)?.head.chainHash ?? known.chainHash,
    lastSeen: request.lastSeen,
  };
  return {
    async write(executor) {
      await Promise.all([writeDeferred(executor, waiting), writeAdmission(executor, record)]);
    },
    results: new Map([
      ...retryableResults(admission.fresh, decided),
      ...receipts.map(({ line, result }) => [line.ordinal, result] as const),
      ...deferrals.map(({ row, result }) => [row.ordinal, result] as const),
    ]),
    seq: known.seq + (changed ? 1 : 0),
    faults: deferrals.flatMap(({ fault }) => fault ?? []),
    isDueNow: waitMs === 0,
  };
}

/** Results by ordinal, the scope's counter after the batch, and the faults to log. */
export interface RecordedAdmission {
  /** Statements still to send. */
  readonly write: Statement<void>;
  readonly results: ReadonlyMap<number, OperationResult>;
  readonly seq: number;
  readonly faults: readonly OperationFault[];
  /** Whether it must be settled at once. */
  readonly isDueNow: boolean;
}

/** An operation without an outcome is our bug, and affects only itself. */
const LOST = { kind: "CRASHED", fault: new Error("An operation was not decided") } as const;

function makeRows({ known, fresh, decided }: Admission) {
  const receipts: MadeReceipt[] = [];
  const deferrals: OperationDeferral[] = [];
  let head: ChainHead = known;
  for (const entry of fresh) {
    const outcome = decided.outcomes.get(entry.ordinal);
    if (outcome?.kind === "DECIDED") {
      const { decision } = outcome;
      const isReplaced = !decision.accepted && decision.code === "OPERATION_SUPERSEDED";
      const made = makeReceipt(
        isReplaced ? { ...entry, operation: asUnsent(entry.operation) } : entry,
        decision,
        head,
      );
      receipts.push(made);
      ({ head } = made);
    } else if (outcome?.kind !== "RETRYABLE")
      deferrals.push(deferOperation(entry, outcome ?? LOST, known.now));
  }
  return { receipts, deferrals, head };
}

/** Whether every operation of the batch is accepted and may wait. */
function settlesLater({ fresh, decided }: Admission): boolean {
  return fresh.every(({ ordinal }) => {
    const outcome = decided.outcomes.get(ordinal);
    if (outcome?.kind !== "DECIDED" || !outcome.decision.accepted) return false;
    return outcome.decision.settlesLater === true;
  });
}

/** The event for the feed, which reads the effects of the operations from the batch. */
function admittedEvent({ relationshipId }: AdmissionScope, batchId: string): DomainEvent {
  const refs = { relationshipId };
  return { eventId: batchId, type: "SyncBatchAdmitted", subjectId: batchId, version: 0, refs };
}

/**
 * Wakes the device's actor for deferred operations, and for those that waited for an operation with a verdict now.
 * The settlement lane does everything else.
 */
function retryEvents(
  { deviceId }: AdmissionScope,
  refs: { readonly deferred: number; readonly released: number },
): DomainEvent[] {
  if (refs.deferred + refs.released === 0) return [];
  const event = { eventId: newId(), subjectId: deviceId, version: 0, refs };
  return [deviceActor.wokenBy({ ...event, type: "OperationDeferred" }, { deviceId })];
}

/** Attachments of operations that were accepted, or that are deferred until their media arrive. */
function attachmentRows(
  fresh: readonly FreshOperation[],
  { outcomes }: Decided,
): readonly AttachmentRow[] {
  return fresh.flatMap(({ attachments, operation, receiptId, ordinal }) => {
    const outcome = outcomes.get(ordinal);
    if (outcome?.kind === "RETRYABLE") return [];
    const isRefused = outcome?.kind === "DECIDED" && !outcome.decision.accepted;
    if (isRefused) return [];
    return attachments.map(({ uploadId, mediaId, purpose }) => ({
      client_operation_id: operation.clientOperationId,
      upload_id: uploadId,
      media_id: mediaId,
      purpose,
      receipt_id: outcome?.kind === "DECIDED" ? receiptId : null,
    }));
  });
}

/** Decided operations that had been waiting for media and are judged again. */
function resumedIds(
  decidedIds: readonly string[],
  { deferrals }: AdmissionState,
): readonly string[] {
  const decided = new Set(decidedIds);
  return deferrals
    .filter(({ state, reason }) => state === "OPEN" && reason === "MEDIA")
    .map(({ clientOperationId }) => clientOperationId)
    .filter((id) => decided.has(id));
}
