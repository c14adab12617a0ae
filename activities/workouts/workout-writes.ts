import {
  raiseConflicts,
  resolveConflicts,
  writeSessions,
} from "../../db/workouts/sessions/write-sessions.ts";
import type { WorkoutSession } from "../../rules/workouts/workout-session.ts";
import type { AdmissionScope, Writes } from "../sync/operation-feature.ts";
import { conflictRaised, conflictResolved } from "./conflicts/conflict-events.ts";
import type { DraftConflicts } from "./conflicts/draft-conflicts.ts";

/** The writes of a batch's operations on sessions: one statement per table that has rows. */
export function workoutWrites(
  scope: AdmissionScope,
  changed: readonly WorkoutSession[],
  conflicts: DraftConflicts,
): Writes {
  const sessions = changed.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const [raised, resolved] = [conflicts.raised(), conflicts.resolved()];
  const touched = [...resolved, ...raised].map(({ id }) => id);
  return {
    statements: [
      (executor) => writeSessions(executor, scope, sessions),
      // A draft whose conflict ended within the batch may have a new one at its end, so resolve first.
      (executor) => resolveConflicts(executor, scope, resolved),
      (executor) => raiseConflicts(executor, scope, raised),
    ],
    changes: {
      ...(sessions.length > 0 && { workout_session: sessions.map(({ id }) => id) }),
      ...(touched.length > 0 && { workout_conflict: touched }),
    },
    events: [
      ...resolved.map((conflict) =>
        conflictResolved({ ...scope, ...conflict }, conflict.resolution),
      ),
      ...raised.map(({ latestReceiptId: receiptId, isNew, refs: { taskId }, ...conflict }) =>
        conflictRaised({ ...scope, ...conflict, taskId }, { receiptId, isNew }),
      ),
    ],
  };
}
