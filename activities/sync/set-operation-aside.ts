import { v7 as uuidv7 } from "uuid";
import type { Operation, OperationResult } from "../../contract/sync/schema.ts";
import { RETRY_PAUSES_SECONDS } from "../../contract/sync/vocabulary.ts";
import { faultClassOf } from "../../db/fault-class.ts";
import type { SetAsideRow } from "../../db/sync/write-admission.ts";
import { fingerprintText } from "../../rules/sync/judge-replay.ts";
import type { FreshOperation } from "./decide-operations.ts";
import { faultFrames } from "./fault-frames.ts";
import { fingerprintOf, withoutReceipt } from "./sort-operations.ts";

/** A fault as the log may tell it: found by the reference its answer carries. */
export interface OperationFault {
  readonly diagnosticsRef: string;
  readonly faultClass: string;
  readonly frames: readonly string[];
}

/** An operation that crashed: kept for the actor, not yet answered, logged. */
export interface SetAsideOperation {
  readonly row: SetAsideRow;
  readonly result: OperationResult;
  readonly fault: OperationFault;
}

/** Keeps an operation whose rule or write crashed, for the actor to try again. */
export function setOperationAside(
  { operation, ordinal }: FreshOperation,
  fault: unknown,
  now: Date,
): SetAsideOperation {
  const [pause] = RETRY_PAUSES_SECONDS;
  const diagnosticsRef = uuidv7();
  const row = {
    client_operation_id: operation.clientOperationId,
    ordinal,
    next_attempt_at: new Date(now.getTime() + pause * 1000).toISOString(),
    fault_class: faultClassOf(fault),
    fingerprint: fingerprintText(fingerprintOf(operation)),
    envelope: JSON.stringify(withoutDiagnostics(operation)),
    diagnostics_ref: diagnosticsRef,
  };
  return {
    row,
    result: withoutReceipt(operation, "TEMPORARILY_UNPROCESSED", {
      diagnosticsRef,
      retryAfterSeconds: pause,
    }),
    fault: { diagnosticsRef, faultClass: row.fault_class, frames: faultFrames(fault) },
  };
}

/** Diagnostics are a device's own words; nothing tries them again. */
function withoutDiagnostics({ metadata, ...operation }: Operation): Operation {
  const { diagnostics: _diagnostics, ...kept } = metadata ?? {};
  return { ...operation, metadata: kept };
}
