import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { idFrom } from "../../db/new-id.ts";
import {
  raiseConflicts,
  type RaisedConflict,
  resolveConflicts,
  writeSessions,
} from "../../db/workouts/sessions/write-sessions.ts";
import type { WorkoutSession } from "../../rules/workouts/session-state.ts";
import type { AdmissionScope, Writes } from "../sync/operation-feature.ts";
import type { DraftConflicts } from "./draft-conflicts.ts";

/** What a batch's operations on sessions came to: one statement per table that has rows. */
export function workoutWrites(
  scope: AdmissionScope,
  changed: readonly WorkoutSession[],
  conflicts: DraftConflicts,
): Writes {
  const sessions = changed.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const raised = conflicts.raised();
  return {
    statements: [
      (line) => writeSessions(line, scope, sessions),
      // A draft whose conflict ended within the batch may have another by the end of it.
      (line) => resolveConflicts(line, scope, conflicts.resolved()),
      (line) => raiseConflicts(line, scope, raised),
    ],
    changes: sessions.length === 0 ? {} : { workout_session: sessions.map(({ id }) => id) },
    events: raised.map((conflict) => conflictRaised(scope, conflict)),
  };
}

/** Told of each receipt that refuses a draft: the first opens its conflict, a further one renews how long it is kept. */
function conflictRaised(
  { relationshipId, workspaceId }: AdmissionScope,
  { id, kind, clientSessionId, latestReceiptId: receiptId, refs }: RaisedConflict,
): DomainEvent {
  return {
    eventId: idFrom(receiptId, "WorkoutSyncConflictRaised"),
    type: "WorkoutSyncConflictRaised",
    subjectId: id,
    version: 0,
    refs: { workspaceId, relationshipId, clientSessionId, receiptId, kind, taskId: refs.taskId },
  };
}
