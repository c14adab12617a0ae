/** Thrown by a consumer whose row is not due yet; it uses up no try of the row. */
export class DeliveryLater extends Error {
  override readonly name = "DeliveryLater";
  /** When to retry, in milliseconds from now. */
  readonly pauseMs: number;
  constructor(pauseMs: number) {
    super("Not yet");
    this.pauseMs = pauseMs;
  }
}
