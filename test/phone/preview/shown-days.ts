import type { OperationState, Verdict } from "../../../device/outbox/types.ts";
import type { TodayTask } from "../../../device/read/types.ts";
import type { DeviceState } from "../../../device/types.ts";
import type { AgendaTask, PlanMetric, TaskAction } from "../../../device/wire/today-types.ts";
import { actionSchema, agendaItem, agendaTask } from "./agenda-task.ts";
import type { Shown } from "./memory-device.ts";

/** Sample states of the page, by the name in the address. */
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
  const full: Shown = {
    state: STATE,
    today,
    operations,
    refusals: { walk: "DUE_WINDOW_CLOSED" },
  };
  switch (name) {
    case "door":
      return { ...full, state: { ...STATE, session: "NONE" } };
    case "lost":
      return { ...full, state: { ...STATE, session: "NONE", unreadable: 1 } };
    case "offline":
      return { ...full, state: { ...STATE, connection: "OFFLINE", waiting: 3, needsAttention: 2 } };
    case "faulty":
      return {
        ...full,
        state: {
          ...STATE,
          session: "NEEDED",
          storageFault: "FULL",
          unreadable: 2,
          waiting: 3,
          evicted: true,
        },
      };
    case "ended":
      return {
        ...full,
        state: {
          ...STATE,
          locked: 1,
          lastPurge: { orderId: "order", trigger: "RELATIONSHIP_END", deleted: 2, sealed: 0 },
        },
      };
    case "revoked":
      return {
        ...full,
        state: {
          ...STATE,
          session: "NONE",
          lastPurge: { orderId: "order", trigger: "DEVICE_REVOCATION", deleted: 0, sealed: 1 },
        },
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
  sessionId: "session",
  connection: "ONLINE",
  waiting: 3,
  needsAttention: 2,
  locked: 0,
  lastPurge: null,
  receiptFaults: 0,
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
        title: "Lunch",
        instructions: "Eat slowly, and drink a glass of water first.",
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
        statusPlane: "ACCEPTED",
        items: [{ itemId: "beans", status: "COMPLETED", plane: "WAITING" }],
        value: null,
        valuePlane: "ACCEPTED",
        sure: true,
      },
      waiting: 1,
    },
    {
      ...shownTask("water", "HABIT", {
        title: "Drink water",
        metric: {
          metricKind: "WATER",
          unit: "ml",
          min: 50,
          max: 2_000,
          target: 2_500,
          mode: "ACCUMULATE",
        },
        current: 1_250,
        actions: ["RECORD_VALUE", "SKIP", "SNOOZE", "UNDO"],
        status: "IN_PROGRESS",
      }),
      expected: {
        status: "IN_PROGRESS",
        statusPlane: "ACCEPTED",
        items: [],
        value: 1_750,
        valuePlane: "WAITING",
        sure: false,
      },
      waiting: 1,
      refused: ["refused-value"],
    },
    shownTask("walk", "REMINDER", {
      title: "Walk after lunch",
      startsAt: at(30),
      actions: ["COMPLETE_TASK", "SKIP", "SNOOZE", "UNDO"],
    }),
    {
      ...shownTask("iron", "SUPPLEMENT", {
        title: "Iron and vitamin C",
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
      title: "Lower body A",
      actions: ["OPEN_STRUCTURED_LOG", "SKIP", "UNDO"],
    }),
    {
      ...shownTask("sleep", "MEASUREMENT", {
        title: "Sleep",
        metrics: [
          {
            type: "choice",
            metricKind: "SLEEP",
            choices: ["Well", "So so", "Badly"],
            mode: "REPLACE",
          },
        ],
        actions: ["RECORD_VALUE", "SKIP", "UNDO"],
      }),
      expected: {
        status: "SKIPPED",
        statusPlane: "WAITING",
        items: [],
        value: null,
        valuePlane: "ACCEPTED",
        sure: true,
      },
      waiting: 1,
    },
    shownTask("stretch", "HABIT", {
      title: "Stretch",
      actions: ["COMPLETE_TASK", "SKIP", "UNDO"],
      status: "MISSED",
    }),
  ];
}

function operationsAt(now: number): readonly OperationState[] {
  const of = (minutes: number, more: Partial<OperationState>): OperationState => ({
    clientOperationId: "operation",
    objectId: null,
    operationType: "quick-log.complete-item",
    localSequence: minutes,
    recordedAt: now - minutes * 60_000,
    status: "QUEUED",
    waitsFor: null,
    retryAt: null,
    retries: 0,
    verdict: null,
    latestRead: null,
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
  const { actions, title, instructions = null, metric = null, metrics, current, ...rest } = more;
  const accepted = agendaTask(taskId, {
    taskKind,
    snapshot: { planId: null, title, instructions, metric, ...(metrics && { metrics }) },
    actionSchema: actionSchema(taskId, actions.map(offered)),
    ...rest,
  });
  const value = { entryCount: 1, lastRecordedAt: accepted.changedAt };
  const summary = { ...accepted.completionSummary, value: { ...value, current: current ?? 0 } };
  return {
    taskId,
    accepted: { ...accepted, ...(current !== undefined && { completionSummary: summary }) },
    expected: null,
    waiting: 0,
    refused: [],
  };
}

interface ShownTask extends Partial<
  Pick<AgendaTask, "status" | "startsAt" | "dueAt" | "completedAt" | "items">
> {
  readonly title: string;
  readonly instructions?: string;
  readonly metric?: PlanMetric;
  readonly metrics?: readonly PlanMetric[];
  readonly current?: number;
  readonly actions: readonly string[];
}

/** An action as `KIND` or `KIND/SCOPE`. */
function offered(name: string): TaskAction {
  const [kind = "", scope = SCOPES[kind] ?? "TASK"] = name.split("/");
  return {
    kind,
    scope,
    requiredInputs: [],
    ...(kind === "COMPLETE_ALL_ITEMS" && { requiresConfirmation: true }),
    ...(kind === "COMPLETE_ALL_ITEMS" && { attachments: MEAL_PHOTOS }),
    ...(kind === "SNOOZE" && { snooze: { minutes: [10, 30, 60], most: 3 } }),
  };
}

const MEAL_PHOTOS = { purpose: "MEAL_PHOTO", least: 0, most: 3 } as const;

const SCOPES: Readonly<Record<string, string>> = {
  COMPLETE_ITEM: "ITEM",
  COMPLETE_ALL_ITEMS: "GROUP",
  OPEN_STRUCTURED_LOG: "OWNING_FEATURE",
};

const BITES = { key: "Bites", type: "number", min: 1, max: 60, required: true } as const;

function item(...[itemId = "", label = "", amount = "", status = ""]: readonly string[]) {
  const inputSchema = itemId === "salad" ? [BITES] : [];
  return agendaItem(itemId, { label, amount, status, inputSchema });
}
