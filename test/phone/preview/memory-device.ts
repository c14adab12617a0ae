import type { Action, OperationState, QueuedOperation } from "../../../device/outbox/types.ts";
import type {
  DevicePartName,
  DeviceParts,
  ScopePartName,
  ScopeParts,
} from "../../../device/parts/types.ts";
import type { Tokens } from "../../../device/ports/sign-in.ts";
import type { Today } from "../../../device/read/types.ts";
import { memoryAccount } from "./memory-account.ts";
import { memoryInbox } from "./memory-inbox.ts";
import { memoryCentre, memoryDeviceCentre } from "./memory-centre.ts";
import { memoryForms } from "./memory-forms.ts";
import { memoryMedia } from "./memory-media.ts";
import { memoryWorkouts } from "./memory-workouts.ts";
import type { Device, DeviceState, Scope, Surface } from "../../../device/types.ts";

/** A device in memory that shows the given data, for viewing the screens. */
export function memoryDevice(shown: Shown, options: MemoryDeviceOptions): Device {
  const { surface, onSignIn, serverAnswers } = options;
  const listeners = new Set<() => void>();
  const parts: { readonly [Name in ScopePartName]?: ScopeParts[Name] } = {
    centre: memoryCentre({
      operations: () => operations,
      today: shown.today,
      unreadable: shown.state.unreadable,
      changed: () => changed(),
    }),
    forms: memoryForms(() => changed()),
    media: memoryMedia(() => changed()),
    workouts: memoryWorkouts(shown.workout ?? "", { now: Date.now(), changed: () => changed() }),
  };
  let state = shown.state;
  let operations = [...shown.operations];
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const watch = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const deviceParts: { readonly [Name in DevicePartName]?: DeviceParts[Name] } = {
    account: memoryAccount,
    centre: memoryDeviceCentre(shown.state.session === "NONE" && shown.state.unreadable > 0, () => {
      state = { ...state, lastPurge: null };
      changed();
    }),
    inbox: memoryInbox(Date.now(), { changed: () => changed() }),
  };
  const queued = (operation: OperationState): QueuedOperation => ({
    clientOperationId: operation.clientOperationId,
    state: async () => operation,
    verdict: () => new Promise(() => undefined),
  });
  const scope: Scope = {
    scopeId: "scope",
    enqueue: async (action) => {
      const operation = waitingOperation(action, operations.length + 1);
      operations = [...operations, operation];
      state = { ...state, waiting: state.waiting + 1 };
      changed();
      return queued(operation);
    },
    preview: async ({ payload }) => {
      const code = shown.refusals?.[String(payload["taskId"])];
      return code === undefined ? { kind: "UNSURE" } : { kind: "REFUSED", code };
    },
    today: async () => shown.today,
    operations: async () => operations,
    operation: async (id) => {
      const found = operations.find(({ clientOperationId }) => clientOperationId === id);
      return found === undefined ? null : queued(found);
    },
    part: async (name) => {
      const part = parts[name];
      if (part === undefined) throw new Error(`The preview has no part ${name}.`);
      return part;
    },
    watch,
    refresh: async () => "READ",
  };
  return {
    surface,
    state: async () => state,
    watch: (listener) => watch(() => listener(state)),
    signIn: async (tokens) => {
      onSignIn(tokens);
      state = { ...state, session: "SIGNED_IN" };
      changed();
      return "SIGNED_IN";
    },
    scopes: async () => (state.session === "NONE" ? [] : [scope]),
    sync: async () => undefined,
    async signOut(losing) {
      if (losing === undefined && state.waiting > 0)
        return { kind: "UNSENT", unsent: state.waiting };
      state = { ...state, session: "SIGNING_OUT" };
      changed();
      await serverAnswers();
      state = { ...state, session: "NONE", waiting: 0 };
      changed();
      return { kind: "SIGNED_OUT" };
    },
    part: async (name) => {
      const part = deviceParts[name];
      if (part === undefined) throw new Error(`The preview has no part ${name}.`);
      return part;
    },
    close: async () => undefined,
  };
}

/** The app of the device, and what happens at a sign-in. */
interface MemoryDeviceOptions {
  readonly surface: Surface;
  readonly onSignIn: (tokens: Tokens) => void;
  /** Resolves once a sign-out completes. */
  readonly serverAnswers: () => Promise<void>;
}

/** The data that the device shows. */
export interface Shown {
  readonly state: DeviceState;
  readonly today: Today | null;
  readonly operations: readonly OperationState[];
  /** The draft of the workout; none if it is absent. */
  readonly workout?: string;
  /** The codes by which actions on a task would be refused. */
  readonly refusals?: Readonly<Record<string, string>>;
}

function waitingOperation(action: Action, localSequence: number): OperationState {
  return {
    clientOperationId: `new-${localSequence}`,
    operationType: action.operationType,
    objectId: null,
    localSequence,
    recordedAt: Date.now(),
    status: "QUEUED",
    waitsFor: "OFFLINE",
    retryAt: null,
    retries: 0,
    verdict: null,
    latestRead: null,
    payload: action.payload,
  };
}
