import type { Centre } from "../../../device/centre/types.ts";
import type { OperationState, Verdict } from "../../../device/outbox/types.ts";
import type { ScopePartName, ScopeParts } from "../../../device/parts/types.ts";
import type { Device, DeviceState, Scope } from "../../../device/types.ts";

/** Devices over one disk, one after another, as the workers of tabs open them. */
export function makeFakeDevices(): FakeDevices {
  const disk: Disk = { ids: [], isSignedIn: false, isSynced: false };
  const counts = { opened: 0, syncs: 0 };
  let beforeStoring = () => {};
  let afterStoring = () => {};
  return {
    async open() {
      counts.opened += 1;
      return openOver(disk, {
        store(id) {
          take("before");
          if (!disk.ids.includes(id)) disk.ids.push(id);
          take("after");
        },
        synced() {
          counts.syncs += 1;
        },
      });
    },
    operations: () => [...disk.ids],
    opened: () => counts.opened,
    syncs: () => counts.syncs,
    interruptNextEnqueue(when, kill) {
      const die = () => {
        kill();
        throw new Error("The worker is killed here.");
      };
      if (when === "BEFORE") beforeStoring = die;
      else afterStoring = die;
    },
    failNextEnqueue(error) {
      beforeStoring = () => {
        throw error;
      };
    },
  };

  function take(place: "before" | "after"): void {
    const act = place === "before" ? beforeStoring : afterStoring;
    beforeStoring = () => {};
    if (place === "after") afterStoring = () => {};
    act();
  }
}

export interface FakeDevices {
  open(): Promise<Device>;
  /** Ids of the operations on the disk. */
  operations(): readonly string[];
  opened(): number;
  syncs(): number;
  /** Kills the owner in the middle of the next `enqueue`. */
  interruptNextEnqueue(when: "BEFORE" | "AFTER", kill: () => void): void;
  failNextEnqueue(error: Error): void;
}

interface Disk {
  readonly ids: string[];
  isSignedIn: boolean;
  isSynced: boolean;
}

interface Hooks {
  store(id: string): void;
  synced(): void;
}

/** A sync centre that only discards. */
function fakeCentre({ ids }: Disk): Centre {
  return {
    async discard({ clientOperationId }) {
      if (!ids.includes(clientOperationId)) return { kind: "ABSENT" };
      ids.splice(ids.indexOf(clientOperationId), 1);
      return { kind: "DISCARDED", undoUntil: 30_000 };
    },
    entries: unused,
    undo: unused,
    resubmit: unused,
    unreadable: unused,
    discardUnreadable: unused,
    refetch: unused,
  };
}

/** The only part of these devices is a sync centre. */
function isPart<Name extends ScopePartName>(name: Name, part: unknown): part is ScopeParts[Name] {
  return name === "centre" && typeof part === "object";
}

function unused(): never {
  throw new Error("The tests of tabs do not call this.");
}

function openOver(disk: Disk, { store, synced }: Hooks): Device {
  const listeners = new Set<() => void>();
  const verdicts: (() => void)[] = [];
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const watch = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const operationOf = (clientOperationId: string) => ({
    clientOperationId,
    state: async () => stateOf(clientOperationId),
    async verdict() {
      if (!disk.isSynced) await new Promise<void>((resolve) => verdicts.push(resolve));
      return ACCEPTED;
    },
  });
  const scope: Scope = {
    scopeId: "scope-1",
    async enqueue({ clientOperationId = "chosen by the device" }) {
      store(clientOperationId);
      changed();
      return operationOf(clientOperationId);
    },
    preview: async () => ({ kind: "LIKELY" }),
    today: async () => null,
    operations: async () => disk.ids.map(stateOf),
    operation: async (id) => (disk.ids.includes(id) ? operationOf(id) : null),
    async part(name) {
      const part: unknown = fakeCentre(disk);
      if (isPart(name, part)) return part;
      throw new Error(`The tests of tabs do not use the part ${name}.`);
    },
    watch,
    refresh: async () => "READ",
  };
  const state = (): DeviceState => ({
    session: disk.isSignedIn ? "SIGNED_IN" : "NONE",
    sessionId: disk.isSignedIn ? "session" : null,
    connection: "ONLINE",
    waiting: disk.ids.length,
    needsAttention: 0,
    locked: 0,
    lastPurge: null,
    receiptFaults: 0,
    lastSyncAt: null,
    storageFault: null,
    unreadable: 0,
    copied: false,
    evicted: false,
  });
  return {
    surface: "CLIENT_MOBILE",
    part: async () => await Promise.reject(new Error("A fake device has no parts.")),
    state: async () => state(),
    watch: (listener) => watch(() => listener(state())),
    async signIn() {
      disk.isSignedIn = true;
      return "SIGNED_IN";
    },
    scopes: async () => [scope],
    async sync() {
      synced();
      disk.isSynced = true;
      for (const resolve of verdicts.splice(0)) resolve();
    },
    async signOut(losing = 0) {
      const unsent = disk.ids.length;
      return losing === unsent ? { kind: "SIGNED_OUT" } : { kind: "UNSENT", unsent };
    },
    close: async () => undefined,
  };
}

const ACCEPTED: Verdict = {
  status: "ACCEPTED",
  receiptId: "receipt",
  acceptedRevision: 2,
  code: null,
  category: null,
  message: null,
  allowedResolutions: [],
  judgedOnRevision: null,
};

function stateOf(clientOperationId: string): OperationState {
  return {
    clientOperationId,
    operationType: "quickLog.skip",
    objectId: null,
    localSequence: 1,
    recordedAt: 0,
    status: "QUEUED",
    waitsFor: null,
    retryAt: null,
    retries: 0,
    verdict: null,
    latestRead: null,
    payload: {},
  };
}
