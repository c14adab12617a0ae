import type { Core } from "../core.ts";
import type { Alongside } from "../outbox/enqueue.ts";
import type { Action, QueuedOperation } from "../outbox/types.ts";
import type { OnlineActs } from "../online/online-acts.ts";
import type { RefreshOutcome } from "../read/refresh-scope.ts";
import type { Running } from "../running.ts";
import type { Session } from "../session/types.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import type { Device, Scope } from "../types.ts";

/** Dependencies of a part of a scope. */
export interface PartContext {
  readonly core: Core;
  readonly session: Session;
  readonly scopeId: string;
  /** @throws if the scope is locked away by a purge or a sign-out. */
  readonly row: () => Promise<ScopeRow>;
  /** Queues an action, with rows of the part in the same transaction, and wakes the lane of the scope. */
  readonly enqueue: (action: Action, alongside?: Alongside) => Promise<QueuedOperation>;
  /** Calls back when all sending must end, such as before a purge; the returned function ends that. */
  readonly onStop: (callback: () => void) => () => void;
  /** Wakes the lane of the scope. */
  readonly wake: () => void;
  /** Reads the scope, one read at a time. */
  readonly refresh: () => Promise<"READ" | "OFFLINE" | "SIGN_IN" | "LOCKED">;
  /** The acts that need a connection (docs/rooms/device.md#online-acts). */
  readonly acts: () => Promise<OnlineActs>;
}

/** Dependencies of a part of the whole device. */
export interface DevicePartContext {
  readonly running: Running;
  readonly device: Device;
  /** A scope that is not hidden from the person (`Device.scopes`). */
  readonly scopeOf: (scopeId: string) => OwnScope;
}

/**
 * A scope with the calls by which a part of the whole device queues an action, and reads with the reason of a failure.
 */
export interface OwnScope extends Scope {
  readonly queue: PartContext["enqueue"];
  /** Reads the scope like `refresh`, one read at a time. */
  readonly read: () => Promise<RefreshOutcome>;
}
