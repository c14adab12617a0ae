import type {
  AgendaItemStatus,
  TaskStatus,
  QuickLogActionKind,
} from "../../contract/agenda/vocabulary.ts";
import type { InputValues } from "../../contract/agenda/schema.ts";
import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import type { WorkingItem, WorkingTask } from "../agenda/agenda-task.ts";
import type { OtherValues, ValueEntry } from "../agenda/day-value.ts";
import type { AttachedMedia } from "../media/judge-attachments.ts";
import type { Refused } from "../sync/decision.ts";

/** A task with all that quick-log may touch of it. */
export interface TaskState {
  readonly task: WorkingTask;
  readonly items: readonly WorkingItem[];
  /**
   * The value entries that actions may look at one by one, in the order they were accepted: those of the
   * moments they name, those they undo with what these replaced, and more of the newest that stand than
   * they undo.
   */
  readonly values: readonly ValueEntry[];
  /** The others that stand. */
  readonly otherValues: OtherValues;
  /** How many starts of it stand, of a measurement alone: beside its values they say that it is under way. */
  readonly starts: number;
  /** When the coach last reviewed the task's day: ends the undo of what was accepted until then. */
  readonly dayReviewedAt: Date | null;
  /** When its day was closed; from then on only what was recorded before counts (docs/rooms/agenda.md#late-evidence). */
  readonly dayClosedAt: Date | null;
  /** The day was opened too late for anybody to be asked. */
  readonly dayNotOffered: boolean;
}

/** What an operation did, kept so that an undo can take back just that. */
export interface QuickLogEffects {
  readonly taskFrom: TaskStatus;
  readonly taskTo: TaskStatus;
  readonly items: readonly {
    readonly itemId: string;
    readonly from: AgendaItemStatus;
    readonly to: AgendaItemStatus;
    /** What completing it brought, where it asked for anything. */
    readonly values?: InputValues;
  }[];
  /** The operation's own receipt when it recorded a value, or said one again. */
  readonly valueEntryId: string | null;
  /** Instants until which the task was put off, before and after, RFC 3339; and how often it was, after. */
  readonly snooze?: {
    readonly from: string | null;
    readonly to: string | null;
    readonly count: number;
  } | null;
}

/** An accepted operation an undo may name. */
export interface PastOperation {
  readonly receiptId: string;
  /** By which the device that sent it names it; null of what was named by its receipt. */
  readonly clientOperationId: string | null;
  readonly taskId: string;
  readonly actionKind: QuickLogActionKind;
  readonly effects: QuickLogEffects;
  readonly decidedAt: Date;
  readonly undone: boolean;
  /** Whether it is of the phone that the batch under way is of, under whichever registration. */
  readonly isOwn: boolean;
  /** Of a start: receipts of those that other phones sent of the same task afterwards, and that stand. */
  readonly laterStarts: readonly string[];
}

interface TaskChanged {
  /** Of the task, after the change. */
  readonly revision: number;
  readonly decidedAt: Date;
}

/** An accepted change of a task by another phone of the client. */
export interface PhoneChange extends TaskChanged {
  readonly effects: QuickLogEffects;
}

/** A task renewed by its source: which of its fields, none of which an action writes. */
export interface SourceChange extends TaskChanged {
  readonly renewed: readonly string[];
}

/** A change of a task by somebody else. */
export type ForeignChange = PhoneChange | SourceChange;

/** One quick-log operation as the rules see it. */
export interface QuickLogAction {
  readonly intent: QuickLogIntent;
  /** Also the id of the value that it records. */
  readonly receiptId: string;
  /** The revision of the task that it knows; null where it names none and none follows. */
  readonly expectedRevision: number | null;
  readonly lineageId: string;
  readonly now: Date;
  /** When it was made, by corrected time; null when what its device told cannot be. */
  readonly recordedAt: Date | null;
  /** What it takes along. */
  readonly attachments: readonly Pick<AttachedMedia, "purpose">[];
  /** Of a restored scope, and made before: it may have been accepted once, and lost. */
  readonly mayBeSentAgain?: boolean;
}

/** What an accepted action changes: the task's next state and what was done to reach it. */
export interface TaskChange {
  readonly next: TaskState;
  readonly changedItems: readonly WorkingItem[];
  readonly newValue: ValueEntry | null;
  readonly effects: QuickLogEffects;
  readonly undoes: PastOperation | null;
}

/** A change, or a refusal by code. */
export type QuickLogOutcome =
  | { readonly kind: "CHANGE"; readonly change: TaskChange }
  | { readonly kind: "REFUSED"; readonly refused: Refused };
