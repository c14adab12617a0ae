import type { TaskKind } from "../../contract/agenda/kinds/task-definitions.ts";
import type { QuickLogActionKind } from "../../contract/agenda/task-actions.ts";
import type { AgendaItemStatus, TaskStatus } from "../../contract/agenda/vocabulary.ts";
import type {
  InputValues,
  StoredActionSchema,
  TaskSnapshot,
} from "../../contract/agenda/schema.ts";
import type { QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";
import type { AgendaTaskItem, WorkingItem, WorkingTask } from "../agenda/agenda-task.ts";
import type { OtherValues, ValueEntry } from "../agenda/day-value.ts";
import type { AttachedMedia } from "../media/judge-attachments.ts";
import type { Refused } from "../sync/decision.ts";

/** A task with everything that quick-log may change. */
export interface TaskState {
  readonly task: WorkingTask;
  readonly items: readonly WorkingItem[];
  /**
   * The value entries that actions may read individually, in the order of acceptance. They include those of the named
   * moments, those to undo with their predecessors, and enough of the newest in force.
   */
  readonly values: readonly ValueEntry[];
  /** The other entries in force. */
  readonly otherValues: OtherValues;
  /** Number of starts in force, for measurements only: like its values, they show that it is in progress. */
  readonly starts: number;
  /** When the coach last reviewed the task's day: earlier operations can no longer be undone. */
  readonly dayReviewedAt: Date | null;
  /** When its day was closed; after that only earlier recordings count (docs/rooms/agenda.md#late-evidence). */
  readonly dayClosedAt: Date | null;
  /** The day opened too late to be offered to the client. */
  readonly dayNotOffered: boolean;
}

/** The effects of an operation, stored so that an undo reverts exactly these. */
export interface QuickLogEffects {
  readonly taskFrom: TaskStatus;
  readonly taskTo: TaskStatus;
  readonly items: readonly {
    readonly itemId: string;
    readonly from: AgendaItemStatus;
    readonly to: AgendaItemStatus;
    /** Values entered on completion, if any were required. */
    readonly values?: InputValues;
  }[];
  /** The operation's own receipt if it recorded or restated a value. */
  readonly valueEntryId: string | null;
  /** End of the snooze before and after, RFC 3339, and the number of snoozes after. */
  readonly snooze?: {
    readonly from: string | null;
    readonly to: string | null;
    readonly count: number;
  } | null;
}

/** An accepted operation that an undo may name. */
export interface PastOperation {
  readonly receiptId: string;
  /** The sending device's id for it; null for an operation named by its receipt. */
  readonly clientOperationId: string | null;
  readonly taskId: string;
  readonly actionKind: QuickLogActionKind;
  readonly effects: QuickLogEffects;
  readonly decidedAt: Date;
  readonly undone: boolean;
  /** Whether it comes from the phone of the present batch, under any registration. */
  readonly isOwn: boolean;
  /** For a start: receipts of later starts of the same task by other phones that are in force. */
  readonly laterStarts: readonly string[];
}

interface TaskChanged {
  /** Revision of the task after the change. */
  readonly revision: number;
  readonly decidedAt: Date;
}

/** An accepted change of a task by another of the client's phones. */
export interface PhoneChange extends TaskChanged {
  readonly effects: QuickLogEffects;
}

/** A task refreshed by its source, with the changed fields; actions write none of these. */
export interface SourceChange extends TaskChanged {
  readonly renewed: readonly string[];
}

/** A change of a task by somebody else. */
export type ForeignChange = PhoneChange | SourceChange;

/** The task that replaced another, or the last one of a chain of replacements. */
export interface Replacement {
  readonly id: string;
  readonly taskKind: TaskKind;
  readonly status: TaskStatus;
  readonly revision: number;
  readonly snapshot: TaskSnapshot;
  readonly actionSchema: StoredActionSchema;
  readonly items: readonly ReplacingItem[];
  /** Its due time differs from that of the former task. */
  readonly dueAtDiffers: boolean;
}

/** An item of such a task. */
export type ReplacingItem = Pick<
  AgendaTaskItem,
  | "id"
  | "status"
  | "sourceItemKey"
  | "sortOrder"
  | "labelSnapshot"
  | "amountSnapshot"
  | "bulkEligible"
>;

/** One quick-log operation as the rules see it. */
export interface QuickLogAction {
  readonly intent: QuickLogIntent;
  /** Also the id of the value that it records. */
  readonly receiptId: string;
  /** The task revision that it is based on; null if it names none and none can be derived. */
  readonly expectedRevision: number | null;
  readonly lineageId: string;
  readonly now: Date;
  /** When it was made, by corrected clock; null if the device's time is impossible. */
  readonly recordedAt: Date | null;
  /** Its attachments. */
  readonly attachments: readonly Pick<AttachedMedia, "purpose">[];
  /** Made before the restore of its scope: it may have been accepted once and lost. */
  readonly mayBeSentAgain?: boolean;
}

/** The changes of an accepted action: the task's next state, and how it was reached. */
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
