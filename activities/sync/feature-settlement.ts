import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import type { SettlingBatch } from "../../db/sync/settlement/batches.ts";
import type { Tx } from "../../db/transact.ts";
import type { DeviceWait } from "../../rules/sync/next-device-deadline.ts";

/** Admitted batches that are settled together, of any devices; their relationships are locked. */
export interface SettlementSlice {
  readonly batches: readonly SettlingBatch[];
  readonly now: Date;
}

/** What followed from a slice. */
export interface Settlement {
  readonly events: readonly DomainEvent[];
  /** What devices wait for because of it. */
  readonly waits: readonly SettledWait[];
}

/** When a device's actor has to look again. */
export interface SettledWait extends Pick<DeviceWait, "at" | "reason"> {
  readonly deviceId: string;
}

/** Where housekeeping of a device is allowed: its scope is locked. */
export interface TidyScope {
  readonly deviceId: string;
  readonly relationshipId: string;
  readonly now: Date;
}

/**
 * How a room plugs what follows from its operations into settlement. As with admission, sync never
 * names a feature: it is handed a list of these.
 */
export interface FeatureSettlement {
  /** Everything that follows from the accepted operations of these batches; set-based, idempotent. */
  settle(tx: Tx, slice: SettlementSlice): Promise<Settlement>;
  /** Relationships in which something of the device has come to its time; read without a lock. */
  findDueScopes(tx: Tx, deviceId: string): Promise<readonly string[]>;
  /** Closes the days of the device whose time has come; answers the events of it, one a day. */
  closeExpiredUndo(tx: Tx, scope: TidyScope): Promise<readonly DomainEvent[]>;
  /** What the device waits for in this room. */
  listWaits(tx: Tx, deviceId: string): Promise<readonly DeviceWait[]>;
}
