/** Number of sets in the payload of a workout operation, which may be unchecked; 0 if it has none. */
export function countSets(payload: unknown): number {
  if (typeof payload !== "object" || payload === null || !("sets" in payload)) return 0;
  return Array.isArray(payload.sets) ? payload.sets.length : 0;
}
