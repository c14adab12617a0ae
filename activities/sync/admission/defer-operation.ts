import { v7 as uuidv7 } from "uuid";
import type { Operation, OperationResult, RefetchHint } from "../../../contract/sync/schema.ts";
import {
  RETRY_PAUSES_SECONDS,
  DEFERRAL_CODES,
  type DeferralReason,
} from "../../../contract/sync/vocabulary.ts";
import { faultClassOf } from "../../../db/fault-class.ts";
import type { DeferralRow } from "../../../db/sync/admission/write-admission.ts";
import { fingerprintText } from "../../../rules/sync/judge-replay.ts";
import type { FreshOperation } from "./decide-operations.ts";
import type { Fate } from "./decide-queue.ts";
import { faultFrames } from "./fault-frames.ts";
import { fingerprintOf } from "./fingerprint-of.ts";
import { withoutReceipt } from "./without-receipt.ts";

/** A fault as the log may tell it: found by the reference its answer carries. */
export interface OperationFault {
  readonly diagnosticsRef: string;
  readonly faultClass: string;
  readonly frames: readonly string[];
}

/** An operation kept for the actor: not yet answered, and logged when it crashed. */
export interface OperationDeferral {
  readonly row: DeferralRow;
  readonly result: OperationResult;
  readonly fault: OperationFault | null;
}

/** What an operation came to that is not decided. */
export type UndecidedFate = Exclude<Fate, { readonly kind: "DECIDED" }>;

/** Keeps an operation that crashed, or that waits for something, for the actor to try again. */
export function deferOperation(
  { operation, ordinal }: FreshOperation,
  fate: UndecidedFate,
  now: Date,
): OperationDeferral {
  const diagnosticsRef = uuidv7();
  const { reason, attempts, until, refetch, parent } = waitOf(fate, now);
  const faultClass = fate.kind === "CRASHED" ? faultClassOf(fate.fault) : "";
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
  const result = withoutReceipt(operation, DEFERRAL_CODES[reason], {
    diagnosticsRef,
    retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
    refetch,
    ...(parent === null ? {} : { parent }),
  });
  if (fate.kind === "WAITING") return { row, result, fault: null };
  return { row, result, fault: { diagnosticsRef, faultClass, frames: faultFrames(fate.fault) } };
}

/** Why an operation waits, and until when unless something wakes it before. */
interface Wait {
  readonly reason: DeferralReason;
  /** Tries that crashed. */
  readonly attempts: number;
  readonly until: Date;
  readonly refetch: readonly RefetchHint[];
  readonly parent: string | null;
}

function waitOf(fate: UndecidedFate, now: Date): Wait {
  const soon = new Date(now.getTime() + RETRY_PAUSES_SECONDS[0] * 1000);
  if (fate.kind === "CRASHED")
    return { reason: "FAULT", attempts: 1, until: soon, refetch: [], parent: null };
  const waits = { attempts: 0, until: soon, refetch: [], parent: null };
  return { ...waits, ...fate };
}

/** Diagnostics are a device's own words; nothing tries them again. */
function withoutDiagnostics({ metadata, ...operation }: Operation): Operation {
  const { diagnostics: _diagnostics, ...kept } = metadata ?? {};
  return { ...operation, metadata: kept };
}
