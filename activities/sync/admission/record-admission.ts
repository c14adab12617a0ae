import { deviceActor } from "../../../contract/sync/device-actor.ts";
import { deviceActorId } from "../../../rules/sync/device-actor-id.ts";
import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import type { OperationResult } from "../../../contract/sync/schema.ts";
import { newId } from "../../../db/new-id.ts";
import { batchRows } from "../../../db/outbox/append-events.ts";
import type { AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import { writeAdmission, type AttachmentRow } from "../../../db/sync/admission/write-admission.ts";
import type { Tx } from "../../../db/transact.ts";
import type { Admission } from "./admission.ts";
import type { FreshOperation } from "./classify-operations.ts";
import type { Decided } from "./decide-operations.ts";
import { makeReceipt, type ChainHead, type MadeReceipt } from "./make-receipt.ts";
import { findOperationType, type AdmissionScope } from "../operation-feature.ts";
import { supersedeReplaced } from "./supersede-replaced.ts";
import { deferOperation, type OperationFault, type OperationDeferral } from "./defer-operation.ts";

/** Results by ordinal, the scope's counter afterwards, and the faults to log. */
export interface RecordedAdmission {
  readonly results: ReadonlyMap<number, OperationResult>;
  readonly seq: number;
  readonly faults: readonly OperationFault[];
}

/** Stores a decided batch: decisions as chained receipts, crashed operations as deferrals. */
export async function recordAdmission(tx: Tx, admission: Admission): Promise<RecordedAdmission> {
  const { request, known, scope, decided } = admission;
  const made = makeRows(admission);
  const { deferrals } = made;
  const replaced = await supersedeReplaced(tx, admission, made.head);
  const receipts = [...made.receipts, ...replaced];
  const batchId = newId();
  const changed = Object.keys(decided.changes).length > 0;
  const resumed = resumedIds(
    receipts.map(({ row }) => row.client_operation_id),
    known,
  );
  const retried = retryEvents(scope, {
    deferred: deferrals.length,
    released: resumed.length + replaced.length,
  });
  const events = [
    ...inOrder([...decided.events, ...refusedEvents(receipts, admission)], receipts),
    ...retried,
  ];
  await writeAdmission(tx, {
    batchId,
    deviceId: scope.deviceId,
    actorId: deviceActorId(scope.deviceId),
    wakesActor: retried.length > 0,
    lineageId: scope.lineageId,
    relationshipId: scope.relationshipId,
    requestId: request.requestId,
    now: known.now,
    clock: request.clock,
    body: request.body,
    operationCount: request.operations.length,
    operations: receipts.map(({ row }) => row),
    deferrals: deferrals.map(({ row }) => row),
    resumed,
    attachments: attachmentRows(admission.fresh, decided),
    events: batchRows(events, { now: known.now, requestId: request.requestId }),
    changes: changed ? decided.changes : null,
    seqBefore: known.seq,
    chainSeqBefore: known.chainSeq,
    lastSeen: request.lastSeen,
  });
  return {
    results: new Map([...receipts, ...deferrals].map(({ row, result }) => [row.ordinal, result])),
    seq: known.seq + (changed ? 1 : 0),
    faults: deferrals.flatMap(({ fault }) => fault ?? []),
  };
}

/** An operation without an outcome is our bug, and its own harm only. */
const LOST = { kind: "CRASHED", fault: new Error("An operation was not decided") } as const;

function makeRows({ known, fresh, decided }: Admission) {
  const receipts: MadeReceipt[] = [];
  const deferrals: OperationDeferral[] = [];
  let head: ChainHead = known;
  for (const entry of fresh) {
    const outcome = decided.outcomes.get(entry.ordinal);
    if (outcome?.kind === "DECIDED") {
      const made = makeReceipt(entry, outcome.decision, head);
      receipts.push(made);
      head = { chainSeq: made.row.chain_seq, chainHash: made.row.chain_hash, now: known.now };
    } else deferrals.push(deferOperation(entry, outcome ?? LOST, known.now));
  }
  return { receipts, deferrals, head };
}

/** Sync itself refuses much that its feature never sees, so it tells of all refusals. */
function refusedEvents(
  receipts: readonly MadeReceipt[],
  { features, scope }: Admission,
): DomainEvent[] {
  return receipts.flatMap(
    ({ row: { receipt_id: receiptId, status, code, type: operationType } }) => {
      const type = findOperationType(features, operationType)?.type.refusedEvent;
      if (status === "ACCEPTED" || type === undefined) return [];
      const refs = { relationshipId: scope.relationshipId, receiptId, code };
      return [{ eventId: newId(), type, subjectId: receiptId, version: 0, refs }];
    },
  );
}

/** Events by the operations that they are of, in the order sent; those of none come first. */
function inOrder(events: readonly DomainEvent[], receipts: readonly MadeReceipt[]): DomainEvent[] {
  const places = new Map<DomainEvent["refs"][string], number>(
    receipts.map(({ row }) => [row.receipt_id, row.ordinal]),
  );
  const placeOf = ({ refs }: DomainEvent) => places.get(refs["receiptId"] ?? null) ?? -1;
  return events.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * The device's actor tries again what was deferred, and what waited for an operation that has its verdict
 * now. All else that is to follow is the lane's.
 */
function retryEvents(
  { deviceId }: AdmissionScope,
  refs: { readonly deferred: number; readonly released: number },
): DomainEvent[] {
  if (refs.deferred + refs.released === 0) return [];
  const event = { eventId: newId(), subjectId: deviceId, version: 0, refs };
  return [deviceActor.wokenBy({ ...event, type: "OperationDeferred" }, { deviceId })];
}

/** What was taken along by operations that were accepted, or that are deferred until it is there. */
function attachmentRows(
  fresh: readonly FreshOperation[],
  { outcomes }: Decided,
): readonly AttachmentRow[] {
  return fresh.flatMap(({ attachments, operation, receiptId, ordinal }) => {
    const outcome = outcomes.get(ordinal);
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

/** Of the operations with a verdict, those that were waiting for media and are judged afresh. */
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
