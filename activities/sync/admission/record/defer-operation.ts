import type { Operation, OperationResult, RefetchHint } from "../../../../contract/sync/schema.ts";
import {
  RETRY_PAUSES_SECONDS,
  DEFERRAL_CODES,
  type DeferralReason,
} from "../../../../contract/sync/vocabulary.ts";
import { faultClassOf } from "../../../../db/platform/transactions/fault-class.ts";
import { newId } from "../../../../db/platform/new-id.ts";
import type { DeferralRow } from "../../../../db/sync/admission/write-deferred.ts";
import { faultFrames } from "../../../../rules/fault-frames.ts";
import { fingerprintText } from "../../../../rules/sync/judge-replay.ts";
import type { FreshOperation } from "../classify-operations.ts";
import type { Outcome, Retryable } from "../outcome.ts";
import { fingerprintOf } from "../answers/fingerprint.ts";
import { provisionalResult } from "../answers/provisional-result.ts";

/** Stores an operation that crashed or waits, for the actor to retry. */
export function deferOperation(
  { operation, ordinal }: FreshOperation,
  outcome: UndecidedOutcome,
  now: Date,
): OperationDeferral {
  const diagnosticsRef = newId();
  const { reason, attempts, until, refetch, parent } = waitOf(outcome, now);
  const faultClass = outcome.kind === "CRASHED" ? faultClassOf(outcome.fault) : "";
  const row = {
    reason,
    attempts,
    client_operation_id: operation.clientOperationId,
    ordinal,
    next_attempt_at: until.toISOString(),
    fault_class: faultClass,
    fingerprint: fingerprintText(fingerprintOf(operation)),
    envelope: JSON.stringify(withoutDiagnostics(operation)),
    diagnostics_ref: diagnosticsRef,
  };
  const result = provisionalResult(operation, DEFERRAL_CODES[reason], {
    diagnosticsRef,
    retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
    refetch,
    ...(parent === null ? {} : { parent }),
  });
  if (outcome.kind === "WAITING") return { row, result, fault: null };
  const frames = Error.isError(outcome.fault) ? faultFrames(outcome.fault, MAX_FRAMES) : [];
  return { row, result, fault: { diagnosticsRef, faultClass, frames } };
}

/** Stack frames of a fault in the log. */
const MAX_FRAMES = 5;

/** A fault as it may be logged, under the reference in its answer. */
export interface OperationFault {
  readonly diagnosticsRef: string;
  readonly faultClass: string;
  readonly frames: readonly string[];
}

/** An operation stored for the device's actor to retry, with its provisional result, and the fault if it crashed. */
export interface OperationDeferral {
  readonly row: DeferralRow;
  readonly result: OperationResult;
  readonly fault: OperationFault | null;
}

/** An outcome without a decision. */
export type UndecidedOutcome = Exclude<Outcome, Retryable | { readonly kind: "DECIDED" }>;

/** Why an operation waits, and until when unless an event wakes it earlier. */
interface Wait {
  readonly reason: DeferralReason;
  /** Attempts that crashed. */
  readonly attempts: number;
  readonly until: Date;
  readonly refetch: readonly RefetchHint[];
  readonly parent: string | null;
}

function waitOf(outcome: UndecidedOutcome, now: Date): Wait {
  const soon = new Date(now.getTime() + RETRY_PAUSES_SECONDS[0] * 1000);
  if (outcome.kind === "CRASHED")
    return { reason: "FAULT", attempts: 1, until: soon, refetch: [], parent: null };
  const waits = { attempts: 0, until: soon, refetch: [], parent: null };
  return { ...waits, ...outcome };
}

/** Drops diagnostics: they are a device's own words, and a retry does not need them. */
function withoutDiagnostics({ metadata, ...operation }: Operation): Operation {
  const { diagnostics: _diagnostics, ...rest } = metadata ?? {};
  return { ...operation, metadata: rest };
}
