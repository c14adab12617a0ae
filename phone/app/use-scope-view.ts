import type { OperationState } from "../../device/outbox/types.ts";
import { useFreshDay } from "../../device/react/use-fresh-day.ts";
import { useScopeRead } from "../../device/react/use-scope-read.ts";
import type { Today } from "../../device/read/types.ts";
import type { Scope } from "../../device/types.ts";

/** The day and the entries of a coaching, read together so that they agree; null until they are read. */
export function useScopeView(scope: Scope | null): ScopeView | null {
  const { value } = useScopeRead(scope, readView);
  useFreshDay(scope, value?.operations);
  return value ?? null;
}

/** The page's data of one coaching. */
export interface ScopeView {
  readonly scope: Scope;
  readonly today: Today | null;
  readonly operations: readonly OperationState[];
}

async function readView(scope: Scope): Promise<ScopeView> {
  const [today, operations] = await Promise.all([scope.today(), scope.operations()]);
  return { scope, today, operations };
}
