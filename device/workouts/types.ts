import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import type { ConflictChoice } from "../../contract/workouts/session-vocabulary.ts";
import type { PartCall } from "../parts/part-call.ts";
import type { LoggedSet } from "../wire/sync-types.ts";
import type { ActOutcome } from "./act-outcome.ts";
import type { ConflictList, ResolveOutcome, StartOutcome } from "./outcome-types.ts";
import type { WorkoutDraft, WorkoutList } from "./view-types.ts";

/**
 * Workouts of a scope, trained with or without a connection (docs/rooms/device.md#workouts). Each act stores the draft
 * and queues its operation in one transaction. Entry is never blocked: a prediction says what the server would refuse.
 */
export interface Workouts {
  /** Workouts that can be trained, and every draft on this device. It needs no connection. */
  list(): Promise<WorkoutList>;
  /** A draft as the person typed it; null if this device has none under that id. */
  draft(entry: InDraft): Promise<WorkoutDraft | null>;
  /**
   * Begins the workout of a task, or returns the draft that its task already has. It reads the package again if the
   * coach asks for that, or allows no start without a connection.
   */
  start(entry: StartWorkout): Promise<StartOutcome>;
  /** Stores sets by their keys; a set that was typed before is replaced. */
  recordSets(entry: RecordSets): Promise<ActOutcome>;
  /** Removes sets that were not performed. The server learns of it with the submit. */
  removeSets(entry: RemoveSets): Promise<ActOutcome>;
  /** Stores the note of an exercise and its place in the order of training. */
  recordExercise(entry: RecordExercise): Promise<ActOutcome>;
  skipExercise(entry: SkipExercise): Promise<ActOutcome>;
  /** Takes a skip back. The server learns of it with the submit. */
  resumeExercise(entry: InExercise): Promise<ActOutcome>;
  /** Replaces an exercise by an approved one; null returns to the prescribed one. */
  useAlternative(entry: UseAlternative): Promise<ActOutcome>;
  /** Stores the note of the session, which is sent with the submit. */
  writeNote(entry: WriteNote): Promise<ActOutcome>;
  /** Stores where the person is. It stays on this device and makes no new revision. */
  guide(entry: GuideDraft): Promise<ActOutcome>;
  /** Freezes the draft and submits it, complete: what it omits is removed. */
  submit(entry: SubmitWorkout): Promise<ActOutcome>;
  /** Corrects sets of a submitted draft. */
  correct(entry: CorrectWorkout): Promise<ActOutcome>;
  /** Discards a draft, with everything that was typed. */
  discard(entry: DiscardWorkout): Promise<ActOutcome>;
  /** Reads the open conflicts from the server; without a connection, those that were read last. */
  conflicts(): Promise<ConflictList>;
  /**
   * Resolves a conflict by one of the choices that it offers. It needs a connection. A choice that was made and whose
   * answer was lost is completed by the next call of `conflicts`.
   */
  resolve(entry: ResolveWorkout): Promise<ResolveOutcome>;
}

export interface InDraft {
  /** The id under which the phone began the session (`clientSessionId`). */
  readonly draftId: string;
}

/** A change of a draft. */
export interface DraftChange extends InDraft, PartCall {
  /**
   * `DraftSummary.revision` that the page showed. A change from an older one is refused as STALE, so that a page that
   * wakes late replaces nothing newer. Without it, the change counts in any case.
   */
  readonly seenRevision?: number;
}

export interface InExercise extends DraftChange {
  readonly exerciseKey: string;
}

export interface StartWorkout extends PartCall {
  readonly taskId: string;
}

/** Films or pictures that let the coach check how an exercise is done. */
export interface FormChecks {
  /** Ids of files of the part `media` with the purpose `FORM_CHECK`; the server takes three. They may arrive later. */
  readonly attachments?: readonly string[];
}

export interface RecordSets extends DraftChange, FormChecks {
  readonly sets: readonly LoggedSet[];
  /** Whether the person confirmed that sets are ticked all at once (source `BULK_ACTION`). */
  readonly confirmed?: boolean;
}

export interface RemoveSets extends DraftChange {
  readonly setKeys: readonly string[];
}

export interface RecordExercise extends InExercise {
  readonly note: string | null;
  readonly order: number | null;
}

export interface SkipExercise extends InExercise {
  /** Required if the exercise's skip policy is `WITH_REASON`. */
  readonly reason: SkipReason | null;
  readonly note: string | null;
}

export interface UseAlternative extends InExercise {
  readonly alternativeKey: string | null;
}

export interface WriteNote extends DraftChange {
  readonly note: string | null;
}

export interface GuideDraft extends InDraft, PartCall {
  /** The app's own name of the place, such as an exercise or a set; null before the first. */
  readonly position: string | null;
  /** Exercises that the person wants to come back to, in order. */
  readonly comeBack: readonly string[];
  /** `WorkoutDraft.guideRevision` that the page showed; the same rule as for `seenRevision`. */
  readonly seenGuideRevision?: number;
}

export interface SubmitWorkout extends DraftChange, FormChecks {
  /** Whether the person confirmed sets that were ticked all at once. */
  readonly confirmed?: boolean;
}

export interface CorrectWorkout extends DraftChange {
  readonly sets: readonly (LoggedSet | { readonly setKey: string; readonly removed: true })[];
  readonly confirmed?: boolean;
  readonly reason?: string | null;
}

export interface DiscardWorkout extends DraftChange {
  readonly reason?: string | null;
}

export interface ResolveWorkout extends PartCall {
  readonly conflictId: string;
  /** One of the conflict's `options`. */
  readonly choice: ConflictChoice;
}
