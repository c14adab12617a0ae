import { newId } from "../../../db/platform/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { listOpenConflicts } from "../../../db/workouts/conflicts/list-open-conflicts.ts";
import type { RelationshipHook } from "../../relationships/relationship-hook.ts";
import { conflictMoved } from "./conflict-events.ts";
import { wipeDrafts } from "./wipe-drafts.ts";

/** Refused drafts are deleted with their relationship; reminders of them follow the client's time zone. */
export const conflictsFollowRelationship: RelationshipHook = {
  async ended(tx, { relationship: { id: relationshipId }, now, requestId }) {
    await wipeDrafts(tx, { relationshipId }, { now, requestId });
    return null;
  },
  async zoneChanged(tx, { relationship: { id: relationshipId }, now, requestId }) {
    const open = await listOpenConflicts(tx, { relationshipId });
    const events = open.map((conflict) => conflictMoved(conflict, newId()));
    await appendEvents(tx, events, { now, requestId });
    return null;
  },
};
