import type { MessageLanguage } from "../language-of.ts";
import type { NotificationSeverity } from "./vocabulary.ts";

/** Defines a category of notification. Omitted fields have the usual values. */
export function defineNotification(definition: NotificationDefinition): DefinedNotification {
  return { ...USUAL, ...definition };
}

const USUAL = {
  ways: "PUSH_OR_MAIL",
  daily: false,
  atItsHour: false,
  showsBadge: false,
  unsubscribes: false,
  gatherMinutes: 0,
} as const satisfies Partial<NotificationPolicy>;

/** The parts that every definition needs, and those that differ from the usual. */
export type NotificationDefinition = Omit<DefinedNotification, keyof typeof USUAL> &
  Partial<NotificationPolicy>;

/** A category of notification: its policy, and its texts in every language. */
export interface DefinedNotification extends NotificationPolicy {
  /**
   * The texts never contain the subject: no question, nothing about body or health. Only those of e-mails name people.
   */
  readonly texts: Readonly<Record<MessageLanguage, NotificationTexts>>;
}

/** The audience of a category, and how it is delivered. */
export interface NotificationPolicy {
  readonly audience: "CLIENT" | "COACH";
  readonly severity: NotificationSeverity;
  /**
   * `PUSH_AND_MAIL`: on every channel of the person. `PUSH_OR_MAIL`: by push, and by mail only if push does not reach
   * them.
   */
  readonly ways: "PUSH_AND_MAIL" | "PUSH_OR_MAIL";
  /** On its local day or not at all. */
  readonly daily: boolean;
  /** Sent at its configured hour, regardless of quiet hours. */
  readonly atItsHour: boolean;
  /** The message carries the number of open inbox tasks for the app's icon badge. */
  readonly showsBadge: boolean;
  /** Its e-mails have a link to unsubscribe, because they repeat without a separate request. */
  readonly unsubscribes: boolean;
  /** How long the first message waits for further ones of the category, so that all of them are one message. */
  readonly gatherMinutes: number;
}

/** The text on a locked screen, where others may read it too. */
export interface NotificationText {
  readonly title: string;
  /** `{count}` stands for the number of waiting tasks. */
  readonly body: string;
}

/** The texts of a category in one language. */
export interface NotificationTexts extends NotificationText {
  /**
   * The text of its e-mail, which only the recipient reads. `{coach}` and `{client}` stand for the names of the
   * relationship, `{where}` for the workspace or for nothing. Without it, or without these names, the e-mail says the
   * same as the push.
   */
  readonly mail?: NotificationText;
  /** Its label in the notification settings. */
  readonly setting: string;
}
