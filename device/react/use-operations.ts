import type { OperationState } from "../outbox/types.ts";
import type { Scope } from "../types.ts";
import { useScopeRead } from "./use-scope-read.ts";
import type { Watched } from "./watched.ts";

/** The operations of a scope with their verdicts, oldest first. */
export function useOperations(scope: Scope | null): Watched<readonly OperationState[]> {
  return useScopeRead(scope, readOperations);
}

const readOperations = (scope: Scope) => scope.operations();
