import type { Operation, OperationResult } from "../../../contract/sync/schema.ts";
import { receiptIdAt } from "../../../db/platform/new-id.ts";
import type { AttachedMedia } from "../../../rules/media/judge-attachments.ts";
import {
  correctClock,
  unreadClock,
  type ClockReading,
  type RecordedTime,
} from "../../../rules/sync/correct-clock.ts";
import type { ReferenceStates } from "../../../rules/sync/judge-links.ts";
import { fingerprintText } from "../../../rules/sync/judge-replay.ts";
import { namedInPlace, resubmitChains } from "../../../rules/sync/judge-resubmission.ts";
import { fingerprintOf } from "./answers/fingerprint.ts";
import type { Judged } from "./prepare/judge-operation.ts";
import { referenceStates } from "./references/reference-states.ts";
import { takePlace } from "./references/take-place.ts";
import { pendingParent, type FirstOfId } from "./references/pending-parent.ts";
import { replayAnswer, replayableOf, type ReplayContext } from "./answers/replay-answer.ts";
import { provisionalResult } from "./answers/provisional-result.ts";

/**
 * Classifies the operations of a batch in the order sent: answered from storage, repeated within the batch, or fresh.
 * A known id replays even in a paused scope (docs/rooms/sync.md#order-of-checks).
 */
export function classifyOperations(
  operations: readonly Operation[],
  context: ClassifyContext,
): readonly ClassifiedOperation[] {
  const { known, clock = unreadClock(known.now) } = context;
  const replaced = new Set(operations.flatMap(namedInPlace));
  const chains = resubmitChains(operations);
  const replayable = replayableOf(known, replaced);
  const named = referenceStates(operations, known, context.features);
  const first = new Map<string, FirstOfId>();
  return operations.map((operation, ordinal) => {
    const replayed = replayAnswer(operation, replayable, context);
    if (replayed !== null) return answered(operation, ordinal, replayed);
    const fingerprint = fingerprintText(fingerprintOf(operation));
    const earlier = first.get(operation.clientOperationId);
    if (earlier !== undefined) {
      const reused = earlier.fingerprint !== fingerprint;
      return { operation, ordinal, kind: "REPEATED", firstOrdinal: earlier.ordinal, reused };
    }
    if (known.relationshipStatus === "PAUSED")
      return answered(operation, ordinal, provisionalResult(operation, "SCOPE_PAUSED"));
    const read = context.judged(ordinal);
    if (read.kind === "RETRYABLE")
      return answered(operation, ordinal, provisionalResult(operation, read.refused.code));
    // The state before the batch; effects of the batch itself show when it is decided.
    const { clientOperationId } = operation;
    const inPlaceOf = chains.get(clientOperationId) ?? [];
    const placed = takePlace({ clientOperationId, inPlaceOf }, named);
    const judged = placed.kind === "FREE" ? read : placed;
    const parent = pendingParent({ operation, judged }, { named, first });
    if (parent !== null) return pending(operation, ordinal, parent);
    const replaces = placed.kind === "FREE" ? placed.replaces : [];
    // Only a result that binds the id applies to its repetitions.
    first.set(operation.clientOperationId, { ordinal, fingerprint, judged });
    const time = correctClock(new Date(operation.clientRecordedAt), clock, known);
    const fresh = { judged, time, named, replaces, attachments: [] };
    const receiptId = receiptIdAt(known.batchId, ordinal);
    return { operation, ordinal, kind: "FRESH", receiptId, ...fresh };
  });
}

/** One operation of a batch before the rules of a feature run. */
export type ClassifiedOperation = { readonly operation: Operation; readonly ordinal: number } & (
  | { readonly kind: "ANSWERED"; readonly result: OperationResult }
  | { readonly kind: "REPEATED"; readonly firstOrdinal: number; readonly reused: boolean }
  | {
      readonly kind: "FRESH";
      readonly receiptId: string;
      readonly judged: Judged;
      readonly attachments: readonly AttachedMedia[];
      readonly time: RecordedTime;
      /** States before this batch of the operations that it names. */
      readonly named: ReferenceStates;
      /** The operations that this one replaces, unless another of the batch does, with any outcome; newest first. */
      readonly replaces: readonly string[];
    }
);

/** A fresh operation, ready to be decided and stored. */
export type FreshOperation = Extract<ClassifiedOperation, { readonly kind: "FRESH" }>;

/** The data needed for classification. */
export interface ClassifyContext extends ReplayContext {
  /** The judgement of an operation by its own content; see {@link judgeOperation}. */
  readonly judged: (ordinal: number) => Judged;
  /** Reading of the device's clock; absent if the server acts on its own. */
  readonly clock?: ClockReading;
}

function pending(operation: Operation, ordinal: number, parent: string): ClassifiedOperation {
  const result = provisionalResult(operation, "DEPENDENCY_PENDING", { parent });
  return answered(operation, ordinal, result);
}

function answered(
  operation: Operation,
  ordinal: number,
  result: OperationResult,
): ClassifiedOperation {
  return { operation, ordinal, kind: "ANSWERED", result };
}
