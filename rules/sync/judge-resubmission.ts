import type { ReferenceStates } from "./judge-parents.ts";

/** Stands for an operation that is not known by name: nobody may be sent in place of what it replaced. */
export const UNNAMED = "";

/** An operation that is sent in place of others. */
export interface Resubmission {
  readonly clientOperationId: string;
  /** The chain that it goes on, newest first. */
  readonly inPlaceOf: readonly string[];
}

/** Whether an operation may go on its chain; `parent` is the first operation of it that forbids that. */
export type ResubmissionJudgement =
  | { readonly kind: "FREE" }
  | { readonly kind: "NOTHING_TO_RESUBMIT"; readonly parent: string };

/**
 * Whether an operation may be sent in place of others (docs/rooms/sync.md#dependencies). None of them may have been
 * accepted, and none replaced by an operation outside of the chain: only the newest of a chain is replaced, and at most
 * one operation of it is accepted. One without a receipt is replaced as well: should it still come, it is refused.
 * Judged again, an operation has the place that it took.
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

/** An operation, as far as it says what it is sent in place of. */
export interface ResubmittingOperation {
  readonly clientOperationId: string;
  readonly resubmitOf?: string | undefined;
  readonly resubmitChain?: readonly string[] | undefined;
}

/** What each operation of a batch is sent in place of, newest first, by clientOperationId. */
export type ResubmitChains = Pick<ReadonlyMap<string, readonly string[]>, "get">;

/**
 * The chain of each operation of a batch (docs/rooms/sync.md#dependencies). It holds the operations that this one names,
 * and those that they name in turn, wherever in the batch they stand. If an id is sent twice, the first operation counts.
 */
export function resubmitChains(operations: readonly ResubmittingOperation[]): ResubmitChains {
  const named = new Map<string, readonly string[]>();
  for (const operation of operations) {
    const { clientOperationId: id } = operation;
    if (!named.has(id)) named.set(id, namedInPlace(operation));
  }
  return new Map([...named].map(([id, direct]) => [id, chainOf(id, direct, named)]));
}

/** The operations that one itself names as replaced, newest first. */
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
  // A set goes on over what is added to it meanwhile.
  for (const older of chain) for (const next of named.get(older) ?? NONE) chain.add(next);
  chain.delete(id);
  return [...chain];
}
