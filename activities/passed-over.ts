/** Thrown by an act that did all but what failed by itself, so that its scheduled run fails (docs/rooms/house.md#one-fault). */
export class PassedOver extends Error {
  override readonly name = "PASSED_OVER";
  /** @param count how many failed by themselves; the log says which. */
  constructor(count: number) {
    super(`${count} were passed over`);
  }
}
