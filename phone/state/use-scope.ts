import { useEffect, useState } from "react";
import type { OperationState } from "../../device/outbox/types.ts";
import type { Today } from "../../device/read/types.ts";
import type { Scope } from "../../device/types.ts";
import { latest } from "./use-device-state.ts";

/** The day and the entries of a scope; null until they are read. Each change shows the newest. */
export function useScope(scope: Scope | null): ScopeView | null {
  const [view, setView] = useState<ScopeView | null>(null);
  useEffect(() => {
    if (scope === null) return undefined;
    let isOver = false;
    let answered: number | null = null;
    const read = latest(async () => {
      const [today, operations] = await Promise.all([scope.today(), scope.operations()]);
      if (isOver) return;
      setView({ scope, today, operations });
      const verdicts = operations.filter(({ verdict }) => verdict !== null).length;
      // An accepted entry belongs to the day only once the day was read again.
      if (answered !== null && verdicts > answered) void scope.refresh().catch(() => null);
      answered = verdicts;
    });
    const end = scope.watch(read);
    read();
    return () => {
      isOver = true;
      end();
    };
  }, [scope]);
  return view?.scope === scope ? view : null;
}

/** The page's data of one coaching. */
export interface ScopeView {
  readonly scope: Scope;
  readonly today: Today | null;
  readonly operations: readonly OperationState[];
}
