import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import type { SettlingBatch } from "../../db/sync/settlement/find-due-batches.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import type { DeviceWait } from "../../rules/sync/next-device-deadline.ts";

/**
 * The interface by which a room adds consequences of its operations to settlement. As with admission, sync names no
 * feature; it gets a list of these.
 */
export interface FeatureSettlement {
  /** Applies all consequences of the accepted operations of these batches; set-based and idempotent. */
  settle(tx: Tx, slice: SettlementSlice): Promise<Settlement>;
  /** Relationships in which something of the device is due; read without a lock. */
  findDueScopes(tx: Tx, deviceId: string): Promise<readonly string[]>;
  /** Closes the undo windows of the device's days that are over; returns their events, one a day. */
  closeExpiredUndo(tx: Tx, scope: TidyScope): Promise<readonly DomainEvent[]>;
  /** The deadlines of the device in this room. */
  listWaits(tx: Tx, deviceId: string): Promise<readonly DeviceWait[]>;
}

/** Admitted batches that are settled together, from any devices; their relationships are locked. */
export interface SettlementSlice {
  readonly batches: readonly SettlingBatch[];
  readonly now: Date;
}

/** The result of settling a slice. */
export interface Settlement {
  readonly events: readonly DomainEvent[];
  /** New deadlines of devices. */
  readonly waits: readonly SettledWait[];
}

/** When a device's actor must run again. */
export interface SettledWait extends Pick<DeviceWait, "at" | "reason"> {
  readonly deviceId: string;
  readonly relationshipId: string;
}

/** A device in a locked scope, in which housekeeping may run. */
export interface TidyScope {
  readonly deviceId: string;
  readonly relationshipId: string;
  readonly now: Date;
}
