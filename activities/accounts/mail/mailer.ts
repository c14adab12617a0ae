import type { Letter } from "../../../rules/accounts/letter.ts";

/** A letter on its way to one person. */
export interface Message extends Letter {
  readonly to: string;
  /** Id of the event it tells of, a UUID: a message that was sent is not sent again. */
  readonly messageId: string;
  /** Whoever posts there hears no more of the kind (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** Sends mail; idempotent by message id. */
export interface Mailer {
  send(message: Message): Promise<void>;
}
