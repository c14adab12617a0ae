import type { ActionFaultCode } from "../../../outbox/action-fault.ts";
import type { Action, OperationState, Preview, Verdict } from "../../../outbox/types.ts";
import type { DevicePartName, ScopePartName } from "../../../parts/types.ts";
import type { SqlFaultKind } from "../../../ports/sql.ts";
import type { Tokens } from "../../../ports/sign-in.ts";
import type { Today } from "../../../read/types.ts";
import type { Device, DeviceState, Scope, SessionAct, SignOut } from "../../../types.ts";

/** Connects the tabs of one site with the worker that owns the device. Every message reaches all other ends. */
export interface Channel {
  post(message: Message): void;
  listen(listener: (message: Message) => void): void;
  close(): void;
}

/** The messages of a channel. */
export type Message =
  | { readonly kind: "CALL"; readonly id: string; readonly call: Call<Method> }
  | { readonly kind: "ANSWER"; readonly id: string; readonly value: unknown }
  | { readonly kind: "FAILURE"; readonly id: string; readonly fault: WireFault }
  /** A worker becomes the owner of the device: unanswered calls are sent again. */
  | { readonly kind: "OWNER" }
  /** A page subscribes to the changes of this scope. */
  | { readonly kind: "WATCH"; readonly scopeId: string }
  | { readonly kind: "SCOPE_CHANGED"; readonly scopeId: string }
  | { readonly kind: "STATE_CHANGED"; readonly state: DeviceState };

/**
 * Calls of a page, by name. Each can be repeated safely. An action carries the id that the page chose; a sign-in or
 * sign-out counts only in the session that the page saw.
 */
export interface CallArguments {
  readonly state: readonly [];
  readonly signIn: readonly [Tokens, SessionAct];
  readonly scopeIds: readonly [];
  readonly sync: readonly [];
  readonly signOut: readonly [losing: number | undefined, SessionAct];
  readonly enqueue: readonly [scopeId: string, action: Action & { clientOperationId: string }];
  readonly preview: readonly [scopeId: string, action: Action];
  readonly today: readonly [scopeId: string];
  readonly operations: readonly [scopeId: string];
  readonly hasOperation: readonly [scopeId: string, clientOperationId: string];
  readonly operationState: readonly [scopeId: string, clientOperationId: string];
  readonly verdict: readonly [scopeId: string, clientOperationId: string];
  readonly refresh: readonly [scopeId: string];
  readonly scopePart: readonly [scopeId: string, part: ScopePartName, call: PartMethodCall];
  readonly devicePart: readonly [part: DevicePartName, call: PartMethodCall];
}

/** The result type of each call. */
export interface CallResults {
  readonly state: DeviceState;
  readonly signIn: Awaited<ReturnType<Device["signIn"]>>;
  readonly scopeIds: readonly string[];
  readonly sync: void;
  readonly signOut: SignOut;
  readonly enqueue: void;
  readonly preview: Preview;
  readonly today: Today | null;
  readonly operations: readonly OperationState[];
  readonly hasOperation: boolean;
  readonly operationState: OperationState;
  readonly verdict: Verdict;
  readonly refresh: Awaited<ReturnType<Scope["refresh"]>>;
  readonly scopePart: unknown;
  readonly devicePart: unknown;
}

/** A method of a part, and its arguments: at most one object. */
export interface PartMethodCall {
  readonly method: string;
  readonly args: readonly object[];
}

/** Name of a call. */
export type Method = keyof CallArguments;

/** A call with its arguments. */
export interface Call<M extends Method> {
  readonly method: M;
  readonly args: CallArguments[M];
}

/** An error as sent between tabs: only the fields that callers branch on. */
export type WireFault =
  | { readonly kind: "SQL"; readonly fault: SqlFaultKind; readonly message: string }
  | { readonly kind: "ACTION"; readonly code: ActionFaultCode }
  | { readonly kind: "OTHER"; readonly message: string };
