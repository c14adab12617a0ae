import type { ReferenceStates } from "./judge-links.ts";

/**
 * Whether an operation may replace others (docs/rooms/sync.md#dependencies). None of them may have been accepted, or
 * replaced by an operation outside of the chain. Only the newest of a chain is replaced, so at most one is accepted. An
 * operation without a receipt is replaced too; it is refused if it arrives later. An operation that is judged again
 * keeps its place in the chain.
 */
export function judgeResubmission(
  { clientOperationId, inPlaceOf }: Resubmission,
  references: ReferenceStates,
): ResubmissionJudgement {
  const parent = inPlaceOf.find((id) => {
    const state = references.get(id);
    if (state?.kind === "ACCEPTED") return true;
    if (state?.kind !== "REFUSED" || state.replacedBy === null) return false;
    const { replacedBy } = state;
    return replacedBy !== clientOperationId && !inPlaceOf.includes(replacedBy);
  });
  return parent === undefined ? { kind: "FREE" } : { kind: "NOTHING_TO_RESUBMIT", parent };
}

/**
 * Stands for a replacement whose id the server no longer knows. No operation has this id, so what it replaced cannot be
 * replaced again.
 */
export const UNNAMED = "";

/** An operation that replaces others. */
export interface Resubmission {
  readonly clientOperationId: string;
  /** The chain that it continues, newest first. */
  readonly inPlaceOf: readonly string[];
}

/** Whether an operation may continue its chain; `parent` is the first operation of it that forbids it. */
export type ResubmissionJudgement =
  | { readonly kind: "FREE" }
  | { readonly kind: "NOTHING_TO_RESUBMIT"; readonly parent: string };

/** The replacement fields of an operation. */
export interface ResubmittingOperation {
  readonly clientOperationId: string;
  readonly resubmitOf?: string | undefined;
  readonly resubmitChain?: readonly string[] | undefined;
}

/** The operations that each operation of a batch replaces, newest first, by clientOperationId. */
export type ResubmitChains = Pick<ReadonlyMap<string, readonly string[]>, "get">;

/**
 * The chain of each operation of a batch (docs/rooms/sync.md#dependencies). It contains the operations that this one
 * names, and those that they name in turn, anywhere in the batch. If an id is sent twice, the first operation counts.
 */
export function resubmitChains(operations: readonly ResubmittingOperation[]): ResubmitChains {
  const named = new Map<string, readonly string[]>();
  for (const operation of operations) {
    const { clientOperationId: id } = operation;
    if (!named.has(id)) named.set(id, namedInPlace(operation));
  }
  return new Map([...named].map(([id, direct]) => [id, chainOf(id, direct, named)]));
}

/** The operations that one names itself as replaced, newest first. */
export function namedInPlace({
  resubmitOf,
  resubmitChain = [],
}: Omit<ResubmittingOperation, "clientOperationId">): readonly string[] {
  return resubmitOf === undefined ? resubmitChain : [resubmitOf, ...resubmitChain];
}

const NONE: readonly string[] = [];

function chainOf(
  id: string,
  direct: readonly string[],
  named: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  if (direct.length === 0) return NONE;
  const chain = new Set(direct);
  // A Set's iteration includes elements added during it.
  for (const older of chain) for (const next of named.get(older) ?? NONE) chain.add(next);
  chain.delete(id);
  return [...chain];
}
