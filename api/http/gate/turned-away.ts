import { Refusal } from "../../../contract/refusal.ts";
import type { Sender } from "./allowance.ts";

/** Why a request came no further than the gate: its sender asks too much, or all of them together do. */
export type TurnedAwayReason = Sender | "busy" | "gone";

/** A request that came no further than the gate: RATE_LIMITED for its sender's sake, else UNAVAILABLE. */
export class TurnedAway extends Refusal {
  readonly reason: TurnedAwayReason;

  constructor(reason: TurnedAwayReason, retryAfterSeconds: number) {
    const isOurs = reason === "busy" || reason === "gone";
    super(isOurs ? "UNAVAILABLE" : "RATE_LIMITED", { retryAfterSeconds });
    this.reason = reason;
  }
}
