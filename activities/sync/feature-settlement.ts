import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import type { Tx } from "../../db/transact.ts";
import type { DeviceWait } from "../../rules/sync/next-device-deadline.ts";

/** Admitted batches of one relationship that are settled together; lineage, scope and device are locked. */
export interface SettlementSlice {
  readonly deviceId: string;
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly batchIds: readonly string[];
  readonly now: Date;
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
  settle(tx: Tx, slice: SettlementSlice): Promise<readonly DomainEvent[]>;
  /** Relationships in which something of the device has come to its time; read without a lock. */
  findDueScopes(tx: Tx, deviceId: string): Promise<readonly string[]>;
  /** Closes the undo windows whose time has come; answers how many. */
  tidy(tx: Tx, scope: TidyScope): Promise<number>;
  /** What the device waits for in this room. */
  listWaits(tx: Tx, deviceId: string): Promise<readonly DeviceWait[]>;
}
