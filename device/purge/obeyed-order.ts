import type { PurgeReach } from "../../contract/sync/purge-reach.ts";

/** The fields of a purge order that the device obeys. */
export interface ObeyedOrder extends PurgeReach {
  readonly orderId: string;
  /** When a sealed queue goes, RFC 3339; null if none is sealed. */
  readonly sealedUntil: string | null;
}

/** Stands for every device of the installation in an order of the person, not of the service. */
export const EVERY_DEVICE = "*";
