import type { Category, Resolution } from "../../../contract/sync/vocabulary.ts";
import type { OperationStatus, WaitReason } from "../../outbox/types.ts";
import type { OperationType } from "../../wire/operation-types.ts";
import type { EntryAct, EntryGroup } from "../types.ts";

/** The sentences of the sync centre in one language; the type requires each of them in every language. */
export interface CentreTexts {
  readonly operations: OperationTexts;
  readonly phrases: CentrePhrases;
}

/** Sentences for the person's actions, by operation type. */
export type OperationTexts = Readonly<Record<OperationType, (named: NamedSubject) => string>>;

/** Words for the subject of an action. */
export interface NamedSubject {
  /** Title of the task, or words for one that this device does not know. */
  readonly task: string;
  /** Label of the item; null if the action names none. */
  readonly item: string | null;
  /** A value with its unit; empty if there is none. */
  readonly value: string;
  /** Minutes or a number of sets. */
  readonly number: number;
  /** A calendar day; empty if there is none. */
  readonly day: string;
}

/** All other sentences. */
export interface CentrePhrases {
  readonly groups: Readonly<Record<EntryGroup, string>>;
  readonly statuses: Readonly<Record<OperationStatus, string>>;
  readonly waits: Readonly<Record<WaitReason, string>>;
  readonly waitsNext: string;
  readonly retryAt: (time: string) => string;
  readonly retries: (count: number) => string;
  /** Meanings of a refusal whose code this version does not know, by category. */
  readonly categories: Readonly<Record<Category, string>>;
  readonly refused: string;
  readonly range: (min: string, max: string) => string;
  /** Next steps for the person, by category. */
  readonly advice: Readonly<Record<Category, string>>;
  readonly adviceOtherwise: string;
  /** The choices of a receipt. */
  readonly resolutions: Readonly<Record<Resolution, string>>;
  readonly acts: Readonly<Record<EntryAct, ActTexts>>;
  readonly made: (time: string) => string;
  readonly unreadable: string;
  readonly discardedContent: string;
  readonly otherAction: (task: string) => string;
  readonly unknownTask: string;
  readonly unknownItem: string;
  readonly yes: string;
  readonly no: string;
  readonly changed: ChangedTexts;
  readonly notes: NoteTexts;
  readonly lost: LostTexts;
  readonly counts: CountTexts;
}

/** A button and what it does. */
export interface ActTexts {
  readonly label: string;
  readonly consequence: string;
}

/** Words about a change by somebody else. */
export interface ChangedTexts {
  /** A sentence of who changed what; `time` is empty if it is not known. */
  readonly by: Readonly<
    Record<ChangeAuthor, (change: { readonly what: string; readonly time: string }) => string>
  >;
  readonly fields: Readonly<Record<ChangedField, string>>;
  readonly and: string;
  readonly fits: string;
  readonly replaced: string;
  readonly check: string;
  readonly readFirst: string;
}

/** SELF: the person, on another device. OTHER: the other person of the coaching. */
export type ChangeAuthor = "SELF" | "COACH" | "CLIENT" | "SYSTEM" | "UNKNOWN";

/** Fields with a name of their own; all others are `content`. */
export type ChangedField =
  | "status"
  | "values"
  | "snooze"
  | "items"
  | "answers"
  | "tasks"
  | "title"
  | "instructions"
  | "dueAt"
  | "content";

/** Facts that are easily overlooked. */
export interface NoteTexts {
  readonly mayHaveArrived: string;
  readonly discardedMayHaveArrived: string;
  readonly dependents: (count: number) => string;
  readonly judgedOlder: string;
  readonly replaced: string;
  readonly undoFor: (seconds: number) => string;
}

/** Words about drafts and online acts whose key is gone. */
export interface LostTexts {
  readonly title: string;
  readonly why: string;
  /** The name of each kind, and the next step of the person. */
  readonly kinds: Readonly<Record<LostKind, { readonly what: string; readonly advice: string }>>;
  readonly discard: ActTexts;
}

/** Kinds of drafts, types of online acts, and any other one. */
export type LostKind =
  | "FORM"
  | "WORKOUT"
  | "REVIEW"
  | "form.submit"
  | "workout-resolution"
  | "account.accept"
  | "OTHER";

/** Numbers of entries in words. */
export interface CountTexts {
  readonly entries: (count: number) => string;
  readonly attention: (count: number) => string;
  readonly waiting: (count: number) => string;
  /** Nothing waits, and nothing needs attention. */
  readonly nothing: string;
}
