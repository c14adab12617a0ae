import type { PartContext } from "./part-context.ts";
import { SCOPE_PARTS } from "./scope-parts.ts";
import type { ScopePartName, ScopeParts } from "./types.ts";

/** Loads each part of a scope once. */
export function loadOnce(context: PartContext) {
  const loaded: { [Name in ScopePartName]?: Promise<ScopeParts[Name]> } = {};
  return async <Name extends ScopePartName>(name: Name): Promise<ScopeParts[Name]> => {
    const part: Promise<ScopeParts[Name]> = loaded[name] ?? SCOPE_PARTS[name](context);
    loaded[name] = part;
    return await part;
  };
}
