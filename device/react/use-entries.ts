import type { CentreEntries } from "../centre/types.ts";
import type { Scope } from "../types.ts";
import { useScopeRead } from "./use-scope-read.ts";
import type { Watched } from "./watched.ts";

/** The entries of a scope as its sync centre lists them; `centreView` puts them into words. */
export function useEntries(scope: Scope | null): Watched<CentreEntries> {
  return useScopeRead(scope, readEntries);
}

const readEntries = async (scope: Scope) => await (await scope.part("centre")).entries();
