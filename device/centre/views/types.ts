import type { MessageLanguage } from "../../../contract/language-of.ts";
import type { OperationStatus } from "../../outbox/types.ts";
import type { EntryAct, EntryGroup } from "../types.ts";

/** The languages of the sync centre. `languageOf` finds the one for a BCP 47 tag. */
export type CentreLanguage = MessageLanguage;

/** When and where entries are read, which decides how times are written. */
export interface ReadAt {
  /** Milliseconds since 1970 by the device's clock. */
  readonly now: number;
  /** IANA time zone; without one, that of the device. */
  readonly timezone?: string;
}

/** The sync centre in words. */
export interface CentreView {
  /** How many entries need attention and wait, as one sentence. */
  readonly summary: string;
  /** The groups that have entries: needs attention, waiting, done. */
  readonly groups: readonly GroupView[];
}

/** A group of entries in words. */
export interface GroupView {
  readonly group: EntryGroup;
  readonly title: string;
  /** The number of its entries, in words. */
  readonly count: string;
  readonly entries: readonly EntryView[];
}

/** Drafts and online acts that this device cannot read any more, in words. */
export interface UnreadableView {
  readonly title: string;
  /** The consequence for the person. */
  readonly why: string;
  readonly items: readonly UnreadableItemView[];
  /** The button that deletes one of them; its consequence is the text of the confirmation. */
  readonly discard: Omit<ActView, "act">;
}

/** One of them. */
export interface UnreadableItemView {
  readonly id: string;
  readonly what: string;
  readonly made: string;
  /** The next step of the person. */
  readonly advice: string;
}

/** An entry in words. A sentence that does not apply is null. */
export interface EntryView {
  readonly clientOperationId: string;
  readonly group: EntryGroup;
  readonly status: OperationStatus;
  /** The person's action, such as `Water: recorded 250 ml`. */
  readonly what: string;
  /** When they did it. */
  readonly made: string;
  /** Its state in one or two words. */
  readonly state: string;
  /** Why it waits, and when it is tried again. */
  readonly why: string | null;
  /** The server's verdict. */
  readonly said: string | null;
  /** The change since, its author, and whether the entry still fits. */
  readonly changed: string | null;
  /** Advice on the next step. */
  readonly advice: string | null;
  /** Facts that are easily overlooked: entries that need this one, a copy that the server may have. */
  readonly notes: readonly string[];
  readonly acts: readonly ActView[];
}

/** A button of an entry. */
export interface ActView {
  readonly act: EntryAct;
  /** The label of the button. */
  readonly label: string;
  /** Consequence of the act, for people who hesitate; the text of a confirmation. */
  readonly consequence: string;
}
