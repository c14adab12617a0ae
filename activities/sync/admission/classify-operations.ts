import type { Operation, OperationResult } from "../../../contract/sync/schema.ts";
import type { OperationPrincipal } from "../../../contract/sync/vocabulary.ts";
import { newId } from "../../../db/new-id.ts";
import type { AttachedMedia } from "../../../rules/media/judge-attachments.ts";
import {
  correctClock,
  unreadClock,
  type ClockReading,
  type RecordedTime,
} from "../../../rules/sync/correct-clock.ts";
import type { ReferenceStates } from "../../../rules/sync/judge-parents.ts";
import { fingerprintText } from "../../../rules/sync/judge-replay.ts";
import { fingerprintOf } from "./fingerprint-of.ts";
import { judgeOperation, type Judged } from "./judge-operation.ts";
import { replacedLine } from "./load-admission-state.ts";
import { referenceStates, type LoadedAdmission } from "./references.ts";
import type { OperationFeature } from "../operation-feature.ts";
import { pendingParent, type FirstOfId } from "./pending-parent.ts";
import { replayAnswer, replayableOf } from "./replay-answer.ts";
import { provisionalResult } from "./provisional-result.ts";

/** One operation of a batch before any rule of a feature ran. */
export type ClassifiedOperation = { readonly operation: Operation; readonly ordinal: number } & (
  | { readonly kind: "ANSWERED"; readonly result: OperationResult }
  | { readonly kind: "REPEATED"; readonly firstOrdinal: number; readonly reused: boolean }
  | {
      readonly kind: "FRESH";
      readonly receiptId: string;
      readonly judged: Judged;
      readonly attachments: readonly AttachedMedia[];
      readonly time: RecordedTime;
      /** How the operations stood that the batch names, before it. */
      readonly named: ReferenceStates;
      /** What it is sent in place of, see {@link replacedLine}. */
      readonly replaces: readonly string[];
    }
);

/** What sorting needs to know. */
export interface SortContext {
  readonly known: LoadedAdmission;
  readonly relationshipId: string;
  readonly deviceId: string;
  readonly features: readonly OperationFeature[];
  readonly actor: OperationPrincipal;
  /** Ordinals whose payload is not I-JSON. */
  readonly faultyOrdinals: ReadonlySet<number>;
  /** How the device's clock stood; absent when the server sends by itself. */
  readonly clock?: ClockReading;
}

/**
 * Sorts the operations of a batch, in the order sent: answered from what is replayable, repeated within the
 * batch, or fresh. A known id replays even in a paused scope (docs/rules.md#sync-order-of-checks).
 */
export function classifyOperations(
  operations: readonly Operation[],
  context: SortContext,
): readonly ClassifiedOperation[] {
  const { known, clock = unreadClock(known.now) } = context;
  const replaced = new Set(operations.flatMap((operation) => replacedLine(operation, known)));
  const replayable = replayableOf(known, replaced);
  const named = referenceStates(operations, known);
  const first = new Map<string, FirstOfId>();
  return operations.map((operation, ordinal) => {
    const kept = replayAnswer(operation, replayable, context);
    if (kept !== null) return answered(operation, ordinal, kept);
    const fingerprint = fingerprintText(fingerprintOf(operation));
    const earlier = first.get(operation.clientOperationId);
    if (earlier !== undefined) {
      const reused = earlier.fingerprint !== fingerprint;
      return { operation, ordinal, kind: "REPEATED", firstOrdinal: earlier.ordinal, reused };
    }
    if (known.relationshipStatus === "PAUSED")
      return answered(operation, ordinal, provisionalResult(operation, "SCOPE_PAUSED"));
    const judged = judgeOperation(operation, {
      features: context.features,
      actor: context.actor,
      faulty: context.faultyOrdinals.has(ordinal),
    });
    if (judged.kind === "MISFIT" && !judged.binds)
      return answered(operation, ordinal, provisionalResult(operation, judged.code));
    const replaces = replacedLine(operation, known);
    const parent = pendingParent({ operation, judged, replaces }, { named, first });
    if (parent !== null) return answered(operation, ordinal, pendingResult(operation, parent));
    // Only what binds the id decides for those that repeat it.
    first.set(operation.clientOperationId, { ordinal, fingerprint, judged });
    const time = correctClock(new Date(operation.clientRecordedAt), clock, known);
    const fresh = { judged, time, named, replaces, attachments: [] };
    return { operation, ordinal, kind: "FRESH", receiptId: newId(), ...fresh };
  });
}

function pendingResult(operation: Operation, parent: string): OperationResult {
  return provisionalResult(operation, "DEPENDENCY_PENDING", { parent });
}

function answered(
  operation: Operation,
  ordinal: number,
  result: OperationResult,
): ClassifiedOperation {
  return { operation, ordinal, kind: "ANSWERED", result };
}
