import type { Action, OperationState, Preview, QueuedOperation } from "./outbox/types.ts";
import type { SqlFaultKind } from "./ports/sql.ts";
import type { Ports } from "./ports/ports.ts";
import type { Tokens } from "./ports/sign-in.ts";
import type { Today } from "./read/types.ts";

/** How an app opens the library. */
export interface DeviceOptions {
  readonly ports: Ports;
  readonly surface: "CLIENT_MOBILE";
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
  /** BCP 47 tag and IANA zone of the device at this moment. */
  locale(): string;
  timezone(): string;
}

/** An installation of an app for one person. Everything on it survives a restart, a kill and a lost connection. */
export interface Device {
  readonly surface: Surface;
  /** What the app shows about the whole device. */
  state(): Promise<DeviceState>;
  /** Calls back after each change of the state; the returned function ends that. */
  watch(listener: (state: DeviceState) => void): () => void;
  /**
   * Takes the tokens of a completed sign-in, registers the installation and finds the person's scopes. It keeps what
   * waits: the same person goes on where a lost session stopped.
   *
   * @returns OTHER_PERSON if somebody else's data are still on this device, which a sign-out ends first; NO_ACCOUNT if
   *   an invitation has to be accepted first; SIGNING_OUT while a sign-out waits for the connection; UNREACHABLE if the
   *   service could not be asked. Tokens are kept only if the person is signed in.
   */
  signIn(
    tokens: Tokens,
  ): Promise<"SIGNED_IN" | "OTHER_PERSON" | "NO_ACCOUNT" | "SIGNING_OUT" | "UNREACHABLE">;
  /** The scopes of the signed-in person; empty before the first sign-in and after a sign-out. */
  scopes(): Promise<readonly Scope[]>;
  /** Sends what waits and reads what changed, as far as the connection allows. */
  sync(): Promise<void>;
  /**
   * Signs the person out. Sends what waits first; if something cannot be sent, nothing is lost without consent.
   *
   * @param losing the number of unsent operations that the person agreed to lose.
   */
  signOut(losing?: number): Promise<SignOut>;
  /** Stops all work and closes the database; nothing is deleted. */
  close(): Promise<void>;
}

/** What is true about a device as a whole. */
export interface DeviceState {
  /** NEEDED: the session is over, and the person must sign in; NONE: nobody has signed in yet. */
  readonly session: "SIGNED_IN" | "NEEDED" | "NONE";
  readonly connection: "ONLINE" | "OFFLINE";
  /** Operations without a verdict, over all scopes. */
  readonly waiting: number;
  /** Refused or conflicted operations that the person has not answered. */
  readonly needsAttention: number;
  readonly lastSyncAt: number | null;
  /** Why the database refused its last call; null if it did not. Nothing in memory takes its place. */
  readonly storageFault: SqlFaultKind | null;
  /** Operations that cannot be read, because their key is gone. */
  readonly unreadable: number;
  /** The database came from another phone; this device registers anew and sends what it can read. */
  readonly copied: boolean;
  /** The platform deleted the former database, with everything that waited in it. True until the next sign-in. */
  readonly evicted: boolean;
}

/** Outcome of a sign-out. UNSENT: that many operations would be lost, and nothing happened. */
export type SignOut =
  | { readonly kind: "SIGNED_OUT" }
  /** The device is locked; the service is told once it can be reached. */
  | { readonly kind: "LOCKED" }
  | { readonly kind: "UNSENT"; readonly unsent: number };

/** One coaching relationship on this device. */
export interface Scope {
  readonly scopeId: string;
  /**
   * Records an action of the person. It resolves once the action, its effect and its place in the queue are durable
   * in one transaction (docs/rooms/device.md#outbox). It never waits for the network and never merges two actions.
   *
   * @throws ActionFault if the action would make a whole batch fail.
   */
  enqueue(action: Action): Promise<QueuedOperation>;
  /** What the service would probably say, by its own rule. It never prevents an action. */
  preview(action: Action): Promise<Preview>;
  /** The present day as this device knows it; null if it was never read. */
  today(): Promise<Today | null>;
  /** The queue and what became of it, oldest first. */
  operations(): Promise<readonly OperationState[]>;
  /** One operation; null if this device never queued it. */
  operation(clientOperationId: string): Promise<QueuedOperation | null>;
  /** Calls back after each change in this scope; the returned function ends that. */
  watch(listener: () => void): () => void;
  /** Reads what changed on the server since the last time. */
  refresh(): Promise<"READ" | "OFFLINE" | "SIGN_IN" | "LOCKED">;
}
