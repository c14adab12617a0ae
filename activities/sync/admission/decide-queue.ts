import type { Operation } from "../../../contract/sync/schema.ts";
import { refuse } from "../../../rules/sync/decision.ts";
import {
  judgeLinks,
  type LinkJudgement,
  type ReferenceState,
  type ReferenceStates,
} from "../../../rules/sync/judge-links.ts";
import { UNNAMED } from "../../../rules/sync/judge-resubmission.ts";
import type { ClassifiedOperation, FreshOperation } from "./classify-operations.ts";
import { type Decided, withWrites } from "./decided.ts";
import { inheritedStates, type Replacement } from "./inherit-places.ts";
import { outcomeOf, type Outcome, replacedBy, stateAfter } from "./outcome.ts";
import { followedIds } from "./references/reference-states.ts";
import { takePlace } from "./references/take-place.ts";
import { judgeWithIds, type Valid } from "./prepare/judge-operation.ts";
import type { OperationFeature, ReadyOperation, WorkingCopy } from "../operation-feature.ts";

/**
 * Decides operations in the order sent, each on the results of those before it. A rule that throws affects only its
 * own operation.
 *
 * @throws BatchFault if a feature cannot say what it writes.
 */
export function decideQueue({ operations, soFar }: DecisionQueue, copies: Copies): Decided {
  const outcomes = new Map<number, Outcome>();
  const states = new Map(soFar);
  for (const entry of operations) {
    const outcome = outcomeOfPlace(entry, states) ?? decide(entry, copies, states);
    outcomes.set(entry.ordinal, outcome);
    recordOutcome(entry, outcome, states);
  }
  return withWrites(outcomes, copies.values());
}

/** Operations to decide together, after others of the same batch. */
export interface DecisionQueue {
  readonly operations: readonly FreshOperation[];
  /** The outcomes of the batch so far, by clientOperationId. */
  readonly soFar: ReferencesSoFar;
}

/** The fresh operations of a batch, and the states that others of the batch have before they are decided. */
export function queueOf({ classified, fresh, inherited }: ClassifiedBatch): DecisionQueue {
  const soFar = new Map([...retryableBefore(classified), ...inheritedStates(inherited)]);
  return { operations: fresh, soFar };
}

/** The classified operations of a batch. */
interface ClassifiedBatch {
  readonly classified: readonly ClassifiedOperation[];
  readonly fresh: readonly FreshOperation[];
  readonly inherited: readonly Replacement[];
}

/** The working copies by feature. */
export type Copies = ReadonlyMap<OperationFeature, WorkingCopy<unknown>>;

type ReferencesSoFar = ReadonlyMap<string, ReferenceState>;

/**
 * Operations that were answered before the decision and are not stored. An operation that follows one waits until it
 * is sent again (docs/rooms/sync.md#dependencies).
 */
function retryableBefore(
  classified: readonly ClassifiedOperation[],
): ReadonlyMap<string, ReferenceState> {
  return new Map(
    classified
      .filter((entry) => entry.kind === "ANSWERED")
      .filter(({ result }) => result.receiptId === null)
      .map(({ operation }) => [operation.clientOperationId, { kind: "RETRYABLE" }]),
  );
}

/** Records an outcome for later operations of the batch. */
export function recordOutcome(
  entry: FreshOperation,
  outcome: Outcome,
  soFar: Map<string, ReferenceState>,
): void {
  const { clientOperationId } = entry.operation;
  if (outcome.kind === "RETRYABLE") {
    if (!soFar.has(clientOperationId)) soFar.set(clientOperationId, { kind: "RETRYABLE" });
    return;
  }
  if (!isReplaced(soFar.get(clientOperationId))) soFar.set(clientOperationId, stateAfter(outcome));
  for (const replaced of replacedBy(entry, outcome))
    if (!isReplaced(soFar.get(replaced)))
      soFar.set(replaced, { kind: "REFUSED", replacedBy: clientOperationId });
}

/**
 * The outcome of an operation that another of the batch replaces, or that cannot replace another
 * (docs/rooms/sync.md#dependencies); null for any other. Deferrals of this batch itself are known only during the
 * decision.
 */
function outcomeOfPlace(entry: FreshOperation, soFar: ReferencesSoFar): Outcome | null {
  const { operation, replaces } = entry;
  if (isReplaced(soFar.get(operation.clientOperationId)))
    return outcomeOf(refuse("OPERATION_SUPERSEDED"));
  if (replaces.length === 0) return null;
  const deferred = replaces.find((id) => soFar.get(id)?.kind === "DEFERRED");
  if (deferred !== undefined) return outcomeOfLinks({ kind: "PENDING", parent: deferred });
  const { clientOperationId } = operation;
  const place = { clientOperationId, inPlaceOf: replaces };
  const placed = takePlace(place, referencesOf(entry, soFar));
  return placed.kind === "FREE" ? null : placed;
}

function isReplaced(state: ReferenceState | undefined): boolean {
  return state?.kind === "REFUSED" && state.replacedBy !== null && state.replacedBy !== UNNAMED;
}

/** The operation for its feature, with the ids that its parents created. */
function readyOperation(
  { operation, receiptId, attachments, time, replaces }: FreshOperation,
  { intent }: Valid,
  soFar: ReferencesSoFar,
): ReadyOperation<unknown> {
  return {
    clientOperationId: operation.clientOperationId,
    operationType: operation.operationType,
    expectedRevision: operation.expectedRevision ?? null,
    clientRecordedAt: operation.clientRecordedAt,
    receiptId,
    intent,
    inPlaceOf: formerOf(replaces, soFar),
    attachments,
    time,
  };
}

/** The operations of its batch that this one replaces, directly or through each other, newest first. */
function formerOf(replaces: readonly string[], soFar: ReferencesSoFar): readonly string[] {
  const former = new Set(replaces);
  // Iterating a set also visits ids added during the loop.
  for (const newer of former)
    for (const [id, state] of soFar)
      if (state.kind === "REFUSED" && state.replacedBy === newer) former.add(id);
  return [...former];
}

/** The valid operations by feature, with the ids known so far. */
export function readyByFeature(
  operations: readonly FreshOperation[],
  soFar: ReferencesSoFar,
): ReadonlyMap<OperationFeature, readonly ReadyOperation<unknown>[]> {
  const byFeature = new Map<OperationFeature, ReadyOperation<unknown>[]>();
  for (const entry of operations) {
    const { judged } = entry;
    if (judged.kind !== "VALID") continue;
    const ready = byFeature.get(judged.feature) ?? [];
    ready.push(readyOperation(entry, withIdsSoFar(entry, judged, soFar), soFar));
    byFeature.set(judged.feature, ready);
  }
  return byFeature;
}

/** The operation with the ids that its parents have created so far; unchanged if they have not. */
function withIdsSoFar(entry: FreshOperation, judged: Valid, soFar: ReferencesSoFar): Valid {
  const made = madeBy(entry, referencesOf(entry, soFar));
  const resolved = judgeWithIds(entry.operation, judged, made);
  return resolved.kind === "VALID" ? resolved : judged;
}

/** A retryable operation keeps its state from before the batch. */
function referencesOf({ named }: FreshOperation, soFar: ReferenceStates): ReferenceStates {
  const decidedNow = (id: string) => (isRetryable(soFar.get(id)) ? undefined : soFar.get(id));
  return { get: (id) => decidedNow(id) ?? named.get(id) ?? soFar.get(id) };
}

const isRetryable = (state: ReferenceState | undefined) => state?.kind === "RETRYABLE";

function madeBy({ operation }: FreshOperation, references: ReferenceStates) {
  return (operation.dependsOn ?? []).flatMap((id) => {
    const reference = references.get(id);
    return reference?.kind === "ACCEPTED" ? reference.canonicalIds : [];
  });
}

/** An outcome by content counts before links if it refuses, and after them if the operation waits or crashed. */
function decide(entry: FreshOperation, copies: Copies, soFar: ReferencesSoFar): Outcome {
  const { operation, judged } = entry;
  if (judged.kind === "DECIDED") return judged;
  const references = referencesOf(entry, soFar);
  const byLinks = outcomeOfLinks(judgeLinks(operation.dependsOn ?? [], references));
  if (byLinks !== null) return byLinks;
  if (judged.kind !== "VALID") return judged;
  const followed = outcomeOfLinks(judgeLinks(awaitedBy(operation, judged, references), references));
  if (followed !== null) return followed;
  try {
    const resolved = judgeWithIds(operation, judged, madeBy(entry, references));
    if (resolved.kind !== "VALID") return resolved;
    const copy = copies.get(judged.feature);
    if (copy === undefined) throw new Error("The feature was not loaded");
    return outcomeOf(copy.decide(readyOperation(entry, resolved, soFar)));
  } catch (fault) {
    return { kind: "CRASHED", fault };
  }
}

/**
 * The operations that an operation follows and waits for: those that are deferred or retryable. The feature judges
 * every other outcome.
 */
function awaitedBy(
  operation: Operation,
  { feature }: Valid,
  references: ReferenceStates,
): readonly string[] {
  return followedIds(operation, [feature]).filter((id) => {
    const kind = references.get(id)?.kind;
    return kind === "DEFERRED" || kind === "RETRYABLE";
  });
}

/** The outcome of an operation that its links decide. */
function outcomeOfLinks(links: LinkJudgement): Outcome | null {
  switch (links.kind) {
    case "FREE":
      return null;
    case "PENDING":
      return outcomeOf({ ...refuse("DEPENDENCY_PENDING"), parent: links.parent });
    case "DEFERRED":
      return { kind: "WAITING", reason: "DEPENDENCY", parent: links.parent };
    default:
      return outcomeOf({ ...refuse(links.kind), parent: links.parent });
  }
}
