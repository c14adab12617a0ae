import type { ResolveConflict } from "../../../contract/workouts/conflict-schema.ts";
import {
  CONFLICT_OPTIONS,
  type ConflictChoice,
  type WorkoutConflictKind,
  type WorkoutConflictResolution,
} from "../../../contract/workouts/session-vocabulary.ts";

/**
 * Judges a client's choice about a conflict (docs/rooms/workouts.md#conflicts). It concerns the draft at its last
 * refusal, and a choice is final: repeating it returns the same answer. RESUBMIT is done by the operation that
 * replaces the refused one, so it is either done already or impossible.
 */
export function judgeResolution(
  conflict: JudgedConflict,
  requested: Pick<ResolveConflict, "resolution" | "draft" | "operationIds">,
): ResolutionVerdict {
  const { kind, resolution, resolvedBy, clientSessionId, frozenRevision } = conflict;
  const { draft } = requested;
  if (!CONFLICT_OPTIONS[kind].includes(requested.resolution))
    return refusedResolution(conflict, "NOT_OFFERED");
  if (draft.clientSessionId !== clientSessionId) return refusedResolution(conflict, "OTHER_DRAFT");
  if (draft.frozenRevision < frozenRevision) return refusedResolution(conflict, "OLDER_DRAFT");
  if (resolution === null)
    return requested.resolution === "RESUBMIT"
      ? refusedResolution(conflict, "NOT_RESUBMITTED")
      : "DO";
  if (resolution !== requested.resolution) return refusedResolution(conflict, "ALREADY_RESOLVED");
  if (resolution !== "RESUBMIT") return "DONE";
  const names = requested.operationIds.some((id) => id === resolvedBy);
  return names ? "DONE" : refusedResolution(conflict, "NOT_RESUBMITTED");
}

/** The facts of a conflict that decide about a choice. */
export interface JudgedConflict {
  readonly kind: WorkoutConflictKind;
  readonly resolution: WorkoutConflictResolution | null;
  /** The operation that ended it; null if none did. */
  readonly resolvedBy: string | null;
  readonly clientSessionId: string;
  /** Revision of the draft at its last refusal. */
  readonly frozenRevision: number;
}

/** Why a choice is refused. */
export type ResolutionFault =
  /** The kind of the conflict does not offer it. */
  | "NOT_OFFERED"
  /** The named draft is not the conflict's. */
  | "OTHER_DRAFT"
  /** The draft has been refused at a newer revision. */
  | "OLDER_DRAFT"
  /** No replacement of the refused operation was accepted, or one that is not named. */
  | "NOT_RESUBMITTED"
  /** The conflict ended in another way. */
  | "ALREADY_RESOLVED"
  /** The chosen operation was refused or overtaken. */
  | "NOT_DONE";

/** A refused choice, with the available ones; a choice made before is answered as it was. */
export interface RefusedResolution {
  readonly fault: ResolutionFault;
  readonly allowed: readonly ConflictChoice[];
}

/** The verdict on a choice. `DO`: it is made now; `DONE`: it was made before. */
export type ResolutionVerdict = "DO" | "DONE" | RefusedResolution;

/** The refusal of a choice about a conflict. */
export function refusedResolution(
  { kind, resolution }: Pick<JudgedConflict, "kind" | "resolution">,
  fault: ResolutionFault,
): RefusedResolution {
  const options = CONFLICT_OPTIONS[kind];
  const allowed = resolution === null ? options : options.filter((option) => option === resolution);
  return { fault, allowed };
}
