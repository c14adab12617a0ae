/** Operations that depend on themselves or replace themselves. */
export function findEntangled(operations: readonly LinkedOperation[]): readonly Entanglement[] {
  const parents = parentsById(operations);
  return operations.flatMap((operation, ordinal) => {
    const { clientOperationId: id, dependsOn = [], resubmitOf, resubmitChain = [] } = operation;
    const depends = dependsOn.length > 0 && ancestorsOf(dependsOn, parents).has(id);
    return [
      ...(depends ? [{ ordinal, field: "dependsOn" } as const] : []),
      ...(resubmitOf === id ? [{ ordinal, field: "resubmitOf" } as const] : []),
      ...(resubmitChain.includes(id) ? [{ ordinal, field: "resubmitChain" } as const] : []),
    ];
  });
}

/** The links of a batch operation to others. */
export interface LinkedOperation {
  readonly clientOperationId: string;
  readonly dependsOn?: readonly string[] | undefined;
  readonly resubmitOf?: string | undefined;
  readonly resubmitChain?: readonly string[] | undefined;
}

/** A field of an operation that names the operation itself, directly or through others of the batch. */
export interface Entanglement {
  readonly ordinal: number;
  readonly field: "dependsOn" | "resubmitOf" | "resubmitChain";
}

/** An id that is sent twice has the parents of both. */
function parentsById(operations: readonly LinkedOperation[]): ReadonlyMap<string, string[]> {
  const parents = new Map<string, string[]>();
  for (const { clientOperationId: id, dependsOn = [] } of operations)
    parents.set(id, [...(parents.get(id) ?? []), ...dependsOn]);
  return parents;
}

function ancestorsOf(
  named: readonly string[],
  parents: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const found = new Set(named);
  // A Set's iteration includes elements added during it.
  for (const id of found) for (const parent of parents.get(id) ?? []) found.add(parent);
  return found;
}
