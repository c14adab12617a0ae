import type { Unreadable } from "../centre/types.ts";
import type { Scope } from "../types.ts";
import { useScopeRead } from "./use-scope-read.ts";
import type { Watched } from "./watched.ts";

/** The drafts and online acts of a scope that cannot be read any more; `unreadableView` puts them into words. */
export function useUnreadable(scope: Scope | null): Watched<readonly Unreadable[]> {
  return useScopeRead(scope, readUnreadable);
}

const readUnreadable = async (scope: Scope) => await (await scope.part("centre")).unreadable();
