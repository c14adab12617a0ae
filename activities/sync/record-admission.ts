import { hash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { receiptHashInput } from "../../contract/sync/receipt-hash.ts";
import type { OperationResult, OutboxHealth } from "../../contract/sync/schema.ts";
import {
  FINAL_STATUSES,
  RETRY_PAUSES_SECONDS,
  type FinalStatus,
} from "../../contract/sync/vocabulary.ts";
import { outboxRows } from "../../db/outbox/append-events.ts";
import type { AdmissionKnowledge } from "../../db/sync/know-admission.ts";
import {
  writeAdmission,
  type OperationRow,
  type SetAsideRow,
} from "../../db/sync/write-admission.ts";
import type { Tx } from "../../db/transact.ts";
import type { Decision } from "../../rules/sync/decision.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { fingerprintText } from "../../rules/sync/judge-replay.ts";
import { acceptedResult, refusedResult } from "../../rules/sync/operation-result.ts";
import type { AdmissionRequest } from "./admit-batch.ts";
import type { Decided, FreshOperation } from "./decide-operations.ts";
import { faultClass, faultFrames } from "./fault-class.ts";
import type { AdmissionScope } from "./operation-feature.ts";
import { fingerprintOf, withoutReceipt } from "./sort-operations.ts";

/** What is kept of the request that brought a batch. */
export interface RecordedRequest extends Pick<
  AdmissionRequest,
  "deviceId" | "requestId" | "body" | "operations"
> {
  /** Null when the server tries again what a device sent before. */
  readonly sight: { readonly outboxHealth: OutboxHealth } | null;
}

/** Everything that was decided of a batch, to be stored. */
export interface Admission {
  readonly request: RecordedRequest;
  readonly known: AdmissionKnowledge;
  readonly scope: AdmissionScope;
  readonly fresh: readonly FreshOperation[];
  readonly decided: Decided;
}

/** A fault as the log may tell it: found by the reference its receipt-less answer carries. */
export interface OperationFault {
  readonly diagnosticsRef: string;
  readonly faultClass: string;
  readonly frames: readonly string[];
}

/** Results by ordinal, the scope's counter afterwards, and the faults to log. */
export interface RecordedAdmission {
  readonly results: ReadonlyMap<number, OperationResult>;
  readonly seq: number;
  readonly faults: readonly OperationFault[];
}

/** Turns decisions into receipts, chained and stored, and crashed operations into set-asides. */
export async function recordAdmission(tx: Tx, admission: Admission): Promise<RecordedAdmission> {
  const { request, known, scope, decided } = admission;
  const results = new Map<number, OperationResult>();
  const operations: OperationRow[] = [];
  const setAsides: SetAsideRow[] = [];
  const faults: OperationFault[] = [];
  let head = { chainSeq: known.chainSeq, chainHash: known.chainHash };
  for (const entry of admission.fresh) {
    const fate = decided.fates.get(entry.ordinal);
    if (fate?.kind === "DECIDED") {
      const { row, result } = receipt(entry, fate.decision, head, known.now);
      head = { chainSeq: row.chain_seq, chainHash: row.chain_hash };
      operations.push(row);
      results.set(entry.ordinal, result);
    } else {
      const row = setAside(entry, fate?.fault, known.now);
      setAsides.push(row);
      results.set(entry.ordinal, notYet(entry, row.diagnostics_ref));
      faults.push({
        diagnosticsRef: row.diagnostics_ref,
        faultClass: row.fault_class,
        frames: faultFrames(fate?.fault),
      });
    }
  }
  const batchId = uuidv7();
  const changed = Object.keys(decided.changes).length > 0;
  await writeAdmission(tx, {
    batchId,
    deviceId: scope.deviceId,
    lineageId: scope.lineageId,
    relationshipId: scope.relationshipId,
    requestId: request.requestId,
    now: known.now,
    body: keptBody(admission),
    operationCount: request.operations.length,
    operations,
    setAsides,
    events: outboxRows([...decided.events, admittedEvent(scope, batchId, head.chainSeq)], {
      now: known.now,
      requestId: request.requestId,
    }),
    changes: changed ? decided.changes : null,
    seqBefore: known.seq,
    chainSeqBefore: known.chainSeq,
    sight: request.sight,
  });
  return { results, seq: known.seq + (changed ? 1 : 0), faults };
}

/** One decision as result and row, linked to the device's chain. */
export function receipt(
  entry: FreshOperation,
  decision: Decision,
  head: { readonly chainSeq: number; readonly chainHash: string },
  now: Date,
): { readonly row: OperationRow; readonly result: OperationResult } {
  const { operation, receiptId } = entry;
  const frame = {
    clientOperationId: operation.clientOperationId,
    receiptId,
    diagnosticsRef: receiptId,
    locale: operation.metadata?.locale ?? null,
  };
  const result = decision.accepted
    ? acceptedResult(frame, decision)
    : refusedResult(frame, decision);
  const answer = JSON.stringify(result);
  const chainSeq = head.chainSeq + 1;
  const { operationType, operationVersion, expectedRevision, payloadChecksum } =
    fingerprintOf(operation);
  const chained = receiptHashInput({
    previousHash: head.chainHash,
    chainSeq,
    receiptId,
    clientOperationId: operation.clientOperationId,
    operationType,
    operationVersion,
    expectedRevision,
    payloadChecksum,
    answer,
    decidedAt: now.toISOString(),
  });
  return {
    result,
    row: {
      receipt_id: receiptId,
      client_operation_id: operation.clientOperationId,
      ordinal: entry.ordinal,
      type: operationType,
      version: operationVersion,
      expected_revision: expectedRevision,
      payload_checksum: payloadChecksum,
      status: finalStatus(result),
      code: decision.accepted ? null : decision.code,
      answer,
      accepted_revision: decision.accepted ? decision.revision : null,
      canonical_record_id: decision.accepted ? decision.canonicalRecordId : null,
      timezone: operation.metadata?.timezone ?? null,
      locale: operation.metadata?.locale ?? null,
      client_recorded_at: operation.clientRecordedAt,
      chain_seq: chainSeq,
      chain_hash: hash("sha256", chained),
    },
  };
}

function finalStatus(result: OperationResult): FinalStatus {
  const status = FINAL_STATUSES.find((final) => final === result.status);
  if (status === undefined) throw new Error(`${result.status} is not a final verdict`);
  return status;
}

function setAside(entry: FreshOperation, fault: unknown, now: Date): SetAsideRow {
  const pause = RETRY_PAUSES_SECONDS[0];
  return {
    client_operation_id: entry.operation.clientOperationId,
    ordinal: entry.ordinal,
    next_attempt_at: new Date(now.getTime() + pause * 1000).toISOString(),
    fault_class: faultClass(fault),
    fingerprint: fingerprintText(fingerprintOf(entry.operation)),
    envelope: JSON.stringify(entry.operation),
    diagnostics_ref: uuidv7(),
  };
}

function notYet(entry: FreshOperation, diagnosticsRef: string): OperationResult {
  return withoutReceipt(entry.operation, "TEMPORARILY_UNPROCESSED", {
    diagnosticsRef,
    retryAfterSeconds: RETRY_PAUSES_SECONDS[0],
  });
}

function admittedEvent(scope: AdmissionScope, batchId: string, version: number) {
  return {
    eventId: batchId,
    type: "SyncBatchAdmitted",
    subjectId: scope.deviceId,
    version,
    actorId: deviceActorId(scope.deviceId),
    refs: {
      batchId,
      relationshipId: scope.relationshipId,
      workspaceId: scope.workspaceId,
    },
  } as const;
}

/** The raw request; a payload that held what must not be stored is left out of it. */
function keptBody({ request, fresh }: Admission): string {
  const redacted = new Set(
    fresh
      .filter(({ judged }) => judged.kind === "MISFIT" && judged.redact)
      .map(({ ordinal }) => ordinal),
  );
  if (redacted.size === 0) return request.body;
  return JSON.stringify({
    deviceId: request.deviceId,
    operations: request.operations.map((operation, ordinal) =>
      redacted.has(ordinal) ? { ...operation, payload: null } : operation,
    ),
  });
}
