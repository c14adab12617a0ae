// Generated from the API by `npm run device:types`.

/** The newest version of each operation type. */
export const OPERATION_VERSIONS = {
  "quick-log.complete-task": 1,
  "quick-log.complete-item": 1,
  "quick-log.complete-all": 1,
  "quick-log.record-value": 1,
  "quick-log.skip": 1,
  "quick-log.open-structured-log": 1,
  "quick-log.snooze": 1,
  "quick-log.undo": 2,
  "quick-log.import-value": 1,
  "today.start": 1,
  "today.complete": 1,
  "today.skip": 1,
  "workout.start-session": 1,
  "workout.upsert-exercise": 1,
  "workout.upsert-set": 1,
  "workout.skip-exercise": 1,
  "workout.use-alternative": 1,
  "workout.submit-session": 1,
  "workout.correct-session": 1,
  "workout.discard-session": 1,
  "form.save-draft": 1,
  "day.review": 1,
  "inbox.start": 1,
  "inbox.resolve": 1,
  "inbox.review": 1,
  "inbox.dismiss": 1,
  "inbox.snooze": 1,
  "inbox.unsnooze": 1,
  "inbox.undo": 1,
  "inbox.pin": 1,
  "inbox.unpin": 1,
} as const;

/** The newest versions above 1. */
export const LATER_VERSIONS: Readonly<Record<string, number>> = {
  "quick-log.undo": 2,
};

/** An action that a device can queue. */
export type OperationType = keyof typeof OPERATION_VERSIONS;

/** The payload of each operation type in its newest version. */
export interface OperationPayloads {
  readonly "quick-log.complete-task": CompleteTaskPayload;
  readonly "quick-log.complete-item": CompleteItemPayload;
  readonly "quick-log.complete-all": CompleteAllPayload;
  readonly "quick-log.record-value": RecordValuePayload;
  readonly "quick-log.skip": SkipPayload;
  readonly "quick-log.open-structured-log": OpenStructuredLogPayload;
  readonly "quick-log.snooze": SnoozePayload;
  readonly "quick-log.undo": UndoAnyPayload;
  readonly "quick-log.import-value": ImportValuePayload;
  readonly "today.start": StartDailyTaskPayload;
  readonly "today.complete": CompleteTodayPayload;
  readonly "today.skip": SkipTodayPayload;
  readonly "workout.start-session": StartSessionPayload;
  readonly "workout.upsert-exercise": UpsertExercisePayload;
  readonly "workout.upsert-set": UpsertSetPayload;
  readonly "workout.skip-exercise": SkipExercisePayload;
  readonly "workout.use-alternative": UseAlternativePayload;
  readonly "workout.submit-session": SubmitSessionPayload;
  readonly "workout.correct-session": CorrectSessionPayload;
  readonly "workout.discard-session": DiscardSessionPayload;
  readonly "form.save-draft": SaveDraftPayload;
  readonly "day.review": ReviewDayPayload;
  readonly "inbox.start": TouchCoachTaskPayload;
  readonly "inbox.resolve": ResolveCoachTaskPayload;
  readonly "inbox.review": ReviewCoachTaskPayload;
  readonly "inbox.dismiss": DismissCoachTaskPayload;
  readonly "inbox.snooze": SnoozeCoachTaskPayload;
  readonly "inbox.unsnooze": TouchCoachTaskPayload;
  readonly "inbox.undo": TouchCoachTaskPayload;
  readonly "inbox.pin": TouchCoachTaskPayload;
  readonly "inbox.unpin": TouchCoachTaskPayload;
}

/** Completes a task without items. */
export interface CompleteTaskPayload {
  readonly taskId: string;
}

/** Completes one item of a task. */
export interface CompleteItemPayload {
  readonly taskId: string;
  readonly itemId: string;
  /** Values required by the item, by input key. */
  readonly values?: Readonly<Record<string, MetricValueInput>>;
}

/** A number, a text, the chosen option, or yes or no, by the type of the metric. */
export type MetricValueInput = number | string | boolean;

/** Completes every item of a task; requires a confirmation if the task says so. */
export interface CompleteAllPayload {
  readonly taskId: string;
  readonly confirmed: boolean;
  readonly values?: Readonly<Record<string, Readonly<Record<string, MetricValueInput>>>>;
}

/** Records a value of the task's metric. */
export interface RecordValuePayload {
  readonly taskId: string;
  readonly metricKind: string;
  readonly value: MetricValueInput;
  /** Unit of the metric; none if the value is not a number. */
  readonly unit?: string;
  readonly sourceType: "MANUAL";
  readonly recordedAt: string;
  readonly localId?: string;
}

/** Skips a task, or one item of it, for a reason. */
export interface SkipPayload {
  readonly taskId: string;
  readonly itemId?: string;
  readonly reason:
    | "PAIN_OR_INJURY"
    | "ILLNESS"
    | "SIDE_EFFECT"
    | "FOOD_UNAVAILABLE"
    | "EQUIPMENT_UNAVAILABLE"
    | "PLAN_TOO_HARD"
    | "CONFUSED"
    | "REQUEST_HELP"
    | "BUSY"
    | "FORGOT"
    | "TRAVEL"
    | "NOT_HUNGRY"
    | "ALREADY_DONE_OUTSIDE_APP"
    | "OTHER";
  readonly note?: string;
}

/** Opens the form or log of a task. */
export interface OpenStructuredLogPayload {
  readonly taskId: string;
}

/** Snoozes a task, counted from when the operation was recorded; never past its due time or its day. */
export interface SnoozePayload {
  readonly taskId: string;
  /** One of the lengths that the task offers. */
  readonly minutes: number;
}

/**
 * Undoes an operation of the last 24 hours, from any of the client's phones. It is named by its receipt or, for
 * this phone's own, by its id. If both are there, the receipt is used if it is known; after a restore it is not.
 */
export interface UndoAnyPayload {
  readonly taskId: string;
  /**
   * Receipt of an operation from any of the client's phones. A receipt is needed because operation ids of two
   * phones may be equal.
   */
  readonly undoesReceiptId?: string;
  /** An operation that this phone sent itself, whether or not it has received the verdict. */
  readonly undoesClientOperationId?: string;
}

/**
 * The sum of a metric over one day, from a health store of the phone. It replaces the one that the same store
 * sent before and, if verified, the typed value.
 */
export interface ImportValuePayload {
  readonly metricKind: string;
  /** The client's day that the sum belongs to. */
  readonly localDate: string;
  /** The sum of the day so far; null withdraws it. */
  readonly value: number | null;
  readonly unit: string;
  readonly sourceType: "APPLE_HEALTH" | "HEALTH_CONNECT";
  /** Name of the measuring device, as the source gives it. */
  readonly sourceDevice: string;
  readonly windowStart: string;
  /** Until when it was measured; the later one counts. */
  readonly windowEnd: string;
  /** Typed by hand in the source, so not verified. */
  readonly userEntered: boolean;
  readonly localId?: string;
}

/** Opens the form or log of a task. */
export interface StartDailyTaskPayload {
  readonly taskId: string;
}

/** Completes a task with all its items that may be completed in bulk. */
export interface CompleteTodayPayload {
  readonly taskId: string;
  /** Confirmation, if the task requires one to complete all of its items at once. */
  readonly confirmed?: boolean;
  /** Values by input key. It has to be empty, because tasks with inputs are completed in their own screen. */
  readonly completion?: {};
}

/** Skips a task, for a reason. */
export interface SkipTodayPayload {
  readonly taskId: string;
  readonly reason:
    | "PAIN_OR_INJURY"
    | "ILLNESS"
    | "SIDE_EFFECT"
    | "FOOD_UNAVAILABLE"
    | "EQUIPMENT_UNAVAILABLE"
    | "PLAN_TOO_HARD"
    | "CONFUSED"
    | "REQUEST_HELP"
    | "BUSY"
    | "FORGOT"
    | "TRAVEL"
    | "NOT_HUNGRY"
    | "ALREADY_DONE_OUTSIDE_APP"
    | "OTHER";
  readonly note?: string;
}

/** Starts the session of a workout. */
export interface StartSessionPayload {
  /** The phone's id of the draft. */
  readonly clientSessionId: string;
  /** Revision of the draft; it grows with each change. */
  readonly clientRevision: number;
  /** Id of the task, or of the one that its day will have. */
  readonly taskId: string;
  readonly packageId: string;
  readonly packageChecksum: string;
  readonly startedAt: string;
}

/** A note on an exercise. */
export interface UpsertExercisePayload {
  /** The phone's id of the draft. */
  readonly clientSessionId: string;
  /** Revision of the draft; it grows with each change. */
  readonly clientRevision: number;
  /** Id of the task, or of the one that its day will have. */
  readonly taskId: string;
  readonly packageId: string;
  readonly packageChecksum: string;
  readonly exerciseKey: string;
  readonly note: string | null;
  readonly order: number | null;
}

/** Sets as performed, by their keys. */
export interface UpsertSetPayload {
  /** The phone's id of the draft. */
  readonly clientSessionId: string;
  /** Revision of the draft; it grows with each change. */
  readonly clientRevision: number;
  /** Id of the task, or of the one that its day will have. */
  readonly taskId: string;
  readonly packageId: string;
  readonly packageChecksum: string;
  /** Whether the client confirmed that all sets are ticked at once. */
  readonly confirmed?: boolean;
  readonly sets: readonly LoggedSetInput[];
}

/** One set of a session. */
export interface LoggedSetInput {
  readonly setKey: string;
  readonly exerciseKey: string;
  readonly values: SetValuesInput;
  readonly completed: boolean;
  readonly source: "EXPLICIT_TAP" | "BULK_ACTION";
}

/** Values of a set as performed. */
export interface SetValuesInput {
  readonly weight?: {
    /** At most 1,000 kg or 2,200 lb, with three decimals. */
    readonly value: number;
    readonly unit: "kg" | "lb";
  };
  /** Repetitions. */
  readonly reps?: number;
  /** Seconds of work. */
  readonly seconds?: number;
  /** Metres covered. */
  readonly metres?: number;
  /** Exertion, from 1 to 10 in steps of 0.5. */
  readonly rpe?: number;
  /** Repetitions in reserve, from 0 to 10. */
  readonly rir?: number;
}

/** Skips an exercise of a session. */
export interface SkipExercisePayload {
  /** The phone's id of the draft. */
  readonly clientSessionId: string;
  /** Revision of the draft; it grows with each change. */
  readonly clientRevision: number;
  /** Id of the task, or of the one that its day will have. */
  readonly taskId: string;
  readonly packageId: string;
  readonly packageChecksum: string;
  readonly exerciseKey: string;
  readonly reason?:
    | "PAIN_OR_INJURY"
    | "ILLNESS"
    | "SIDE_EFFECT"
    | "FOOD_UNAVAILABLE"
    | "EQUIPMENT_UNAVAILABLE"
    | "PLAN_TOO_HARD"
    | "CONFUSED"
    | "REQUEST_HELP"
    | "BUSY"
    | "FORGOT"
    | "TRAVEL"
    | "NOT_HUNGRY"
    | "ALREADY_DONE_OUTSIDE_APP"
    | "OTHER"
    | null;
  readonly note?: string | null;
}

/** Chooses an alternative to an exercise; null returns to the prescribed one. */
export interface UseAlternativePayload {
  /** The phone's id of the draft. */
  readonly clientSessionId: string;
  /** Revision of the draft; it grows with each change. */
  readonly clientRevision: number;
  /** Id of the task, or of the one that its day will have. */
  readonly taskId: string;
  readonly packageId: string;
  readonly packageChecksum: string;
  readonly exerciseKey: string;
  readonly alternativeKey: string | null;
}

/** The whole session, complete: what it omits is deleted. */
export interface SubmitSessionPayload {
  /** The phone's id of the draft. */
  readonly clientSessionId: string;
  /** Revision of the draft; it grows with each change. */
  readonly clientRevision: number;
  /** Id of the task, or of the one that its day will have. */
  readonly taskId: string;
  readonly packageId: string;
  readonly packageChecksum: string;
  /** Revision of the draft that is submitted. */
  readonly frozenRevision: number;
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Whether the client confirmed that all sets are ticked at once. */
  readonly confirmed?: boolean;
  readonly note?: string | null;
  readonly exercises: readonly LoggedExercise[];
  readonly sets: readonly LoggedSetInput[];
}

/** How an exercise was performed, without its sets. */
export interface LoggedExercise {
  readonly exerciseKey: string;
  readonly order?: number | null;
  readonly note?: string | null;
  readonly skip?: ExerciseSkipInput | null;
  readonly alternativeKey?: string | null;
}

/** Why an exercise was skipped. */
export interface ExerciseSkipInput {
  readonly reason?:
    | "PAIN_OR_INJURY"
    | "ILLNESS"
    | "SIDE_EFFECT"
    | "FOOD_UNAVAILABLE"
    | "EQUIPMENT_UNAVAILABLE"
    | "PLAN_TOO_HARD"
    | "CONFUSED"
    | "REQUEST_HELP"
    | "BUSY"
    | "FORGOT"
    | "TRAVEL"
    | "NOT_HUNGRY"
    | "ALREADY_DONE_OUTSIDE_APP"
    | "OTHER"
    | null;
  readonly note?: string | null;
}

/** Corrects the sets of a submitted session. */
export interface CorrectSessionPayload {
  /** The phone's id of the draft. */
  readonly clientSessionId: string;
  /** Revision of the draft; it grows with each change. */
  readonly clientRevision: number;
  /** Id of the task, or of the one that its day will have. */
  readonly taskId: string;
  readonly packageId: string;
  readonly packageChecksum: string;
  /** Whether the client confirmed that all sets are ticked at once. */
  readonly confirmed?: boolean;
  readonly reason?: string | null;
  readonly sets: readonly CorrectSessionPayloadSets[];
}

/** One of the values that this field may have. */
export type CorrectSessionPayloadSets = RemovedSet | LoggedSetInput;

/** Removes a set that was not performed. */
export interface RemovedSet {
  readonly setKey: string;
  readonly removed: true;
}

/** Discards the draft of a session. */
export interface DiscardSessionPayload {
  /** The phone's id of the draft. */
  readonly clientSessionId: string;
  /** Revision of the draft; it grows with each change. */
  readonly clientRevision: number;
  /** Id of the task, or of the one that its day will have. */
  readonly taskId: string;
  readonly packageId: string;
  readonly packageChecksum: string;
  readonly reason?: string | null;
}

/** Payload of the operation `form.save-draft`, version 1: the whole draft. */
export interface SaveDraftPayload {
  readonly formAssignmentId: string;
  readonly answers: FormAnswersInput;
}

/** Answers to the questions of a form, by question id. */
export type FormAnswersInput = Readonly<Record<string, FormAnswerInput | null>>;

/** An answer as sent; its type is validated against its question. */
export type FormAnswerInput = string | number | boolean | readonly string[];

/** A review of a client's day, in its state at an instant. */
export interface ReviewDayPayload {
  readonly localDate: string;
  /**
   * The `serverTime` of the answer that was seen. Operations on this day or an earlier one that were accepted
   * later count as unseen.
   */
  readonly seenAt: string;
}

/** Starts, wakes, undoes, pins or unpins a task of the inbox, by the operation type. */
export interface TouchCoachTaskPayload {
  readonly taskId: string;
}

/** Resolves a task of the inbox. */
export interface ResolveCoachTaskPayload {
  readonly resolutionType:
    | "SOURCE_COMPLETED"
    | "MESSAGE_SENT"
    | "PLAN_UPDATED"
    | "NUDGE_SENT"
    | "HANDLED_OUTSIDE_APP"
    | "NOT_RELEVANT"
    | "DUPLICATE";
  readonly note?: string | null;
  readonly linkedActionId?: string | null;
  readonly taskId: string;
}

/** Marks the source of a task of the inbox as reviewed, which closes the task. */
export interface ReviewCoachTaskPayload {
  readonly note?: string | null;
  /** Only these submitted forms of the task; the others stay open. */
  readonly submissionIds?: readonly string[];
  readonly taskId: string;
}

/** Dismisses a task of the inbox. */
export interface DismissCoachTaskPayload {
  readonly dismissReason: "DUPLICATE" | "NOT_RELEVANT" | "HANDLED_OUTSIDE_APP" | "CLIENT_PAUSED";
  readonly note?: string | null;
  readonly duplicateOf?: string | null;
  readonly untilOccurrences?: number | null;
  readonly taskId: string;
}

/** Snoozes a task of the inbox until a preset, counted from when the operation was recorded. */
export interface SnoozeCoachTaskPayload {
  readonly taskId: string;
  readonly snoozePreset: "ONE_HOUR" | "TOMORROW_MORNING" | "NEXT_CHECK_IN";
  readonly reason?: string;
}

/** The payload of each operation type in each version that the service accepts. */
export interface VersionedPayloads {
  readonly "quick-log.complete-task": { readonly 1: CompleteTaskPayload };
  readonly "quick-log.complete-item": { readonly 1: CompleteItemPayload };
  readonly "quick-log.complete-all": { readonly 1: CompleteAllPayload };
  readonly "quick-log.record-value": { readonly 1: RecordValuePayload };
  readonly "quick-log.skip": { readonly 1: SkipPayload };
  readonly "quick-log.open-structured-log": { readonly 1: OpenStructuredLogPayload };
  readonly "quick-log.snooze": { readonly 1: SnoozePayload };
  readonly "quick-log.undo": { readonly 1: UndoPayload; readonly 2: UndoAnyPayload };
  readonly "quick-log.import-value": { readonly 1: ImportValuePayload };
  readonly "today.start": { readonly 1: StartDailyTaskPayload };
  readonly "today.complete": { readonly 1: CompleteTodayPayload };
  readonly "today.skip": { readonly 1: SkipTodayPayload };
  readonly "workout.start-session": { readonly 1: StartSessionPayload };
  readonly "workout.upsert-exercise": { readonly 1: UpsertExercisePayload };
  readonly "workout.upsert-set": { readonly 1: UpsertSetPayload };
  readonly "workout.skip-exercise": { readonly 1: SkipExercisePayload };
  readonly "workout.use-alternative": { readonly 1: UseAlternativePayload };
  readonly "workout.submit-session": { readonly 1: SubmitSessionPayload };
  readonly "workout.correct-session": { readonly 1: CorrectSessionPayload };
  readonly "workout.discard-session": { readonly 1: DiscardSessionPayload };
  readonly "form.save-draft": { readonly 1: SaveDraftPayload };
  readonly "day.review": { readonly 1: ReviewDayPayload };
  readonly "inbox.start": { readonly 1: TouchCoachTaskPayload };
  readonly "inbox.resolve": { readonly 1: ResolveCoachTaskPayload };
  readonly "inbox.review": { readonly 1: ReviewCoachTaskPayload };
  readonly "inbox.dismiss": { readonly 1: DismissCoachTaskPayload };
  readonly "inbox.snooze": { readonly 1: SnoozeCoachTaskPayload };
  readonly "inbox.unsnooze": { readonly 1: TouchCoachTaskPayload };
  readonly "inbox.undo": { readonly 1: TouchCoachTaskPayload };
  readonly "inbox.pin": { readonly 1: TouchCoachTaskPayload };
  readonly "inbox.unpin": { readonly 1: TouchCoachTaskPayload };
}

/** Undoes an operation of the last 24 hours. */
export interface UndoPayload {
  readonly taskId: string;
  readonly undoesClientOperationId: string;
}
