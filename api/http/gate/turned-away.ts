import { Refusal } from "../../../contract/refusal.ts";
import type { Sender } from "./allowance.ts";

/** Why the gate refused a request: its client key exceeds its quota, or the process is overloaded. */
export type TurnedAwayReason = Sender | "busy" | "gone";

/** A request refused at the gate: RATE_LIMITED because of its client key, else UNAVAILABLE. */
export class TurnedAway extends Refusal {
  readonly reason: TurnedAwayReason;

  constructor(reason: TurnedAwayReason, retryAfterSeconds: number) {
    const isOurs = reason === "busy" || reason === "gone";
    super(isOurs ? "UNAVAILABLE" : "RATE_LIMITED", { retryAfterSeconds });
    this.reason = reason;
  }
}
