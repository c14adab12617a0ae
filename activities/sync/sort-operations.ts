import { v7 as uuidv7 } from "uuid";
import {
  operationResultSchema,
  type Operation,
  type OperationResult,
  type RefetchHint,
} from "../../contract/sync/schema.ts";
import { SET_ASIDE_CODES, type VerdictCode } from "../../contract/sync/vocabulary.ts";
import type {
  AdmissionKnowledge,
  KnownReceipt,
  KnownSetAside,
  KnownTombstone,
} from "../../db/sync/know-admission.ts";
import type { AttachedMedia } from "../../rules/media/judge-attachments.ts";
import { refuse } from "../../rules/sync/decision.ts";
import { fingerprintText, judgeReplay, type Fingerprint } from "../../rules/sync/judge-replay.ts";
import { refusedResult, replayedResult } from "../../rules/sync/operation-result.ts";
import {
  correctClock,
  unreadClock,
  type ClockReading,
  type RecordedTime,
} from "../../rules/sync/correct-clock.ts";
import type { Standings } from "../../rules/sync/judge-parents.ts";
import { judgeOperation, type Judged } from "./judge-operation.ts";
import { knownStandings } from "./named-operations.ts";
import { pendingParent, type FirstOfId } from "./pending-parent.ts";
import type { OperationActor } from "../../contract/sync/vocabulary.ts";
import type { OperationFeature } from "./operation-feature.ts";
import { shortFingerprint } from "./short-fingerprint.ts";
import { tombstoneResult } from "./tombstone-result.ts";

/** One operation of a batch before any rule of a feature ran. */
export type SortedOperation = { readonly operation: Operation; readonly ordinal: number } & (
  | { readonly kind: "ANSWERED"; readonly result: OperationResult }
  | { readonly kind: "REPEATED"; readonly firstOrdinal: number; readonly reused: boolean }
  | {
      readonly kind: "FRESH";
      readonly receiptId: string;
      readonly judged: Judged;
      readonly attachments: readonly AttachedMedia[];
      readonly time: RecordedTime;
      /** How the operations stood that the batch names, before it. */
      readonly named: Standings;
    }
);

/** What sorting needs to know. */
export interface SortContext {
  readonly known: AdmissionKnowledge;
  readonly relationshipId: string;
  readonly deviceId: string;
  readonly features: readonly OperationFeature[];
  readonly actor: OperationActor;
  /** Ordinals whose payload is not I-JSON. */
  readonly faultyOrdinals: ReadonlySet<number>;
  /** How the device's clock stood; absent when the server sends by itself. */
  readonly clock?: ClockReading;
}

/**
 * Sorts the operations of a batch, in the order sent: answered from what is retained, repeated within
 * the batch, or fresh. A known id replays even in a paused scope (decisions.md, "Order of checks").
 */
export function sortOperations(
  operations: readonly Operation[],
  context: SortContext,
): readonly SortedOperation[] {
  const { known, clock = unreadClock(known.now) } = context;
  const retained = retainedOf(known);
  const named = knownStandings(operations, context.known);
  const first = new Map<string, FirstOfId>();
  return operations.map((operation, ordinal) => {
    const kept = fromRetained(operation, retained, context);
    if (kept !== null) return answered(operation, ordinal, kept);
    const fingerprint = fingerprintText(fingerprintOf(operation));
    const earlier = first.get(operation.clientOperationId);
    if (earlier !== undefined) {
      const reused = earlier.fingerprint !== fingerprint;
      return { operation, ordinal, kind: "REPEATED", firstOrdinal: earlier.ordinal, reused };
    }
    if (known.relationshipStatus === "PAUSED")
      return answered(operation, ordinal, withoutReceipt(operation, "SCOPE_PAUSED"));
    const judged = judgeOperation(operation, {
      features: context.features,
      actor: context.actor,
      faulty: context.faultyOrdinals.has(ordinal),
    });
    if (judged.kind === "MISFIT" && !judged.binds)
      return answered(operation, ordinal, withoutReceipt(operation, judged.code));
    const parent = pendingParent({ operation, judged }, { named, first });
    if (parent !== null) return answered(operation, ordinal, pendingResult(operation, parent));
    // Only what binds the id decides for those that repeat it.
    first.set(operation.clientOperationId, { ordinal, fingerprint, judged });
    const time = correctClock(new Date(operation.clientRecordedAt), clock, known);
    const fresh = { judged, time, named, attachments: [] };
    return { operation, ordinal, kind: "FRESH", receiptId: uuidv7(), ...fresh };
  });
}

/** What is retained of operations, by clientOperationId. */
interface Retained {
  readonly receipts: ReadonlyMap<string, KnownReceipt>;
  readonly tombstones: ReadonlyMap<string, KnownTombstone>;
  readonly setAsides: ReadonlyMap<string, KnownSetAside>;
}

function retainedOf({ receipts, tombstones, setAsides }: AdmissionKnowledge): Retained {
  return { receipts: byId(receipts), tombstones: byId(tombstones), setAsides: byId(setAsides) };
}

function byId<Row extends { readonly clientOperationId: string }>(rows: readonly Row[]) {
  return new Map(rows.map((row) => [row.clientOperationId, row]));
}

/** The answer to an operation that is known, or null. */
function fromRetained(
  operation: Operation,
  { receipts, tombstones, setAsides }: Retained,
  context: SortContext,
): OperationResult | null {
  const { clientOperationId: id } = operation;
  const receipt = receipts.get(id);
  if (receipt !== undefined) return fromReceipt(operation, receipt);
  const tombstone = tombstones.get(id);
  if (tombstone !== undefined) return fromTombstone(operation, tombstone, context);
  const aside = setAsides.get(id);
  const fingerprint = fingerprintText(fingerprintOf(operation));
  if (aside?.state !== "OPEN" || isJudgedAfresh(aside, fingerprint)) return null;
  return fromSetAside(operation, aside, context.known.now);
}

function pendingResult(operation: Operation, parent: string): OperationResult {
  return withoutReceipt(operation, "DEPENDENCY_PENDING", { parent });
}

/** What waits for media may come again with a refreshed upload, which is no part of its fingerprint. */
function isJudgedAfresh(aside: KnownSetAside, fingerprint: string): boolean {
  return aside.reason === "MEDIA" && aside.fingerprint === fingerprint;
}

/** The fingerprint of an operation as sent. */
export function fingerprintOf(operation: Operation): Fingerprint {
  const { operationType, operationVersion, payloadChecksum } = operation;
  const expectedRevision = operation.expectedRevision ?? null;
  return { operationType, operationVersion, expectedRevision, payloadChecksum };
}

/** A result that leaves no receipt; the same id is judged afresh next time. */
export function withoutReceipt(
  operation: Operation,
  code: VerdictCode,
  more: {
    receiptId?: string;
    diagnosticsRef?: string;
    retryAfterSeconds?: number;
    refetch?: readonly RefetchHint[];
    parent?: string;
  } = {},
): OperationResult {
  return refusedResult(
    {
      clientOperationId: operation.clientOperationId,
      receiptId: more.receiptId ?? null,
      diagnosticsRef: more.diagnosticsRef ?? uuidv7(),
      locale: operation.metadata?.locale ?? null,
      ...(more.retryAfterSeconds === undefined
        ? {}
        : { retryAfterSeconds: more.retryAfterSeconds }),
    },
    {
      ...refuse(code),
      refetch: more.refetch ?? [],
      ...(more.parent === undefined ? {} : { parent: more.parent }),
    },
  );
}

function answered(operation: Operation, ordinal: number, result: OperationResult): SortedOperation {
  return { operation, ordinal, kind: "ANSWERED", result };
}

function fromReceipt(operation: Operation, receipt: KnownReceipt): OperationResult {
  const retained: Fingerprint = {
    operationType: receipt.type,
    operationVersion: receipt.version,
    expectedRevision: receipt.expectedRevision,
    payloadChecksum: receipt.payloadChecksum,
  };
  if (judgeReplay(retained, fingerprintOf(operation)) === "REUSED")
    return withoutReceipt(operation, "OPERATION_ID_REUSED", { receiptId: receipt.receiptId });
  return replayedResult(operationResultSchema.parse(JSON.parse(receipt.answer)));
}

function fromTombstone(
  operation: Operation,
  tombstone: KnownTombstone,
  context: SortContext,
): OperationResult {
  if (tombstone.fingerprint === shortFingerprint(fingerprintOf(operation)))
    return tombstoneResult(operation, tombstone, context);
  return withoutReceipt(operation, "OPERATION_ID_REUSED", { receiptId: tombstone.receiptId });
}

function fromSetAside(operation: Operation, aside: KnownSetAside, now: Date): OperationResult {
  if (aside.fingerprint !== fingerprintText(fingerprintOf(operation)))
    return withoutReceipt(operation, "OPERATION_ID_REUSED");
  const wait = new Date(aside.nextAttemptAt).getTime() - now.getTime();
  return withoutReceipt(operation, SET_ASIDE_CODES[aside.reason], {
    diagnosticsRef: aside.diagnosticsRef,
    retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)),
  });
}
