import type { PurgeReach } from "../../contract/sync/purge-reach.ts";

/** The fields of a purge order that the device obeys. */
export interface ObeyedOrder extends PurgeReach {
  readonly orderId: string;
  /** The reason of the server (`PURGE_TRIGGERS`), or that of the device itself. */
  readonly trigger: string;
  /** When the sealed queue expires, RFC 3339; null if none is sealed. */
  readonly sealedUntil: string | null;
}

/** Matches every device of the installation, in an order by the person instead of the server. */
export const EVERY_DEVICE = "*";
