import {
  type RelationshipStatus,
  RUNNING_RELATIONSHIP_STATUSES,
} from "../../contract/relationships/vocabulary.ts";

/** Whether a relationship is neither paused nor ended (docs/rooms/relationships.md#lifecycle). */
export function isRunning({ status }: { readonly status: RelationshipStatus }): boolean {
  return RUNNING.includes(status);
}

const RUNNING: readonly RelationshipStatus[] = RUNNING_RELATIONSHIP_STATUSES;
