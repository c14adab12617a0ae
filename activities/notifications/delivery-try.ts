import type { DeliveryResult } from "../../db/notifications/write-deliveries.ts";

/** The result of one attempt, and whether its token is dead. */
export interface DeliveryTry extends DeliveryResult {
  readonly tokenRejected: boolean;
}

/** The result as its channel reports it; the rest is derived. */
export type WayEnd = Pick<DeliveryTry, "status" | "failureCode"> &
  Partial<Pick<DeliveryTry, "retryAfterSeconds" | "tokenRejected">>;
