import type { PartCall } from "../parts/part-call.ts";
import type { InboxActName } from "./act-types.ts";

/**
 * Reviews and acts that the coach is still writing. A draft never leaves the device. It ends by its act, by
 * `discardDraft` or by a purge.
 */
export interface ReviewDrafts {
  /** The draft about a row; null if there is none. */
  draft(wanted: { readonly taskId: string }): Promise<ReviewDraft | null>;
  /** Stores the draft about a row and replaces a former one. */
  saveDraft(draft: NewReviewDraft): Promise<"SAVED" | "ABSENT">;
  discardDraft(wanted: PartCall & { readonly taskId: string }): Promise<"DISCARDED" | "ABSENT">;
}

/** The text and choices of the coach so far. */
export interface NewReviewDraft extends PartCall {
  readonly taskId: string;
  /** The act that the coach has in mind. */
  readonly act: InboxActName;
  /** Fields of that act, such as the note; they may be incomplete. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A draft as it is stored. */
export interface ReviewDraft {
  readonly taskId: string;
  readonly scopeId: string;
  readonly act: InboxActName;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The revision of the row when the draft was saved; null if the row was not on the device. */
  readonly seenRevision: number | null;
  readonly savedAt: number;
}
