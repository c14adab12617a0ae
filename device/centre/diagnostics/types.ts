import type { SqlFaultKind } from "../../ports/sql.ts";

/** Facts about a device for support. */
export interface DiagnosticsPart {
  /** Collects the facts of this moment. A database that cannot be read is itself a fact. */
  collect(): Promise<Diagnostics>;
}

/**
 * Facts about a device for support (docs/rooms/device.md#diagnostics). It contains no payload, name, note, token or
 * address: every text is from a list known to the library, a version, or an id.
 */
export interface Diagnostics {
  readonly format: 1;
  /** Instant by the device's clock, RFC 3339. */
  readonly writtenAt: string;
  readonly app: DiagnosedApp;
  readonly device: DiagnosedDevice;
  readonly storage: DiagnosedStorage;
  readonly scopes: readonly DiagnosedScope[];
}

/** Versions. A text that does not look like a version is null. */
export interface DiagnosedApp {
  readonly appVersion: string | null;
  readonly buildNumber: number;
  readonly platform: string | null;
  readonly osVersion: string | null;
}

/** The installation. */
export interface DiagnosedDevice {
  readonly surface: string;
  readonly session: string | null;
  readonly connection: string | null;
  /** The server's id of this installation, which support can search for; null if it is not registered. */
  readonly deviceId: string | null;
  /** Milliseconds since the last answer of the server; null if there was none. */
  readonly sinceLastSyncMs: number | null;
  /** Purge orders that arrived and are not acknowledged. */
  readonly openPurgeOrders: number;
}

/** The database. A fact is null if it could not be read. */
export interface DiagnosedStorage {
  readonly schemaVersion: number | null;
  readonly bytes: number | null;
  /** Why the last call failed, or a write at this moment; null if both succeeded. */
  readonly fault: SqlFaultKind | null;
  readonly isCopied: boolean | null;
  readonly isEvicted: boolean | null;
  /** Waiting operations whose key is gone. */
  readonly unreadable: number | null;
  readonly receiptFaults: number | null;
  /** Number of rows by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** A scope, by its place on the device instead of its id. */
export interface DiagnosedScope {
  readonly place: number;
  readonly status: string;
  readonly hasCursor: boolean;
  readonly wait: {
    readonly reason: string;
    readonly retries: number;
    readonly retryInMs: number | null;
  } | null;
  /** The counts of the queue's law, and whether it holds. */
  readonly law: Readonly<Record<string, number>>;
  readonly isLawful: boolean;
  /** Milliseconds since the oldest waiting operation was recorded; null if none waits. */
  readonly oldestWaitingMs: number | null;
  /** Milliseconds since something of the scope was read; null if nothing was. */
  readonly sinceReadMs: number | null;
  /** The newest operations, oldest first. */
  readonly operations: readonly DiagnosedOperation[];
  /** Older operations that are not listed. */
  readonly omitted: number;
}

/** An operation without its content. A type or code that this version does not know is OTHER. */
export interface DiagnosedOperation {
  readonly sequence: number;
  readonly type: string;
  readonly version: number;
  readonly status: string;
  readonly ageMs: number;
  readonly waitsFor: string | null;
  readonly retries: number;
  readonly retryInMs: number | null;
  readonly wasSent: boolean;
  readonly dependencies: number;
  readonly isResubmission: boolean;
  readonly code: string | null;
  /** The receipt, which support can search for; null without a verdict. */
  readonly receiptId: string | null;
}
