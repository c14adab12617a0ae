import type { EmailContent } from "../../../rules/accounts/email-content.ts";

/** Sends mail; idempotent by message id. */
export interface Mailer {
  send(message: Message): Promise<void>;
}

/** An e-mail to one person. */
export interface Message extends EmailContent {
  readonly to: string;
  /** Id of the event behind the e-mail, with a suffix for each further reader. A message with an id that was sent is not sent again. */
  readonly messageId: string;
  /** A POST to this address unsubscribes from e-mails of this kind (RFC 8058). */
  readonly unsubscribeUrl?: string;
}
