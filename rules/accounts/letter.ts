import type { MessageLanguage } from "../../contract/sync/messages.ts";

/** What one person reads in a mail, in their language. */
export interface Letter {
  readonly language: MessageLanguage;
  readonly subject: string;
  /** Plain text; paragraphs stand apart by an empty line, a link is a paragraph of its own. */
  readonly text: string;
  /** The step that the link takes its reader to: label of the button. */
  readonly linkLabel?: string;
}
