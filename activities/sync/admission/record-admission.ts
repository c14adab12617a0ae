import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import type { OperationResult, ClientOutboxHealth } from "../../../contract/sync/schema.ts";
import { newId } from "../../../db/new-id.ts";
import { batchRows } from "../../../db/outbox/append-events.ts";
import type { AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import { writeAdmission } from "../../../db/sync/admission/write-admission.ts";
import type { Tx } from "../../../db/transact.ts";
import type { ClockReading } from "../../../rules/sync/correct-clock.ts";
import { deviceActorId } from "../../../rules/sync/device-actor-id.ts";
import type { AdmissionRequest } from "./admit-batch.ts";
import type { Decided, FreshOperation } from "./decide-operations.ts";
import { makeReceipt, type ChainHead, type MadeReceipt } from "./make-receipt.ts";
import {
  findOperationType,
  type AdmissionScope,
  type OperationFeature,
} from "../operation-feature.ts";
import { supersedeReplaced } from "./supersede-replaced.ts";
import { attachmentRows, resumedIds } from "./taken-along.ts";
import { deferOperation, type OperationFault, type OperationDeferral } from "./defer-operation.ts";

/** What is kept of the request that brought a batch; `body` is what may be stored of it. */
export interface RecordedRequest extends Pick<
  AdmissionRequest,
  "deviceId" | "requestId" | "body" | "operations"
> {
  readonly clock: ClockReading;
  /** Null when the server tries again what a device sent before. */
  readonly lastSeen: { readonly outboxHealth: ClientOutboxHealth } | null;
}

/** Everything that was decided of a batch, to be stored. */
export interface Admission {
  readonly features: readonly OperationFeature[];
  readonly request: RecordedRequest;
  readonly known: AdmissionState;
  readonly scope: AdmissionScope;
  readonly fresh: readonly FreshOperation[];
  readonly decided: Decided;
}

/** Results by ordinal, the scope's counter afterwards, and the faults to log. */
export interface RecordedAdmission {
  readonly results: ReadonlyMap<number, OperationResult>;
  readonly seq: number;
  readonly faults: readonly OperationFault[];
}

/** Stores a decided batch: decisions as chained receipts, crashed operations as deferrals. */
export async function recordAdmission(tx: Tx, admission: Admission): Promise<RecordedAdmission> {
  const { request, known, scope, decided } = admission;
  const classified = sortFates(admission);
  const { deferrals } = classified;
  const { replaced, head } = await supersedeReplaced(tx, admission, classified.head);
  const receipts = [...classified.receipts, ...replaced];
  const batchId = newId();
  const changed = Object.keys(decided.changes).length > 0;
  const events = [
    ...inOrder([...decided.events, ...refusedEvents(receipts, admission)], receipts),
    admittedEvent(scope, batchId, head.chainSeq),
  ];
  await writeAdmission(tx, {
    batchId,
    deviceId: scope.deviceId,
    lineageId: scope.lineageId,
    relationshipId: scope.relationshipId,
    requestId: request.requestId,
    now: known.now,
    clock: request.clock,
    body: request.body,
    operationCount: request.operations.length,
    operations: receipts.map(({ row }) => row),
    deferrals: deferrals.map(({ row }) => row),
    resumed: resumedIds(
      receipts.map(({ row }) => row.client_operation_id),
      known,
    ),
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

/** An operation without a outcome is our bug, and its own harm only. */
const LOST = { kind: "CRASHED", fault: new Error("An operation was not decided") } as const;

function sortFates({ known, fresh, decided }: Admission) {
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

function admittedEvent(scope: AdmissionScope, batchId: string, version: number) {
  return {
    eventId: batchId,
    type: "SyncBatchAdmitted",
    subjectId: scope.deviceId,
    version,
    actorId: deviceActorId(scope.deviceId),
    refs: { batchId, relationshipId: scope.relationshipId, workspaceId: scope.workspaceId },
  } as const;
}
