import type { DeliveryResult } from "../../db/notifications/write-deliveries.ts";

/** How one try ended, and whether its token is no longer good. */
export interface DeliveryTry extends DeliveryResult {
  readonly tokenRejected: boolean;
}

/** The same as its way tells of it: the rest follows. */
export type WayEnd = Pick<DeliveryTry, "status" | "failureCode"> &
  Partial<Pick<DeliveryTry, "retryAfterSeconds" | "tokenRejected">>;
