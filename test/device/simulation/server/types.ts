import type { Answers } from "../../../../contract/forms/content-schema.ts";
import type { DraftState } from "../../../../rules/forms/decide-draft.ts";
import type { ImportEntry } from "../../../../rules/quick-log/imports/import-entry.ts";
import type { JudgedConflict } from "../../../../rules/workouts/conflicts/judge-resolution.ts";
import type { AgendaTask } from "../../../../rules/agenda/agenda-task.ts";
import type { ForeignChange, PastOperation, TaskState } from "../../../../rules/quick-log/types.ts";
import type { Fingerprint } from "../../../../rules/sync/judge-replay.ts";
import type { OfflinePackage } from "../../../../contract/workouts/package-schema.ts";
import type { WorkoutSession } from "../../../../rules/workouts/workout-session.ts";
import type { CoachTaskType, SourceKind } from "../../../../contract/inbox/source-vocabulary.ts";
import type { CoachTaskStatus, Severity } from "../../../../contract/inbox/vocabulary.ts";
import type { OperationResult } from "../../../../contract/sync/schema.ts";
import type { PurgeScopeKind, PurgeTrigger } from "../../../../contract/sync/purge-vocabulary.ts";

/** The two persons of a history. */
export type PersonName = "A" | "B";

/** The server's stored state, which a restore from a backup rolls back. It is plain data, so that it can be copied. */
export interface Stored {
  readonly relationships: Map<string, Relationship>;
  readonly devices: Map<string, ServerDevice>;
  readonly orders: Map<string, Order>;
  readonly registrations: Map<string, string>;
}

/** A relationship with its tasks and receipts. */
export interface Relationship {
  readonly id: string;
  readonly workspaceId: string;
  readonly person: PersonName;
  status: "ACTIVE" | "PAUSED" | "ENDED";
  /** Number of changes so far, part of its cursors. */
  changes: number;
  restoredAt: Date | null;
  readonly tasks: Map<string, ServerTask>;
  readonly receipts: Map<string, Receipt>;
  /** Accepted operations by receipt. */
  readonly past: Map<string, PastOperation>;
  /** Packages of workouts by task. */
  readonly packages: Map<string, OfflinePackage>;
  /** Sessions by the id of the draft. */
  readonly sessions: Map<string, WorkoutSession>;
  /** Conflicts of workout drafts, open and resolved. */
  readonly conflicts: Map<string, ServerConflict>;
  readonly forms: Map<string, ServerForm>;
  /** Imports in order of acceptance, by metric and day. */
  readonly imports: Map<string, readonly ImportEntry[]>;
  /** The rows about this client in the coach's inbox. */
  readonly rows: Map<string, InboxRow>;
}

/** A task as the rules see it, with the fields that never change. */
export interface ServerTask {
  readonly planned: AgendaTask;
  state: TaskState;
  readonly foreign: ForeignChange[];
}

/** A form as the rules see it, with the draft of the client. */
export interface ServerForm {
  readonly state: DraftState;
  readonly answers: Answers;
}

/** A conflict of a workout draft. */
export interface ServerConflict extends JudgedConflict {
  readonly id: string;
  /** Lineage of the phone that has the draft. */
  readonly lineageId: string;
  readonly taskId: string;
  readonly packageId: string;
  /** The operation that was refused last, and its receipt. */
  readonly operationId: string;
  readonly receiptId: string;
  readonly openedAt: Date;
  /** Number of the relationship's change that opened, renewed or ended it. */
  changedBy: number;
  resolution: JudgedConflict["resolution"];
  resolvedBy: string | null;
}

/** A row of a coach's inbox as the rules see it. */
export interface InboxRow {
  readonly taskId: string;
  readonly taskType: CoachTaskType;
  readonly sourceKind: SourceKind;
  readonly severity: Severity;
  status: CoachTaskStatus;
  revision: number;
  snoozedUntil: Date | null;
  isPinned: boolean;
  /** The decision that closed it; null while it is open. A review cannot be undone. */
  decision: {
    readonly closedAt: Date;
    readonly former: CoachTaskStatus;
    readonly isUndoable: boolean;
  } | null;
  /** The newest revision that another phone of the coach made. */
  foreignRevision: number;
}

/** The receipt, the device and the time of a decision. */
export interface Judging {
  readonly receiptId: string;
  readonly lineageId: string;
  readonly now: Date;
}

/** A final verdict. */
export interface Receipt {
  readonly result: OperationResult;
  readonly fingerprint: Fingerprint | null;
  replacedBy: string | null;
}

/** A device of a person. */
export interface ServerDevice {
  readonly id: string;
  readonly person: PersonName;
  readonly installationId: string;
  readonly session: string;
  readonly secret: string;
  isActive: boolean;
}

/** A purge order. */
export interface Order {
  readonly orderId: string;
  readonly deviceId: string;
  readonly trigger: PurgeTrigger;
  readonly scope: {
    readonly kind: PurgeScopeKind;
    readonly workspaceId: string | null;
    readonly relationshipId: string | null;
  };
  readonly queue: "KEEP" | "DELETE";
  handedOverTo: string | null;
  readonly sealedUntil: string | null;
  readonly orderedAt: string;
  acknowledgedAt: string | null;
}
