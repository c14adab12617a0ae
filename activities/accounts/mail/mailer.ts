import type { EmailContent } from "../../../rules/accounts/email-content.ts";

/** Sends mail. After a failure, a message may be sent again with the same id. */
export interface Mailer {
  send(message: Message): Promise<void>;
}

/** An e-mail to one person. */
export interface Message extends EmailContent {
  readonly to: string;
  /** Id of the event behind the e-mail, with a suffix for each further reader: mail programs show two copies as one. */
  readonly messageId: string;
  /** A POST to this address unsubscribes from e-mails of this kind (RFC 8058). */
  readonly unsubscribeUrl?: string;
}
