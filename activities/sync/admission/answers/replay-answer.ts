import {
  operationResultSchema,
  type Operation,
  type OperationResult,
} from "../../../../contract/sync/schema.ts";
import { DEFERRAL_CODES } from "../../../../contract/sync/vocabulary.ts";
import type {
  AdmissionState,
  KnownReceipt,
  KnownDeferral,
  KnownTombstone,
} from "../../../../db/sync/admission/load-admission.ts";
import {
  fingerprintText,
  judgeReplay,
  type Fingerprint,
} from "../../../../rules/sync/judge-replay.ts";
import { replayedResult } from "../../../../rules/sync/operation-result.ts";
import { fingerprintOf, shortFingerprint } from "./fingerprint.ts";
import { isOfUnsent } from "./unsent.ts";
import { tombstoneResult, type TombstoneContext } from "./tombstone-result.ts";
import { provisionalResult } from "./provisional-result.ts";
import { followedIds } from "../references/reference-states.ts";

/** The stored answer to an operation, or null. */
export function replayAnswer(
  operation: Operation,
  { receipts, tombstones, deferrals, replaced }: Replayable,
  context: ReplayContext,
): OperationResult | null {
  const { clientOperationId: id } = operation;
  const receipt = receipts.get(id);
  if (receipt !== undefined) return fromReceipt(operation, receipt);
  const tombstone = tombstones.get(id);
  if (tombstone !== undefined) return fromTombstone(operation, tombstone, context);
  const deferral = deferrals.get(id);
  const fingerprint = fingerprintText(fingerprintOf(operation));
  if (deferral?.state !== "OPEN") return null;
  if (!replaced.has(id) && isJudgedAfresh(deferral, fingerprint)) return null;
  const links = [...(operation.dependsOn ?? []), ...followedIds(operation, context.features)];
  const parent = links.find((other) => deferrals.get(other)?.state === "OPEN");
  return fromDeferral(operation, deferral, { now: context.known.now, parent });
}

/** The data needed to replay an answer. */
export interface ReplayContext extends TombstoneContext {
  readonly known: AdmissionState;
}

/** Stored answers of operations, by clientOperationId. */
export interface Replayable {
  readonly receipts: ReadonlyMap<string, KnownReceipt>;
  readonly tombstones: ReadonlyMap<string, KnownTombstone>;
  readonly deferrals: ReadonlyMap<string, KnownDeferral>;
  /** Ids that operations of the same batch replace. */
  readonly replaced: ReadonlySet<string>;
}

/** The stored answers among what an admission loaded. */
export function replayableOf(
  { receipts, tombstones, deferrals }: AdmissionState,
  replaced: ReadonlySet<string>,
): Replayable {
  return {
    receipts: byId(receipts),
    tombstones: byId(tombstones),
    deferrals: byId(deferrals),
    replaced,
  };
}

function byId<Row extends { readonly clientOperationId: string }>(rows: readonly Row[]) {
  return new Map(rows.map((row) => [row.clientOperationId, row]));
}

/**
 * An operation that waits for media may be sent again with a fresh upload, which is not part of its fingerprint. If
 * another operation of the batch replaces it, that one decides its outcome.
 */
function isJudgedAfresh(deferral: KnownDeferral, fingerprint: string): boolean {
  return deferral.reason === "MEDIA" && deferral.fingerprint === fingerprint;
}

function fromReceipt(operation: Operation, receipt: KnownReceipt): OperationResult {
  const replayable: Fingerprint = {
    operationType: receipt.type,
    operationVersion: receipt.version,
    expectedRevision: receipt.expectedRevision,
    payloadChecksum: receipt.payloadChecksum,
  };
  const isReused = judgeReplay(replayable, fingerprintOf(operation)) === "REUSED";
  if (isReused && !isOfUnsent(receipt))
    return provisionalResult(operation, "OPERATION_ID_REUSED", { receiptId: receipt.receiptId });
  return replayedResult(operationResultSchema.parse(JSON.parse(receipt.answer)));
}

function fromTombstone(
  operation: Operation,
  tombstone: KnownTombstone,
  context: ReplayContext,
): OperationResult {
  const isSame = tombstone.fingerprint === shortFingerprint(fingerprintOf(operation));
  if (isSame || isOfUnsent(tombstone)) return tombstoneResult(operation, tombstone, context);
  return provisionalResult(operation, "OPERATION_ID_REUSED", { receiptId: tombstone.receiptId });
}

function fromDeferral(
  operation: Operation,
  deferral: KnownDeferral,
  { now, parent }: { readonly now: Date; readonly parent: string | undefined },
): OperationResult {
  if (deferral.fingerprint !== fingerprintText(fingerprintOf(operation)))
    return provisionalResult(operation, "OPERATION_ID_REUSED");
  const wait = new Date(deferral.nextAttemptAt).getTime() - now.getTime();
  return provisionalResult(operation, DEFERRAL_CODES[deferral.reason], {
    diagnosticsRef: deferral.diagnosticsRef,
    retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)),
    ...(parent === undefined || deferral.reason !== "DEPENDENCY" ? {} : { parent }),
  });
}
