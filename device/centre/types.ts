import type { PartCall } from "../parts/part-call.ts";
import type { OperationStatus, WaitReason } from "../outbox/types.ts";

/** A person's view of their entries, and their acts on them (docs/rooms/device.md#sync-centre). */
export interface Centre {
  /** Every entry of the scope. `centreView` and `entryView` put them into words. */
  entries(): Promise<CentreEntries>;
  /**
   * Discards a refused, conflicted or waiting entry. It is decided when this resolves: the entry is not sent, and
   * `undo` brings it back within 30 s. Then its content is deleted.
   */
  discard(call: DiscardCall): Promise<DiscardOutcome>;
  /**
   * Brings a discarded entry back, with those that were discarded with it.
   *
   * @returns TOO_LATE after 30 s by the device's clock, ABSENT if no such entry is discarded.
   */
  undo(call: EntryCall): Promise<"RESTORED" | "TOO_LATE" | "ABSENT">;
  /**
   * Sends a refused entry again, as a new operation on the newest revision. A conflict is read first. It does nothing
   * that the receipt does not allow.
   */
  resubmit(call: ResubmitCall): Promise<ResubmitOutcome>;
  /**
   * The drafts and online acts of this scope whose key is gone. They block nothing. Entries without a key are among
   * `entries` and wait for UNREADABLE.
   */
  unreadable(): Promise<readonly Unreadable[]>;
  /** Deletes one of them for good; ABSENT if it is gone, or can be read. */
  discardUnreadable(call: DiscardUnreadable): Promise<"DISCARDED" | "ABSENT">;
  /** Reads the scope again, so that conflicts can be resolved. */
  refetch(): Promise<"READ" | "OFFLINE" | "SIGN_IN" | "LOCKED">;
}

/** The online acts of the whole device whose key or secret is gone, and the last purge order. */
export interface DeviceCentre extends Pick<Centre, "unreadable" | "discardUnreadable"> {
  /** The person has read what the last order did (`DeviceState.lastPurge`). That of a later order stays. */
  dismissPurge(call: DismissPurge): Promise<void>;
}

/** Names the order as it was shown. */
export interface DismissPurge extends PartCall {
  readonly orderId: string;
}

/** A draft or an online act that cannot be read. */
export interface Unreadable {
  readonly id: string;
  readonly what: "DRAFT" | "ACT";
  /** The kind of the draft or the type of the act, such as `form.submit`. */
  readonly type: string;
  readonly createdAt: number;
}

/** The draft or act to delete. */
export interface DiscardUnreadable extends PartCall {
  readonly id: string;
}

/** Names an entry. */
export interface EntryCall {
  readonly clientOperationId: string;
  /** A repeated call with this id is the same act. */
  readonly callId?: string;
}

/** The entry to discard, and what the person agreed to. */
export interface DiscardCall extends EntryCall {
  /** Ids of the entries that are discarded with it: all its `dependents`, as they were shown. */
  readonly together?: readonly string[];
  /** The person knows that the server may have the entry already. */
  readonly mayHaveArrived?: boolean;
}

/** Outcome of a discard. Nothing changed unless it is DISCARDED. */
export type DiscardOutcome =
  /** `undoUntil`: instant by the device's clock until which `undo` works. */
  | { readonly kind: "DISCARDED"; readonly undoUntil: number }
  /** Other entries need this one; the person is asked whether they go with it. */
  | { readonly kind: "HAS_DEPENDENTS"; readonly dependents: readonly string[] }
  /** It was sent before without an answer; the person is asked whether to discard it nevertheless. */
  | { readonly kind: "MAY_HAVE_ARRIVED" }
  /** It is being sent at this moment; its answer comes soon. */
  | { readonly kind: "SENDING" }
  /** It belongs to a workout, which is discarded as a whole. */
  | { readonly kind: "IN_WORKOUT" }
  /** The device has no such entry, or it was accepted or discarded. */
  | { readonly kind: "ABSENT" };

/** The entry to send again. */
export interface ResubmitCall extends EntryCall {
  /** The corrected action; without it, the same action is sent again. */
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** Outcome of a resubmission. Nothing changed unless it is QUEUED. */
export type ResubmitOutcome =
  | { readonly kind: "QUEUED"; readonly clientOperationId: string }
  /**
   * A conflict is read before it is resolved, and the newest state could not be read. UNSEEN: the day of a review was
   * read by this call; the coach looks at it and then sends the review again.
   */
  | { readonly kind: "READ_FIRST"; readonly reason: "OFFLINE" | "SIGN_IN" | "LOCKED" | "UNSEEN" }
  /** The server would refuse the same action again: it needs a corrected payload. */
  | { readonly kind: "CORRECT_FIRST" }
  /** The receipt does not allow it, the entry was replaced already, or its content is unreadable. */
  | { readonly kind: "NOT_ALLOWED" }
  | { readonly kind: "ABSENT" };

/** All entries of a scope, and how many there are. */
export interface CentreEntries {
  /** Each group with the newest entry first, waiting ones in the order in which they are sent. */
  readonly entries: readonly CentreEntry[];
  readonly counts: CentreCounts;
}

/** Numbers of entries by group, and of those that were accepted. */
export interface CentreCounts {
  readonly attention: number;
  readonly waiting: number;
  readonly done: number;
  readonly accepted: number;
}

/** ATTENTION: refused, and the person has decided nothing yet. DONE: accepted, discarded, or replaced by another. */
export type EntryGroup = "ATTENTION" | "WAITING" | "DONE";

/** An entry as a person may see it: facts without words. */
export interface CentreEntry {
  readonly clientOperationId: string;
  readonly operationType: string;
  readonly group: EntryGroup;
  readonly status: OperationStatus;
  readonly localSequence: number;
  readonly recordedAt: number;
  /** The action; null if its key is gone, or it was discarded for good. */
  readonly payload: Readonly<Record<string, unknown>> | null;
  readonly subject: EntrySubject;
  /** Why it waits; null if it does not. */
  readonly wait: EntryWait | null;
  /** The server's last verdict, even a provisional one; null before the first. */
  readonly said: EntrySaid | null;
  /** The change since the person made the entry; null if the server named none. */
  readonly changed: EntryChange | null;
  /** Acts that the person can choose, the most helpful first. */
  readonly acts: readonly EntryAct[];
  /** Ids of waiting entries that need this one. */
  readonly dependents: readonly string[];
  /** It was sent without an answer: the server may have it, whatever the person decides. */
  readonly mayHaveArrived: boolean;
  /** The entry that replaces it, and the one that it replaces. */
  readonly replacedBy: string | null;
  readonly replaces: string | null;
  /** Until when its discard can be undone, by the device's clock; null if it cannot. */
  readonly undoUntil: number | null;
}

/** The names of what an entry is about, as far as this device has them. */
export interface EntrySubject {
  readonly taskTitle: string | null;
  readonly itemLabel: string | null;
}

/** The wait of an entry. */
export interface EntryWait {
  /** Null: it is sent next. */
  readonly reason: WaitReason | null;
  /** When it is tried again, by the device's clock; null if no time is set. */
  readonly retryAt: number | null;
  /** Tries without a verdict so far. */
  readonly retries: number;
}

/** The server's verdict on an entry. A code that this version does not know is treated by its category. */
export interface EntrySaid {
  readonly code: string | null;
  readonly category: string | null;
  /** A sentence of the server, and the language in which it was made; null if there is none. */
  readonly message: string | null;
  readonly locale: string | null;
  readonly allowedResolutions: readonly string[];
  /** After a restore of the server: the revision used for the verdict instead of the named one. */
  readonly judgedOnRevision: number | null;
  /** The range that a refused number must be in. */
  readonly bounds: {
    readonly min: number;
    readonly max: number;
    readonly unit: string | null;
  } | null;
  /** For support: the receipt of a verdict. */
  readonly receiptId: string | null;
}

/** The change that made an entry stale. */
export interface EntryChange {
  /** Names of the changed fields, as the server lists them. */
  readonly fields: readonly string[];
  /** CLIENT, COACH or SYSTEM; a later version of the server may know more. Null if it does not say. */
  readonly by: string | null;
  readonly at: number | null;
  /** Whether the server would accept the same action on the newest revision. */
  readonly rebaseable: boolean;
  /** Whether the task was replaced by another that offers the same action. */
  readonly isReplaced: boolean;
  /** Whether the device has read the new state since the verdict. */
  readonly isRead: boolean;
}

/**
 * Acts that a person can choose for an entry.
 * - RESUBMIT: send the same action again, on the newest revision (`resubmit`).
 * - CORRECT: send a corrected action instead (`resubmit` with a payload); the same one would be refused again.
 * - OPEN_WORKOUT: decide in the workout, which is resolved as a whole.
 * - REFETCH: read the change (`refetch`).
 * - DISCARD: give the entry up (`discard`).
 * - UNDO_DISCARD: take the discard back (`undo`).
 */
export const ENTRY_ACTS = [
  "RESUBMIT",
  "CORRECT",
  "OPEN_WORKOUT",
  "REFETCH",
  "DISCARD",
  "UNDO_DISCARD",
] as const;
export type EntryAct = (typeof ENTRY_ACTS)[number];
