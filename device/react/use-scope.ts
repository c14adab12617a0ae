import type { Device, Scope } from "../types.ts";
import { useScopes } from "./use-scopes.ts";

/** One scope of the signed-in person: that of the id, or without an id the first; null if there is none. */
export function useScope(device: Device, scopeId?: string): Scope | null {
  const scopes = useScopes(device).value ?? [];
  const found =
    scopeId === undefined ? scopes[0] : scopes.find((scope) => scope.scopeId === scopeId);
  return found ?? null;
}
