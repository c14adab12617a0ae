import type { FinalStatus, LocalStatus } from "../../contract/sync/vocabulary.ts";

/** An action as an app describes it. */
export interface Action {
  /** Chosen by the app if it may repeat the call, for example from a second tab; otherwise generated. */
  readonly clientOperationId?: string;
  readonly operationType: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The revision that the person saw; absent if the type needs none. */
  readonly expectedRevision?: number;
  readonly dependsOn?: readonly string[];
  /** The refused operation that this one replaces. */
  readonly resubmitOf?: string;
  /** Files of the part `media` to send with the action, by their `mediaId`. They are not part of its checksum. */
  readonly attachments?: readonly string[];
}

/** An operation of this device. */
export interface QueuedOperation {
  readonly clientOperationId: string;
  state(): Promise<OperationState>;
  /** Resolves with the verdict, however often the app was restarted meanwhile. */
  verdict(): Promise<Verdict>;
}

/** The known facts about an operation. */
export interface OperationState {
  readonly clientOperationId: string;
  readonly operationType: string;
  /** The task or draft that it refers to; null if it names none. */
  readonly objectId: string | null;
  readonly localSequence: number;
  readonly recordedAt: number;
  /** The status that every surface uses (docs/rooms/sync.md#local-statuses). */
  readonly status: OperationStatus;
  /** Why it waits; null if it does not. */
  readonly waitsFor: WaitReason | null;
  /** When it is sent again, if a retry has a time. */
  readonly retryAt: number | null;
  readonly retries: number;
  readonly verdict: Verdict | null;
  /**
   * Whether the newest state of the object in conflict was read since the verdict; null if there is no conflict. Until
   * then the verdict does not offer RESUBMIT.
   */
  readonly latestRead: boolean | null;
  /** The action; null if its key is gone. */
  readonly payload: Readonly<Record<string, unknown>> | null;
}

/** A local status of the contract, or discarded by the person. */
export type OperationStatus = LocalStatus | "DISCARDED";

/**
 * Why an operation waits.
 * - OFFLINE: the server cannot be reached.
 * - RETRY_AT: it is sent again at `retryAt`.
 * - SIGN_IN: the person must sign in.
 * - SCOPE_LOCKED: the relationship is paused.
 * - NO_ACCESS: the server refuses the scope, because the relationship ended, or an account or workspace is suspended.
 * - DEPENDENCY: it depends on another operation that waits.
 * - MEDIA: its files are still being uploaded.
 * - SET_ASIDE: the server could not read it; it waits for a new version of the app.
 * - VERSION: the server does not know this version of the action yet.
 * - UNREADABLE: its key is gone. It is never sent and holds back only its dependants; the person discards it.
 */
export const WAIT_REASONS = [
  "OFFLINE",
  "RETRY_AT",
  "SIGN_IN",
  "SCOPE_LOCKED",
  "NO_ACCESS",
  "DEPENDENCY",
  "MEDIA",
  "SET_ASIDE",
  "VERSION",
  "UNREADABLE",
] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** The server's verdict on an operation. */
export interface Verdict {
  /** ALREADY_ACCEPTED: it had arrived before, and counts once. */
  readonly status: FinalStatus | "ALREADY_ACCEPTED";
  readonly receiptId: string;
  readonly acceptedRevision: number | null;
  /** The narrower code and its category; both null if it was accepted. */
  readonly code: string | null;
  readonly category: string | null;
  /** A sentence for the person, in the language of the device when it was made. */
  readonly message: string | null;
  readonly allowedResolutions: readonly string[];
  /** After a restore of the server: the revision used for the verdict instead of the named one. */
  readonly judgedOnRevision: number | null;
}

/** The prediction of the rules on this device. UNSURE: this device lacks data that the rule needs. */
export type Preview =
  | { readonly kind: "LIKELY" }
  | { readonly kind: "REFUSED"; readonly code: string }
  | { readonly kind: "UNSURE" };
