import type {
  Centre,
  CentreEntry,
  DeviceCentre,
  EntryAct,
  Unreadable,
} from "../../../device/centre/types.ts";
import type { OperationState } from "../../../device/outbox/types.ts";
import type { Today } from "../../../device/read/types.ts";

/** The sync centre over entries in memory. A discard waits for ever, and a resubmission is queued. */
export function memoryCentre(options: MemoryCentreOptions): Centre {
  const { operations, today, changed } = options;
  const discarded = new Set<string>();
  let unreadable = UNREADABLE.slice(0, options.unreadable);
  const entries = () =>
    operations().map((operation) => {
      const entry = entryOf(operation, today);
      return discarded.has(entry.clientOperationId) ? discardedEntry(entry) : entry;
    });
  const count = (group: CentreEntry["group"]) =>
    entries().filter((entry) => entry.group === group).length;
  return {
    entries: async () => ({
      entries: entries(),
      counts: {
        attention: count("ATTENTION"),
        waiting: count("WAITING"),
        done: count("DONE"),
        accepted: 0,
      },
    }),
    async discard({ clientOperationId }) {
      discarded.add(clientOperationId);
      changed();
      return { kind: "DISCARDED", undoUntil: Date.now() + 30_000 };
    },
    async undo({ clientOperationId }) {
      discarded.delete(clientOperationId);
      changed();
      return "RESTORED";
    },
    resubmit: async () => ({ kind: "QUEUED", clientOperationId: "again" }),
    refetch: async () => "READ",
    unreadable: async () => unreadable,
    async discardUnreadable({ id }) {
      unreadable = unreadable.filter((one) => one.id !== id);
      changed();
      return "DISCARDED";
    },
  };
}

interface MemoryCentreOptions {
  readonly operations: () => readonly OperationState[];
  readonly today: Today | null;
  /** Number of drafts and acts that cannot be read. */
  readonly unreadable: number;
  readonly changed: () => void;
}

/** The centre of the device: the person accepted an invitation, and nobody has signed in. */
export function memoryDeviceCentre(isLost: boolean, onDismiss: () => void): DeviceCentre {
  return {
    unreadable: async () => (isLost ? [LOST_ACCEPTANCE] : []),
    discardUnreadable: async () => "DISCARDED",
    dismissPurge: async () => onDismiss(),
  };
}

const LOST_ACCEPTANCE: Unreadable = {
  id: "lost-acceptance",
  what: "ACT",
  type: "account.accept",
  createdAt: Date.now() - 3_600_000,
};

const UNREADABLE: readonly Unreadable[] = [
  { id: "lost-form", what: "DRAFT", type: "FORM", createdAt: Date.now() - 26 * 3_600_000 },
  { id: "lost-act", what: "ACT", type: "form.submit", createdAt: Date.now() - 3_600_000 },
];

function entryOf(operation: OperationState, today: Today | null): CentreEntry {
  const { clientOperationId, operationType, status, localSequence, recordedAt, payload } =
    operation;
  const { verdict, waitsFor, retryAt, retries } = operation;
  const task = today?.tasks.find(({ taskId }) => taskId === payload?.["taskId"]);
  const item = task?.accepted.items.find(({ itemId }) => itemId === payload?.["itemId"]);
  return {
    clientOperationId,
    operationType,
    group: groupOf(status),
    status,
    localSequence,
    recordedAt,
    payload,
    subject: { taskTitle: task?.accepted.snapshot.title ?? null, itemLabel: item?.label ?? null },
    wait: groupOf(status) === "WAITING" ? { reason: waitsFor, retryAt, retries } : null,
    said:
      verdict === null || status === "ACCEPTED"
        ? null
        : {
            ...verdict,
            locale: "en",
            bounds: status === "REJECTED" ? { min: 50, max: 2_000, unit: "ml" } : null,
          },
    changed:
      status === "CONFLICTED"
        ? {
            fields: ["status"],
            by: "COACH",
            at: recordedAt,
            rebaseable: true,
            isReplaced: false,
            isRead: true,
          }
        : null,
    acts: actsOf(status),
    dependents: [],
    mayHaveArrived: false,
    replacedBy: null,
    replaces: null,
    undoUntil: null,
  };
}

function groupOf(status: OperationState["status"]): CentreEntry["group"] {
  if (status === "REJECTED" || status === "CONFLICTED") return "ATTENTION";
  return status === "QUEUED" || status === "SYNCING" ? "WAITING" : "DONE";
}

function actsOf(status: OperationState["status"]): readonly EntryAct[] {
  if (status === "CONFLICTED") return ["RESUBMIT", "DISCARD"];
  if (status === "REJECTED") return ["CORRECT", "DISCARD"];
  return status === "QUEUED" ? ["DISCARD"] : [];
}

const discardedEntry = (entry: CentreEntry): CentreEntry => ({
  ...entry,
  group: "DONE",
  status: "DISCARDED",
  acts: ["UNDO_DISCARD"],
  undoUntil: Date.now() + 30_000,
});
