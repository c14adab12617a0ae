import type { MessageLanguage } from "../../contract/language-of.ts";

/** One e-mail to one person, in their language. */
export interface EmailContent {
  readonly language: MessageLanguage;
  readonly subject: string;
  /** The plain-text part. */
  readonly text: string;
  /** The HTML part, with the same words. */
  readonly html: string;
}

/** The parts of an e-mail, from which `writeEmail` makes both forms. */
export interface EmailParts {
  readonly language: MessageLanguage;
  readonly subject: string;
  /** Name of the reader for the greeting; null greets nobody. */
  readonly reader: string | null;
  /** Paragraphs about the event. */
  readonly body: readonly string[];
  /** The next step; null if there is nothing to do. */
  readonly step: EmailStep | null;
  /** Paragraphs about the step. */
  readonly after?: readonly string[];
  /** Why the reader gets this e-mail. */
  readonly why: string;
  /** Where the reader chooses what to be notified about. */
  readonly settings?: EmailStep;
}

/** A link, labelled with a verb. */
export interface EmailStep {
  readonly label: string;
  /** `https:` or `http:`. */
  readonly url: string;
}
