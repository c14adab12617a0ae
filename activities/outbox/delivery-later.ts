/** Thrown by a consumer whose row is not due yet after all; costs the row no try. */
export class DeliveryLater extends Error {
  override readonly name = "DeliveryLater";
  /** When to look again, in milliseconds from now. */
  readonly pauseMs: number;
  constructor(pauseMs: number) {
    super("Not yet");
    this.pauseMs = pauseMs;
  }
}
