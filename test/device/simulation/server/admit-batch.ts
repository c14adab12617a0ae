import type { Operation, OperationResult } from "../../../../contract/sync/schema.ts";
import type { VerdictCode } from "../../../../contract/sync/vocabulary.ts";
import { type Decision, refuse } from "../../../../rules/sync/decision.ts";
import { judgeLinks, type ReferenceState } from "../../../../rules/sync/judge-links.ts";
import { fingerprintText, type Fingerprint } from "../../../../rules/sync/judge-replay.ts";
import {
  judgeResubmission,
  resubmitChains,
  type ResubmitChains,
} from "../../../../rules/sync/judge-resubmission.ts";
import {
  acceptedResult,
  refusedResult,
  replayedResult,
} from "../../../../rules/sync/operation-result.ts";
import { checksumOf, judgeOperation } from "./judge-operation.ts";
import type { Receipt, Relationship } from "./types.ts";

/** Decides the operations of a batch in order, each at most once, as the product does (docs/rooms/sync.md). */
export function admitBatch(
  admission: Admission,
  operations: readonly Operation[],
): readonly OperationResult[] {
  const chains = resubmitChains(operations);
  const retryable = new Set<string>();
  const results: OperationResult[] = [];
  for (const operation of operations) {
    const result = admit({ ...admission, chains, retryable }, operation);
    if (result.receiptId === null) retryable.add(operation.clientOperationId);
    results.push(result);
  }
  return results;
}

/** Inputs for deciding a batch. */
export interface Admission {
  readonly relationship: Relationship;
  readonly lineageId: string;
  readonly now: Date;
  readonly uuid: () => string;
  /** A provisional answer instead of a verdict; null for none. */
  readonly provisional: (operation: Operation) => VerdictCode | null;
  /** Called for each verdict. */
  readonly onVerdict: (operation: Operation, result: OperationResult) => void;
  /** Called if a device sends what no device may send. */
  readonly onBreach: (breach: string) => void;
}

interface BatchAdmission extends Admission {
  readonly chains: ResubmitChains;
  /** Operations of the batch that have no receipt. */
  readonly retryable: ReadonlySet<string>;
}

function admit(batch: BatchAdmission, operation: Operation): OperationResult {
  const { relationship, onBreach } = batch;
  const { clientOperationId: id } = operation;
  const fingerprint = fingerprintOf(operation);
  const known = relationship.receipts.get(id);
  if (known !== undefined) {
    const isSame =
      known.fingerprint === null ||
      fingerprintText(known.fingerprint) === fingerprintText(fingerprint);
    if (!isSame) onBreach(`${id} was sent with another content`);
    return replayedResult(known.result);
  }
  if (checksumOf(operation) !== operation.payloadChecksum)
    onBreach(`${id} was sent with a wrong checksum`);
  const deferred = deferral(batch, operation);
  if (deferred !== null) return resultOf(batch, operation, { receiptId: null, decision: deferred });
  const receiptId = batch.uuid();
  const decision = decide(batch, operation, receiptId);
  const result = resultOf(batch, operation, { receiptId, decision });
  if (result.status === "REFETCH_REQUIRED" || result.status === "SCOPE_LOCKED")
    return { ...result, receiptId: null };
  relationship.receipts.set(id, { result, fingerprint, replacedBy: null });
  replaceChain(batch, operation);
  relationship.changes += 1;
  batch.onVerdict(operation, result);
  return result;
}

/** Why an operation gets no verdict: the scope is paused, what it depends on has none, or a test wants it. */
function deferral(batch: BatchAdmission, operation: Operation): Decision | null {
  const { relationship } = batch;
  if (relationship.status === "PAUSED") return refuse("SCOPE_PAUSED");
  const code = batch.provisional(operation);
  if (code !== null) return refuse(code);
  const links = judgeLinks(operation.dependsOn ?? [], references(batch));
  if (links.kind === "PENDING" || links.kind === "DEFERRED")
    return { ...refuse("DEPENDENCY_PENDING"), parent: links.parent };
  const inPlaceOf = batch.chains.get(operation.clientOperationId) ?? [];
  return inPlaceOf.some((id) => batch.retryable.has(id)) ? refuse("DEPENDENCY_PENDING") : null;
}

function decide(batch: BatchAdmission, operation: Operation, receiptId: string): Decision {
  const links = judgeLinks(operation.dependsOn ?? [], references(batch));
  if (links.kind === "DEPENDENCY_REFUSED")
    return { ...refuse("DEPENDENCY_REFUSED"), parent: links.parent };
  const inPlaceOf = batch.chains.get(operation.clientOperationId) ?? [];
  const { clientOperationId } = operation;
  const place = judgeResubmission({ clientOperationId, inPlaceOf }, references(batch));
  if (place.kind === "NOTHING_TO_RESUBMIT")
    return { ...refuse("NOTHING_TO_RESUBMIT"), parent: place.parent };
  const { lineageId, now } = batch;
  return judgeOperation(batch.relationship, operation, { receiptId, lineageId, now });
}

function references({ relationship, retryable }: BatchAdmission): {
  get(id: string): ReferenceState | undefined;
} {
  return {
    get(id) {
      if (retryable.has(id)) return { kind: "RETRYABLE" };
      const receipt = relationship.receipts.get(id);
      if (receipt === undefined) return undefined;
      return receipt.result.status === "ACCEPTED"
        ? { kind: "ACCEPTED", canonicalIds: [] }
        : { kind: "REFUSED", replacedBy: receipt.replacedBy };
    },
  };
}

/** Everything that an operation replaces is replaced, also what never arrived: it is refused when it does. */
function replaceChain(batch: BatchAdmission, operation: Operation): void {
  const { receipts } = batch.relationship;
  for (const id of batch.chains.get(operation.clientOperationId) ?? []) {
    const receipt: Receipt = receipts.get(id) ?? {
      result: resultOf(
        batch,
        { ...operation, clientOperationId: id },
        { receiptId: batch.uuid(), decision: refuse("OPERATION_SUPERSEDED") },
      ),
      fingerprint: null,
      replacedBy: null,
    };
    if (receipt.result.status !== "ACCEPTED") receipt.replacedBy ??= operation.clientOperationId;
    receipts.set(id, receipt);
  }
}

function resultOf(
  { uuid }: BatchAdmission,
  { clientOperationId, metadata }: Operation,
  { receiptId, decision }: { readonly receiptId: string | null; readonly decision: Decision },
): OperationResult {
  const frame = {
    clientOperationId,
    receiptId,
    diagnosticsRef: uuid(),
    locale: metadata?.locale ?? null,
  };
  return decision.accepted ? acceptedResult(frame, decision) : refusedResult(frame, decision);
}

function fingerprintOf(operation: Operation): Fingerprint {
  const { operationType, operationVersion, expectedRevision = null, payloadChecksum } = operation;
  return { operationType, operationVersion, expectedRevision, payloadChecksum };
}
