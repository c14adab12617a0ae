import type { Today } from "../read/types.ts";
import type { Scope } from "../types.ts";
import { useScopeRead } from "./use-scope-read.ts";
import type { Watched } from "./watched.ts";

/** The present day of a scope, with what waits and what was refused. Its value is null if no day was read yet. */
export function useToday(scope: Scope | null): Watched<Today | null> {
  return useScopeRead(scope, readToday);
}

const readToday = (scope: Scope) => scope.today();
