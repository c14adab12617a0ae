import type { DraftStatus } from "../../contract/workouts/draft-status.ts";
import type { TodayTask } from "../read/types.ts";
import type { LoggedSet, PrescribedSet, ProgramAlternative } from "../wire/sync-types.ts";
import type {
  ExerciseInputs,
  PackageThumbnail,
  PreviousSessionHint,
  WorkoutConflict,
} from "../wire/workout-types.ts";
import type { StartRefusal } from "./outcome-types.ts";

/** Workouts and drafts of a scope. */
export interface WorkoutList {
  /** Today's first, then the next one. */
  readonly workouts: readonly TrainableWorkout[];
  /** Every draft on this device, oldest first, also of workouts that are no longer offered. */
  readonly drafts: readonly DraftSummary[];
  /** When the packages were read last, milliseconds since 1970; null if never. */
  readonly readAt: number | null;
}

/** A workout whose package is on this device. */
export interface TrainableWorkout {
  readonly taskId: string;
  readonly packageId: string;
  /** Date in the zone of the relationship, `YYYY-MM-DD`. */
  readonly localDate: string;
  readonly timezone: string;
  readonly title: string;
  readonly dayTitle: string;
  readonly exerciseCount: number;
  readonly setCount: number;
  /** Until when a session may begin, RFC 3339. */
  readonly expiresAt: string;
  /** The card of the day, with its waiting and refused entries; null for a later day. */
  readonly task: TodayTask | null;
  /** The draft of the task; null if there is none. */
  readonly draft: DraftSummary | null;
  /**
   * Why a start would be refused on this device now; null if it would begin. CONNECTION_REQUIRED and REFRESH_REQUIRED
   * hold without a connection only.
   */
  readonly startRefusal: StartRefusal | null;
}

/** A draft in a list. */
export interface DraftSummary {
  readonly draftId: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly title: string;
  readonly status: DraftStatus;
  readonly revision: number;
  readonly setsDone: number;
  /** When it was changed last on this device, milliseconds since 1970. */
  readonly savedAt: number;
}

/** A draft as the person typed it. */
export interface WorkoutDraft extends DraftSummary {
  readonly packageId: string;
  readonly timezone: string;
  readonly dayTitle: string;
  readonly instructions: string | null;
  readonly dayNotes: string | null;
  /** RFC 3339, by the clock of the device. */
  readonly startedAt: string;
  /** Null before the submit. */
  readonly finishedAt: string | null;
  readonly note: string | null;
  /** In the order of the workout. */
  readonly exercises: readonly DraftExercise[];
  /** Sets of exercises that the present workout lacks, after the draft moved to another one. They are not sent. */
  readonly otherSets: readonly LoggedSet[];
  readonly guide: { readonly position: string | null; readonly comeBack: readonly string[] };
  /** Grows with each move of the guide. */
  readonly guideRevision: number;
  /** The newest refusal that the person has not resolved. */
  readonly refusal: DraftRefusal | null;
  /** The open conflict, if it was read. */
  readonly conflict: WorkoutConflict | null;
  /** The server's rule about a submit at this moment. */
  readonly submitFault: { readonly code: string; readonly pointer: string | null } | null;
}

/** An exercise of a draft: the prescription beside what was typed. */
export interface DraftExercise {
  readonly exerciseKey: string;
  readonly exerciseId: string | null;
  readonly name: string;
  readonly notes: string | null;
  readonly restSeconds: number | null;
  readonly skipPolicy: string;
  /** Values of each set, with their bounds and units. */
  readonly inputs: ExerciseInputs["inputs"];
  readonly modality: string;
  readonly alternatives: readonly ProgramAlternative[];
  /** Results of the last session; null if there are none. */
  readonly hint: PreviousSessionHint | null;
  readonly thumbnail: PackageThumbnail | null;
  /** Null for the prescribed exercise. */
  readonly alternativeKey: string | null;
  readonly note: string | null;
  readonly order: number | null;
  /** Null if it is not skipped. */
  readonly skip: { readonly reason: string | null; readonly note: string | null } | null;
  /** Prescribed sets in order, then sets that the person added. */
  readonly sets: readonly DraftSet[];
}

/** A set of a draft. */
export interface DraftSet {
  readonly setKey: string;
  /** Null for a set that the person added. */
  readonly target: PrescribedSet | null;
  /** Null before anything was typed. */
  readonly typed: LoggedSet | null;
  /** The fault that the server's rule finds in it; null if none. */
  readonly fault: { readonly code: string; readonly pointer: string } | null;
}

/** A refused operation of a draft. */
export interface DraftRefusal {
  readonly operationId: string;
  readonly operationType: string;
  readonly code: string | null;
  /** A sentence for the person, in the language of the device when it was made. */
  readonly message: string | null;
}
