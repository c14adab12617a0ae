import type { PartCall } from "../parts/part-call.ts";
import type { Preview } from "../outbox/types.ts";
import type { DailySummaryDay } from "../wire/inbox-types.ts";
import type { CoachTaskDetail, CoachTaskItem, OwnInboxSummary } from "../wire/inbox-types.ts";
import type { ReviewDrafts } from "./draft-types.ts";
import type { InboxAct } from "./act-types.ts";

/**
 * The inbox of a coach on this device (docs/rooms/device.md#coach-surface). Only the methods named `refresh…` use the
 * network; all others answer from the device. An act is sent through the scope of the task's client.
 */
export interface Inbox extends ReviewDrafts {
  /** The workspaces of the coach; the one that the server names as theirs comes first. */
  workspaces(): Promise<readonly CoachWorkspace[]>;
  /** The clients of all workspaces, by name. */
  clients(): Promise<readonly CoachClient[]>;
  /** The inbox as it was read last; null if it was never read, or an order deleted it. */
  list(wanted?: InWorkspace): Promise<InboxView | null>;
  /** One row with its history; null if this device does not have it. */
  task(wanted: { readonly taskId: string }): Promise<InboxTask | null>;
  /** Reads the changes of the inbox; the whole list if there are any. */
  refresh(wanted?: InWorkspace): Promise<InboxRead>;
  /** Reads one row and its history. */
  refreshTask(wanted: InWorkspace & { readonly taskId: string }): Promise<InboxRead>;
  /** Predicts the server's verdict on an act by its rule. It never prevents an act. */
  preview(act: InboxAct): Promise<Preview>;
  /** Queues an act. A draft of the same act on the row ends in the same transaction. */
  act(act: InboxAct): Promise<QueuedAct>;
  /** A day of a client as it was read last; null if it was never read. */
  day(wanted: OfDay): Promise<CoachDay | null>;
  /** Reads a day of a client. */
  refreshDay(wanted: OfDay): Promise<InboxRead>;
  /** Queues the review of a day in the version that the coach saw. */
  reviewDay(review: DayReview): Promise<QueuedAct>;
}

/** ABSENT: the server does not have it, or the coach cannot reach it. */
export type InboxRead = "READ" | "OFFLINE" | "SIGN_IN" | "ABSENT";

/** The coach's own workspace if none is named. */
export interface InWorkspace {
  readonly workspaceId?: string;
}

/** A workspace in which the person is a coach. */
export interface CoachWorkspace {
  readonly workspaceId: string;
  /** Null until the name can be read, such as after a purge. */
  readonly name: string | null;
}

/** A client as the list of a workspace shows them. */
export interface CoachClient {
  /** The scope through which acts about this client are sent. */
  readonly scopeId: string;
  readonly workspaceId: string;
  readonly clientUserId: string;
  readonly displayName: string;
  readonly coachUserId: string;
  readonly timezone: string;
  readonly startedAt: string;
  /** LOCKED: the coach cannot reach this client any more. */
  readonly status: string;
  readonly readAt: number;
}

/** The inbox of one workspace. */
export interface InboxView {
  readonly workspaceId: string;
  /** When the inbox was last compared with the server (milliseconds since 1970). */
  readonly readAt: number;
  /** The server's own counts; waiting acts do not count. */
  readonly counts: OwnInboxSummary;
  /** The badge as accepted by the server, and as expected once everything that waits is accepted. */
  readonly badge: { readonly accepted: number; readonly expected: number };
  /** In the server's order. Rows that an act of this device refers to stay until it is resolved. */
  readonly rows: readonly InboxRow[];
  /** False if the server lists more rows than the device keeps. */
  readonly isComplete: boolean;
}

/** One row of the inbox, in three separate planes: accepted, waiting and refused. */
export interface InboxRow {
  readonly taskId: string;
  /** The client's scope, through which acts are sent. */
  readonly scopeId: string;
  /** Whether the server listed it at the last read. */
  readonly isListed: boolean;
  readonly readAt: number;
  /** The row as it was read. */
  readonly accepted: CoachTaskItem;
  /** The row with all waiting acts applied by the rules; null if none waits. */
  readonly expected: ExpectedRow | null;
  /** Acts on it without a verdict. */
  readonly waiting: readonly string[];
  /** Refused or conflicted acts that the coach has not resolved. */
  readonly refused: readonly RefusedAct[];
  readonly hasDraft: boolean;
}

/** The expected row once everything that waits is accepted. */
export interface ExpectedRow {
  readonly status: string;
  /** When a waiting snooze ends; null if it does not sleep, or if only the server knows. */
  readonly snoozedUntil: string | null;
  readonly isPinned: boolean;
  /** False if the rules could not decide a waiting act. */
  readonly sure: boolean;
}

/** An act that the server refused: what it was, who acted first, and what the receipt allows. */
export interface RefusedAct {
  readonly clientOperationId: string;
  /** Such as `inbox.resolve`. */
  readonly operationType: string;
  readonly recordedAt: number;
  readonly status: "REJECTED" | "CONFLICTED";
  readonly code: string | null;
  readonly message: string | null;
  /** The person may send it again with `resubmitOf`, or discard it in the sync centre of the scope. */
  readonly allowedResolutions: readonly string[];
  readonly latestRevision: number | null;
  /** The change that came first; null for a refusal without a conflict. */
  readonly changed: RowChange | null;
  /** The payload of the act, with its note; null if its key is gone. */
  readonly payload: Readonly<Record<string, unknown>> | null;
}

/** A change that came first. */
export interface RowChange {
  readonly by: string;
  readonly at: string;
  /** The step of the history, such as `resolved`; null until the row is read again. */
  readonly type: string | null;
  readonly resolutionType: string | null;
  readonly userId: string | null;
  /** Whether the coach did it themselves on another device or in the console. */
  readonly isOwn: boolean;
  /** Null if no row on this device names that coach. */
  readonly displayName: string | null;
}

/** A row with its history. */
export interface InboxTask extends InboxRow {
  /** As it was read last; null if only the row was read. */
  readonly detail: CoachTaskDetail | null;
}

/** A queued operation. */
export interface QueuedAct {
  readonly clientOperationId: string;
  readonly scopeId: string;
}

/** A day of a client. */
export interface OfDay {
  readonly scopeId: string;
  readonly localDate: string;
}

/** A day of a client in three planes. */
export interface CoachDay extends OfDay {
  readonly readAt: number;
  /** The server's time of that answer: a review covers what was accepted up to it. */
  readonly seenAt: string;
  readonly accepted: DailySummaryDay;
  /** Reviews of it without a verdict. */
  readonly waiting: readonly string[];
  readonly refused: readonly RefusedAct[];
}

/** A review of a day. Version and time are those of the day that the device shows, unless the app names others. */
export interface DayReview extends PartCall, OfDay {
  readonly agendaVersion?: number;
  readonly seenAt?: string;
  /** The refused review that this one replaces. */
  readonly resubmitOf?: string;
}
