import type { MessageLanguage } from "../../contract/language-of.ts";

/** One e-mail to one person, in their language. */
export interface EmailContent {
  readonly language: MessageLanguage;
  readonly subject: string;
  /** Plain text. Empty lines separate paragraphs; a link is a paragraph of its own. */
  readonly text: string;
  /** Label of the link's button: the next step. */
  readonly linkLabel?: string;
}
