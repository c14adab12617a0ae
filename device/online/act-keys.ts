import type { Core } from "../core.ts";
import { isHidden, loadScope } from "../store/load-scope.ts";

/**
 * Names of the keys of an act: one for its request, one for its answer (docs/rooms/device.md#stores). Null while a
 * purge order hides its scope.
 */
export async function actKeys(
  { ports }: Core,
  scopeId: string | null,
): Promise<{ readonly request: string; readonly answer: string } | null> {
  if (scopeId === null) return { request: DEVICE_KEY, answer: DEVICE_KEY };
  const scope = await loadScope(ports.sql, scopeId);
  if (scope === null || isHidden(scope.status)) return null;
  return { request: scope.queueKey, answer: scope.cacheKey };
}

/** Key of the acts of the whole device. */
export const DEVICE_KEY = "online/device";

/** Name in the vault of the secret members of an act of the whole device. */
export function secretName(actType: string): string {
  return `online/${actType}`;
}
