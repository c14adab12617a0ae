import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";

/** Nothing of forms is written while a relationship is paused, or after its end. */
export function isInactive(status: RelationshipStatus): boolean {
  return status === "PAUSED" || status === "ENDED";
}
