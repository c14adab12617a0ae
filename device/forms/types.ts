import type { AnswerFaultCode } from "../../contract/forms/vocabulary.ts";
import type { OnlineOutcome } from "../online/types.ts";
import type { PartCall } from "../parts/part-call.ts";
import type { FormAnswers, FormAssignment, FormContent } from "../wire/form-types.ts";

/** Forms and check-ins that are assigned to a client, online and offline (docs/rooms/device.md#forms). */
export interface Forms {
  /** Reads the open forms with their questions in the person's language. */
  refresh(): Promise<"READ" | "OFFLINE" | "SIGN_IN" | "LOCKED">;
  /** The forms that this device knows, in the order of the server: open ones first. */
  list(): Promise<readonly FormSummary[]>;
  /** One form with its questions and answers; null if this device never read it. */
  form(of: { readonly formAssignmentId: string }): Promise<Form | null>;
  /**
   * Writes the person's answers on this device, whole, after each change. Nothing is sent. It is safe to repeat. Each
   * write names the version that it was made from (`seenVersion`).
   */
  write(draft: FormDraft): Promise<WriteOutcome>;
  /**
   * Queues the written draft for the server, in one transaction with the draft. An unchanged draft is not queued again.
   *
   * @returns UNCHANGED if there is nothing to save. INVALID if even a draft may not have these answers.
   */
  save(
    of: FormCall,
  ): Promise<"QUEUED" | "UNCHANGED" | "INVALID" | "CONFLICT" | "CLOSED" | "ABSENT">;
  /**
   * Resolves a conflict of two drafts. MINE is saved over the other one; THEIRS replaces the draft of this device.
   *
   * @returns ABSENT if no choice waits, or the other draft has changed since `theirRevision` was shown.
   */
  choose(
    choice: FormCall & { readonly keep: "MINE" | "THEIRS"; readonly theirRevision: number },
  ): Promise<"CHOSEN" | "ABSENT">;
  /**
   * Deletes the answers that only this device has (`Form.unsent`), and forgets why the server refused to submit them.
   *
   * @returns ABSENT if the form is neither submitted nor withdrawn, or has no such answers. WAITING while the server
   *   may be receiving them.
   */
  discard(of: FormCall): Promise<"DISCARDED" | "WAITING" | "ABSENT">;
  /** Checks answers by the server's own rule, as a submission. It never waits for the network. */
  check(draft: FormDraft): Promise<FormCheck | null>;
  /**
   * Submits the written answers to the questions that are shown. It needs a connection. After a lost answer, a kill or
   * a restart the same submission is repeated, and it counts once.
   *
   * @param of `taskId` names the check-in that it completes.
   */
  submit(of: FormCall & { readonly taskId?: string }): Promise<SubmissionOutcome>;
}

/** Names a form in an act. */
export interface FormCall extends PartCall {
  readonly formAssignmentId: string;
}

/** All answers of the person to one form, by question id. */
export interface FormDraft extends FormCall {
  readonly answers: FormAnswers;
  /**
   * `Form.version` that the page showed, or that its last write returned. Answers made from an older one are refused as
   * STALE, so that a page that wakes late replaces nothing newer. Without it, the answers count in any case.
   */
  readonly seenVersion?: string;
}

/** Outcome of a write. Only WRITTEN has written something. */
export type WriteOutcome =
  | { readonly kind: "WRITTEN"; readonly version: string }
  /** The answers have changed since `seenVersion`; `form` shows the present ones. */
  | { readonly kind: "STALE"; readonly form: Form }
  /**
   * CONFLICT: two drafts wait for a choice. CLOSED: the form is submitted, being submitted or withdrawn. ABSENT: this
   * device never read it.
   */
  | { readonly kind: "CONFLICT" | "CLOSED" | "ABSENT" };

/** A form in a list. */
export interface FormSummary {
  readonly assignment: FormAssignment;
  readonly state: FormState;
}

/**
 * Where a form stands on this device.
 * - OPEN: nothing of it waits here.
 * - LOCAL_DRAFT: written here, not queued.
 * - QUEUED: the draft waits for the server.
 * - REJECTED: the server refused the draft; it stays here and can be changed.
 * - CONFLICT: another device saved a draft; the person chooses.
 * - SUBMITTING: the submission has no answer yet.
 * - SUBMITTED, CANCELLED: as the server said.
 */
export type FormState =
  | "OPEN"
  | "LOCAL_DRAFT"
  | "QUEUED"
  | "REJECTED"
  | "CONFLICT"
  | "SUBMITTING"
  | "SUBMITTED"
  | "CANCELLED";

/** A form as a screen shows it. */
export interface Form extends FormSummary {
  readonly content: FormContent;
  /** The answers to show: this device's draft, or those of the server. */
  readonly answers: FormAnswers;
  /** Names this state of the answers; a write names the one that it was made from. */
  readonly version: string;
  /** When answers were last written on this device, milliseconds since 1970; null if none wait here. */
  readonly writtenAt: number | null;
  /**
   * Answers of this device that the server did not get before the form was submitted elsewhere or withdrawn; null if
   * there are none. They block a sign-out until the person discards them.
   */
  readonly unsent: FormAnswers | null;
  /** Whether `write` and `submit` may be called now. */
  readonly canWrite: boolean;
  readonly check: FormCheck;
  /** Both drafts while a choice waits; null otherwise. */
  readonly conflict: FormConflict | null;
  /**
   * The last submission without a final success: still open, or refused; null if there is none. The code `UNSEEN_DRAFT`
   * is the device's own: it did not send the submission, because another device had saved a draft.
   */
  readonly submission: Exclude<OnlineOutcome, { readonly kind: "DONE" }> | null;
}

/** Two drafts of one form. */
export interface FormConflict {
  readonly mine: FormAnswers;
  readonly theirs: FormAnswers;
  /** Revision of the other draft; `choose` names it. */
  readonly theirRevision: number;
  readonly theirSavedAt: string | null;
}

/** Result of the server's own rule for answers. */
export interface FormCheck {
  /** Ids of the questions that these answers show, in order. */
  readonly shown: readonly string[];
  /** Faults for which a submission would be refused, by question. */
  readonly faults: readonly { readonly questionId: string; readonly code: AnswerFaultCode }[];
  /** Answered questions that are hidden: a submission leaves their answers out. */
  readonly omitted: readonly string[];
}

/** Outcome of a submission. */
export type SubmissionOutcome =
  | OnlineOutcome
  /** The rule finds faults; nothing was sent. */
  | { readonly kind: "INCOMPLETE"; readonly faults: FormCheck["faults"] }
  /** A choice between two drafts waits, or the form is closed or unknown. */
  | { readonly kind: "CONFLICT" | "CLOSED" | "ABSENT" };
