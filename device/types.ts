import type { Action, OperationState, Preview, QueuedOperation } from "./outbox/types.ts";
import type { DevicePartName, DeviceParts, ScopePartName, ScopeParts } from "./parts/types.ts";
import type { SqlFaultKind } from "./ports/sql.ts";
import type { Ports } from "./ports/ports.ts";
import type { Tokens } from "./ports/sign-in.ts";
import type { Today } from "./read/types.ts";

/** How an app opens the library. */
export interface DeviceOptions {
  readonly ports: Ports;
  readonly surface: Surface;
  readonly app: AppFacts;
}

/** An app. There is one database per surface, so that two apps on one phone never share anything. */
export type Surface = "CLIENT_MOBILE" | "COACH_MOBILE";

/** Facts about the app, for the registration and the metadata of operations. */
export interface AppFacts {
  readonly appVersion: string;
  readonly buildNumber: number;
  readonly platform: "IOS" | "ANDROID";
  readonly osVersion: string;
  readonly model?: string;
  /** BCP 47 tag and IANA time zone of the device at this moment. */
  locale(): string;
  timezone(): string;
}

/** An installation of an app for one person. Everything on it survives a restart, a kill and a lost connection. */
export interface Device {
  readonly surface: Surface;
  /** The state of the whole device, for the app to show. */
  state(): Promise<DeviceState>;
  /** Calls back after each change of the state; the returned function ends that. */
  watch(listener: (state: DeviceState) => void): () => void;
  /**
   * Accepts the tokens of a completed sign-in, registers the installation and finds the person's scopes. The queue
   * stays: the same person continues where the session was lost.
   *
   * @param act for a caller that may repeat the call; the sign-in then happens once.
   * @returns OTHER_PERSON if another person's data is on this device, which a sign-out deletes. NO_ACCOUNT until an
   *   invitation is accepted. SIGNING_OUT while a sign-out waits for the connection. UNREACHABLE if the server did not
   *   answer. SUPERSEDED if somebody signed in or out since the act. Tokens are kept only if the person is signed in.
   */
  signIn(
    tokens: Tokens,
    act?: SessionAct,
  ): Promise<
    "SIGNED_IN" | "OTHER_PERSON" | "NO_ACCOUNT" | "SIGNING_OUT" | "UNREACHABLE" | "SUPERSEDED"
  >;
  /** The scopes of the signed-in person; empty before the first sign-in and after a sign-out. */
  scopes(): Promise<readonly Scope[]>;
  /** Sends waiting operations and reads changes, as far as the connection allows. */
  sync(): Promise<void>;
  /** A part of the library that works on the whole device, loaded when it is first used. */
  part<Name extends DevicePartName>(name: Name): Promise<DeviceParts[Name]>;
  /**
   * Signs the person out. Sends waiting operations first; unsent ones are deleted only with consent.
   *
   * @param losing the number of unsent operations that the person agreed to delete.
   * @param act for a caller that may repeat the call. In another session it does nothing: the person's own is over.
   */
  signOut(losing?: number, act?: SessionAct): Promise<SignOut>;
  /** Stops all work and closes the database; nothing is deleted. */
  close(): Promise<void>;
}

/** Identifies a sign-in or sign-out that may arrive again later, and the session that the person saw then. */
export interface SessionAct {
  readonly callId: string;
  /** `DeviceState.sessionId` at that moment. */
  readonly sessionId: string | null;
}

/** The state of a device as a whole. */
export interface DeviceState {
  /**
   * NEEDED: the session is over, and the person must sign in; NONE: nobody has signed in yet. SIGNING_OUT: a decided
   * sign-out waits for the connection, and the device is locked.
   */
  readonly session: "SIGNED_IN" | "NEEDED" | "NONE" | "SIGNING_OUT";
  /** Changes with each sign-in and each completed sign-out; null before the first one. */
  readonly sessionId: string | null;
  readonly connection: "ONLINE" | "OFFLINE";
  /** Operations without a verdict and online acts without an answer, over all scopes. */
  readonly waiting: number;
  /** Refused or conflicted operations that the person has not resolved. */
  readonly needsAttention: number;
  /** Scopes that the server refuses. Their entries stay until they can be sent, or until an order deletes them. */
  readonly locked: number;
  /** The last purge order that this device carried out, until the person dismisses it; null if there is none. */
  readonly lastPurge: LastPurge | null;
  /** Receipts that the server removed, moved or edited, as their chain shows. Nothing waits because of it. */
  readonly receiptFaults: number;
  readonly lastSyncAt: number | null;
  /** Why the last database call failed; null if it succeeded. There is no in-memory fallback. */
  readonly storageFault: SqlFaultKind | null;
  /**
   * Unsent operations, online acts and drafts that cannot be read, because their key is gone. `waiting` leaves them
   * out.
   */
  readonly unreadable: number;
  /** The database came from another phone; this device registers again and sends the readable operations. */
  readonly copied: boolean;
  /** The platform deleted the former database, including its queue. True until the next sign-in. */
  readonly evicted: boolean;
}

/** The effect of a purge order. It names no person and no coaching. */
export interface LastPurge {
  readonly orderId: string;
  /** The reason of the server (`PURGE_TRIGGERS`), or SEALED_UNTIL: the time of a sealed queue is over. */
  readonly trigger: string;
  /** Operations and online acts without an answer that it deleted. */
  readonly deleted: number;
  /** Those that stay sealed on this device until the same person registers again. */
  readonly sealed: number;
}

/**
 * Outcome of a sign-out. UNSENT: that many operations, online acts and written forms would be deleted, and nothing
 * happened.
 */
export type SignOut =
  | { readonly kind: "SIGNED_OUT" }
  /** The device is locked; the server is notified once it can be reached. */
  | { readonly kind: "LOCKED" }
  | { readonly kind: "UNSENT"; readonly unsent: number };

/** One coaching relationship on this device. */
export interface Scope {
  readonly scopeId: string;
  /**
   * Records an action of the person. It resolves once the action, its effect and its place in the queue are durable
   * in one transaction (docs/rooms/device.md#outbox). It never waits for the network and never merges two actions.
   *
   * @throws ActionFault if the action would make a whole batch fail, or if another action has its id.
   */
  enqueue(action: Action): Promise<QueuedOperation>;
  /** Predicts the server's verdict by its own rule. It never prevents an action. */
  preview(action: Action): Promise<Preview>;
  /** The present day as this device knows it; null if it was never read. */
  today(): Promise<Today | null>;
  /** The queue and the verdicts, oldest first. */
  operations(): Promise<readonly OperationState[]>;
  /** One operation; null if this device never queued it. */
  operation(clientOperationId: string): Promise<QueuedOperation | null>;
  /** A part of the library that works on this scope, loaded when it is first used. */
  part<Name extends ScopePartName>(name: Name): Promise<ScopeParts[Name]>;
  /** Calls back after each change in this scope; the returned function ends that. */
  watch(listener: () => void): () => void;
  /** Reads what changed on the server since the last time. */
  refresh(): Promise<"READ" | "OFFLINE" | "SIGN_IN" | "LOCKED">;
}
