import { Refusal } from "../../../contract/refusal.ts";
import type { ClientKind } from "./client-quota.ts";

/** Why the gate refused a request: its client key exceeds its quota, or the process is overloaded. */
export type RejectionReason = ClientKind | "busy" | "gone";

/** A request refused at the gate: RATE_LIMITED because of its client key, else UNAVAILABLE. */
export class GateRejection extends Refusal {
  readonly reason: RejectionReason;

  constructor(reason: RejectionReason, retryAfterSeconds: number) {
    const isOurs = reason === "busy" || reason === "gone";
    super(isOurs ? "UNAVAILABLE" : "RATE_LIMITED", { retryAfterSeconds });
    this.reason = reason;
  }
}
