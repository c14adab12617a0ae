import { useEffect, useRef } from "react";
import type { OperationState } from "../outbox/types.ts";
import type { Scope } from "../types.ts";

/**
 * Reads the scope again after each new verdict: an accepted entry belongs to the day only once the day was read.
 *
 * @param operations those of `useOperations`.
 */
export function useFreshDay(
  scope: Scope | null,
  operations: readonly OperationState[] | undefined,
): void {
  const before = useRef<Counted>({ scope: null, verdicts: 0 });
  const verdicts = operations?.filter(({ verdict }) => verdict !== null).length;
  useEffect(() => {
    if (verdicts === undefined) return;
    const known = before.current;
    before.current = { scope, verdicts };
    const isNew = known.scope === scope && verdicts > known.verdicts;
    if (scope !== null && isNew) void scope.refresh().catch(() => null);
  }, [scope, verdicts]);
}

interface Counted {
  readonly scope: Scope | null;
  readonly verdicts: number;
}
