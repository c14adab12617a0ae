import type { OperationState, Verdict } from "../../../device/outbox/types.ts";
import type { AcceptedTask, TodayTask } from "../../../device/read/types.ts";
import type { DeviceState } from "../../../device/types.ts";
import type { Shown } from "./memory-device.ts";

/** States of the page to look at, by the name that the address gives. */
export function shownDay(name: string, now: number): Shown {
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const tasks = tasksAt(at);
  const operations = operationsAt(now);
  const today = {
    localDate: at(0).slice(0, 10),
    timezone: "Europe/Berlin",
    readAt: now - 12 * 60_000,
    tasks,
    adherencePercent: 83,
  };
  const full: Shown = { state: STATE, today, operations };
  switch (name) {
    case "door":
      return { ...full, state: { ...STATE, session: "NONE" } };
    case "offline":
      return { ...full, state: { ...STATE, connection: "OFFLINE", waiting: 3, needsAttention: 2 } };
    case "faulty":
      return {
        ...full,
        state: { ...STATE, session: "NEEDED", storageFault: "FULL", unreadable: 2, waiting: 3 },
      };
    case "empty":
      return { ...full, today: { ...today, tasks: [], adherencePercent: null }, operations: [] };
    case "unread":
      return { ...full, today: null, operations: [] };
    default:
      return full;
  }
}

const STATE: DeviceState = {
  session: "SIGNED_IN",
  connection: "ONLINE",
  waiting: 3,
  needsAttention: 2,
  lastSyncAt: Date.now() - 12 * 60_000,
  storageFault: null,
  unreadable: 0,
  copied: false,
  evicted: false,
};

type At = (minutes: number) => string;

function tasksAt(at: At): readonly TodayTask[] {
  return [
    {
      ...shownTask("lunch", "MEAL", {
        snapshot: { title: "Lunch", instructions: "Eat slowly, and drink a glass of water first." },
        dueAt: at(90),
        items: [
          item("rice", "Rice", "150 g", "COMPLETED"),
          item("beans", "Black beans", "120 g", "PENDING"),
          item("salad", "Green salad with olive oil and lemon", "1 bowl", "PENDING"),
        ],
        actions: ["COMPLETE_ITEM", "COMPLETE_ALL_ITEMS", "SKIP/ITEM", "SKIP", "UNDO"],
        status: "IN_PROGRESS",
      }),
      expected: {
        status: "IN_PROGRESS",
        items: [{ itemId: "beans", status: "COMPLETED" }],
        value: null,
        sure: true,
      },
      waiting: 1,
    },
    {
      ...shownTask("water", "HABIT", {
        snapshot: {
          title: "Drink water",
          metric: { metricKind: "WATER", unit: "ml", min: 50, max: 2_000, target: 2_500 },
        },
        actions: ["RECORD_VALUE", "SKIP", "SNOOZE", "UNDO"],
        completionSummary: { value: { current: 1_250 } },
        status: "IN_PROGRESS",
      }),
      expected: { status: "IN_PROGRESS", items: [], value: 1_750, sure: false },
      waiting: 1,
      refused: ["refused-value"],
    },
    shownTask("walk", "REMINDER", {
      snapshot: { title: "Walk after lunch" },
      startsAt: at(30),
      actions: ["COMPLETE_TASK", "SKIP", "SNOOZE", "UNDO"],
    }),
    {
      ...shownTask("iron", "SUPPLEMENT", {
        snapshot: { title: "Iron and vitamin C" },
        items: [
          item("iron", "Iron", "20 mg", "COMPLETED"),
          item("c", "Vitamin C", "500 mg", "SKIPPED"),
        ],
        actions: ["COMPLETE_ITEM", "SKIP", "UNDO"],
        status: "COMPLETED",
        completedAt: at(-200),
      }),
      refused: ["stale-tick"],
    },
    shownTask("legs", "WORKOUT", {
      snapshot: { title: "Lower body A" },
      actions: ["OPEN_STRUCTURED_LOG", "SKIP", "UNDO"],
    }),
    {
      ...shownTask("sleep", "MEASUREMENT", {
        snapshot: {
          title: "Sleep",
          metrics: [{ type: "choice", metricKind: "SLEEP", choices: ["Well", "So so", "Badly"] }],
        },
        actions: ["RECORD_VALUE", "SKIP", "UNDO"],
      }),
      expected: { status: "SKIPPED", items: [], value: null, sure: true },
      waiting: 1,
    },
    shownTask("stretch", "HABIT", {
      snapshot: { title: "Stretch" },
      actions: ["COMPLETE_TASK", "SKIP", "UNDO"],
      status: "MISSED",
    }),
  ];
}

function operationsAt(now: number): readonly OperationState[] {
  const of = (minutes: number, more: Partial<OperationState>): OperationState => ({
    clientOperationId: "operation",
    operationType: "quick-log.complete-item",
    objectId: null,
    localSequence: minutes,
    recordedAt: now - minutes * 60_000,
    status: "QUEUED",
    waitsFor: null,
    retryAt: null,
    retries: 0,
    verdict: null,
    payload: null,
    ...more,
  });
  return [
    of(1_500, {
      clientOperationId: "old",
      status: "ACCEPTED",
      payload: { taskId: "gone" },
      operationType: "quick-log.skip",
      verdict: ACCEPTED,
    }),
    of(210, {
      clientOperationId: "iron",
      status: "ACCEPTED",
      payload: { taskId: "iron", itemId: "iron" },
      verdict: ACCEPTED,
    }),
    of(200, {
      clientOperationId: "stale-tick",
      status: "CONFLICTED",
      payload: { taskId: "iron", itemId: "c" },
      verdict: {
        ...ACCEPTED,
        status: "CONFLICT",
        code: "STALE_REVISION",
        category: "STALE_REVISION",
        message: "This was changed elsewhere in the meantime.",
        allowedResolutions: ["RESUBMIT", "REFRESH", "DISCARD"],
        judgedOnRevision: 3,
      },
    }),
    of(90, {
      clientOperationId: "refused-value",
      operationType: "quick-log.record-value",
      status: "REJECTED",
      payload: { taskId: "water", value: 5_000, unit: "ml" },
      verdict: {
        ...ACCEPTED,
        status: "REJECTED",
        code: "VALUE_OUT_OF_RANGE",
        category: "PAYLOAD_INVALID",
        message: "This value is outside the allowed range.",
      },
    }),
    of(20, {
      clientOperationId: "beans",
      payload: { taskId: "lunch", itemId: "beans" },
      status: "SYNCING",
    }),
    of(8, {
      clientOperationId: "water",
      operationType: "quick-log.record-value",
      payload: { taskId: "water", value: 500, unit: "ml" },
      waitsFor: "RETRY_AT",
      retries: 3,
      retryAt: now + 4 * 60_000,
    }),
    of(2, {
      clientOperationId: "sleep",
      operationType: "quick-log.skip",
      payload: { taskId: "sleep", reason: "FORGOT" },
      waitsFor: "OFFLINE",
    }),
  ];
}

const ACCEPTED: Verdict = {
  status: "ACCEPTED",
  receiptId: "receipt",
  acceptedRevision: 4,
  code: null,
  category: null,
  message: null,
  allowedResolutions: [],
  judgedOnRevision: null,
};

function shownTask(taskId: string, taskKind: string, more: ShownTask): TodayTask {
  const { actions, status = "PENDING", ...rest } = more;
  const accepted: AcceptedTask = {
    taskId,
    taskKind,
    revision: 4,
    status,
    actionSchema: { actions: actions.map(offered) },
    ...rest,
  };
  return { taskId, accepted, expected: null, waiting: 0, refused: [] };
}

interface ShownTask extends Readonly<Record<string, unknown>> {
  readonly actions: readonly string[];
  readonly status?: string;
}

/** An action as `KIND` or `KIND/SCOPE`. */
function offered(name: string) {
  const [kind = "", scope = SCOPES[kind] ?? "TASK"] = name.split("/");
  return {
    kind,
    scope,
    requiredInputs: [],
    ...(kind === "COMPLETE_ALL_ITEMS" && { requiresConfirmation: true }),
    ...(kind === "SNOOZE" && { snooze: { minutes: [10, 30, 60], most: 3 } }),
  };
}

const SCOPES: Readonly<Record<string, string>> = {
  COMPLETE_ITEM: "ITEM",
  COMPLETE_ALL_ITEMS: "GROUP",
  OPEN_STRUCTURED_LOG: "OWNING_FEATURE",
};

function item(...[itemId, label, amount, status]: readonly string[]) {
  const asks =
    itemId === "salad" ? [{ key: "Bites", type: "number", min: 1, max: 60, required: true }] : [];
  return { itemId, label, amount, status, bulkEligible: true, inputSchema: asks };
}
