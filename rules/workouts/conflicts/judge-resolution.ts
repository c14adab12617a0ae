import type { ResolveConflict } from "../../../contract/workouts/conflict-schema.ts";
import {
  CONFLICT_OPTIONS,
  type WorkoutConflictKind,
  type WorkoutConflictResolution,
} from "../../../contract/workouts/session-vocabulary.ts";

/** A conflict as a choice about it is judged. */
export interface JudgedConflict {
  readonly kind: WorkoutConflictKind;
  readonly resolution: WorkoutConflictResolution | null;
  /** The operation that ended it; null where none did. */
  readonly resolvedBy: string | null;
  readonly clientSessionId: string;
  /** Of the draft as it was refused last. */
  readonly frozenRevision: number;
}

/** What is to be done about a choice. `DO`: it is made now; `DONE`: it was made before. */
export type ResolutionVerdict = "DO" | "DONE" | "RESOLUTION_NOT_ALLOWED" | "STATE_CONFLICT";

/**
 * Judges what a client chooses to do about a conflict (docs/rules.md#workout-conflicts). It is of the draft as it was
 * refused last, and what was chosen stands: the same choice once more is answered as it was. RESUBMIT is done by the
 * operation that is sent in place of the refused one, so that it has been done or can not be.
 */
export function judgeResolution(
  { kind, resolution, resolvedBy, clientSessionId, frozenRevision }: JudgedConflict,
  asked: Pick<ResolveConflict, "resolution" | "draft" | "operationIds">,
): ResolutionVerdict {
  if (!CONFLICT_OPTIONS[kind].includes(asked.resolution)) return "RESOLUTION_NOT_ALLOWED";
  const { draft } = asked;
  if (draft.clientSessionId !== clientSessionId) return "STATE_CONFLICT";
  if (draft.frozenRevision < frozenRevision) return "STATE_CONFLICT";
  if (resolution === null) return asked.resolution === "RESUBMIT" ? "STATE_CONFLICT" : "DO";
  if (resolution !== asked.resolution) return "STATE_CONFLICT";
  if (resolution !== "RESUBMIT") return "DONE";
  const names = asked.operationIds.some((id) => id === resolvedBy);
  return names ? "DONE" : "STATE_CONFLICT";
}
