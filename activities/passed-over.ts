/**
 * Thrown by an act that did everything except its faulty items, so that its scheduled run fails
 * (docs/rooms/house.md#one-fault).
 */
export class PassedOver extends Error {
  override readonly name = "PASSED_OVER";
  /** @param count number of failed items; the log names them. */
  constructor(count: number) {
    super(`${count} items were passed over`);
  }
}
