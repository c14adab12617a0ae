/** A message to one person. */
export interface Message {
  readonly to: string;
  readonly subject: string;
  /** Plain text; links stand on lines of their own. */
  readonly text: string;
  /** Id of the event it tells of, a UUID: a message that was sent is not sent again. */
  readonly messageId: string;
}

/** Sends mail; idempotent by message id. */
export interface Mailer {
  send(message: Message): Promise<void>;
}
