import type { OperationState } from "../../device/outbox/types.ts";
import { useFreshDay } from "../../device/react/use-fresh-day.ts";
import { useScopeRead } from "../../device/react/use-scope-read.ts";
import type { Watched } from "../../device/react/watched.ts";
import type { Today } from "../../device/read/types.ts";
import type { Scope } from "../../device/types.ts";

/** The day and the entries of a coaching, read together so that they agree. */
export function useScopeView(scope: Scope | null): Watched<ScopeView> {
  const view = useScopeRead(scope, readView);
  useFreshDay(scope, view.value?.operations);
  return view;
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
