import type { InputValues } from "../../../contract/agenda/schema.ts";
import type {
  QuickLogIntent,
  QuickLogPayloads,
} from "../../../contract/quick-log/payload-schema.ts";
import type { SkipReason } from "../../../contract/quick-log/vocabulary.ts";
import type { AgendaTask } from "../../../rules/agenda/agenda-task.ts";
import { NO_OTHER_VALUES } from "../../../rules/agenda/day-value.ts";
import { materialiseTask } from "../../../rules/plans/materialise-task.ts";
import type { DayContent } from "../../../rules/plans/assigned-plan.ts";
import { taskKindOf } from "../../../rules/plans/task-kind.ts";
import { decideQuickLog } from "../../../rules/quick-log/decide-quick-log.ts";
import type {
  PastOperation,
  QuickLogAction,
  TaskChange,
  TaskState,
} from "../../../rules/quick-log/types.ts";
import type { Refused } from "../../../rules/sync/decision.ts";
import { anAssignedPlan, habitContent, mealContent } from "../plans/assigned-plan.ts";

/** The default device lineage of acts. */
export const OWN_LINEAGE = "lineage-own";

/** The default instant at which actions are decided. */
export const NOW = new Date("2026-01-05T08:00:00.000Z");

const WATER = { metricKind: "WATER", unit: "ml", min: 50, max: 2_000, target: 2_500 } as const;
const STEPS = { metricKind: "STEPS", unit: "steps", min: 0, max: 100_000, target: null } as const;

/** One plan for each existing row of "Allowed quick actions by task type", and for each metric mode. */
export const taskPlans = {
  habit: habitContent(),
  supplement: mealContent({ kind: "SUPPLEMENT" }),
  meal: mealContent(),
  water: habitContent({ metric: { ...WATER, mode: "ACCUMULATE" } }),
  steps: habitContent({ metric: { ...STEPS, mode: "REPLACE" } }),
} as const satisfies Record<string, DayContent>;

/** A task fresh from its plan, in memory; its items are `a` and `b`, and `b` is not bulk eligible. */
export function aTaskState(
  content: DayContent = taskPlans.meal,
  change: Partial<AgendaTask> = {},
): TaskState {
  const owner = { workspaceId: "workspace", relationshipId: "relationship", timezone: "UTC" };
  const { taskKind } = taskKindOf(content.kind);
  if (taskKind === null) throw new Error("A card is not a task");
  const ids = { taskId: "task", itemIds: ["a", "b"], formAssignmentId: "form" };
  const moment = { localDate: "2026-01-05", now: NOW, taskKind, ...ids };
  const { items, ...task } = materialiseTask(anAssignedPlan({ content }), owner, moment);
  return {
    task: { ...task, ...change },
    items: items.map((item) => ({ ...item, skipReason: null })),
    values: [],
    otherValues: NO_OTHER_VALUES,
    starts: 0,
    dayReviewedAt: null,
    dayClosedAt: null,
    dayNotOffered: false,
  };
}

/** A course of actions on one task, each on the state left by the previous one. */
export interface Course {
  readonly state: TaskState;
  readonly past: ReadonlyMap<string, PastOperation>;
  readonly outcomes: readonly (TaskChange | Refused)[];
}

/** One step of a course: the action, its name, and its changes of the defaults. */
export type Step = readonly [
  name: string,
  intent: QuickLogIntent,
  change?: Partial<
    Pick<QuickLogAction, "expectedRevision" | "lineageId" | "now" | "recordedAt" | "attachments">
  >,
];

/** Plays steps in order as admission does; `name` identifies operation, receipt and value alike. */
export function play(state: TaskState, steps: readonly Step[], past: Course["past"] = new Map()) {
  let course: Course = { state, past, outcomes: [] };
  for (const step of steps) course = advance(course, step);
  return course;
}

function advance(course: Course, [name, intent, change = {}]: Step): Course {
  const { state, past, outcomes } = course;
  const action: QuickLogAction = {
    intent,
    receiptId: name,
    expectedRevision: state.task.revision,
    lineageId: OWN_LINEAGE,
    now: NOW,
    recordedAt: NOW,
    attachments: [],
    ...change,
  };
  const undoTarget = intent.actionKind === "UNDO" ? targetOf(intent.payload, past) : undefined;
  const outcome = decideQuickLog({ state, undoTarget }, action);
  if (outcome.kind === "REFUSED") return { ...course, outcomes: [...outcomes, outcome.refused] };
  return {
    state: outcome.change.next,
    past: remembered(past, { name, action, change: outcome.change }),
    outcomes: [...outcomes, outcome.change],
  };
}

function targetOf(
  named: QuickLogPayloads["UNDO"],
  past: Course["past"],
): PastOperation | undefined {
  return past.get(named.undoesReceiptId ?? named.undoesClientOperationId ?? "");
}

function remembered(
  past: Course["past"],
  { name, action, change }: { name: string; action: QuickLogAction; change: TaskChange },
): Course["past"] {
  const later = new Map(past);
  if (change.undoes !== null)
    later.set(change.undoes.receiptId, { ...change.undoes, undone: true });
  return later.set(name, {
    receiptId: name,
    clientOperationId: name,
    taskId: change.next.task.id,
    actionKind: action.intent.actionKind,
    effects: change.effects,
    decidedAt: action.now,
    undone: false,
    isOwn: true,
    laterStarts: [],
  });
}

/** The outcome of each step: the task's new status, or the code of the refusal. */
export function verdicts({ outcomes }: Course): readonly string[] {
  return outcomes.map((outcome) => ("code" in outcome ? outcome.code : outcome.next.task.status));
}

/** Intents as a device means them. */
export const intents = {
  start: { actionKind: "OPEN_STRUCTURED_LOG", payload: { taskId: "task" } },
  completeTask: { actionKind: "COMPLETE_TASK", payload: { taskId: "task" } },
  completeItem: (itemId: string, values?: InputValues): QuickLogIntent => ({
    actionKind: "COMPLETE_ITEM",
    payload: { taskId: "task", itemId, ...(values && { values }) },
  }),
  snooze: (minutes: number): QuickLogIntent => ({
    actionKind: "SNOOZE",
    payload: { taskId: "task", minutes },
  }),
  completeAll: (more: { confirmed?: boolean; values?: Record<string, InputValues> } = {}) => ({
    actionKind: "COMPLETE_ALL_ITEMS" as const,
    payload: {
      taskId: "task",
      confirmed: more.confirmed ?? true,
      ...(more.values && { values: more.values }),
    },
  }),
  water: (value: number, recordedAt = NOW): QuickLogIntent =>
    recorded("WATER", "ml", value, recordedAt),
  steps: (value: number, recordedAt = NOW): QuickLogIntent =>
    recorded("STEPS", "steps", value, recordedAt),
  skip: (itemId?: string, reason: SkipReason = "BUSY"): QuickLogIntent => ({
    actionKind: "SKIP",
    payload: { taskId: "task", reason, ...(itemId !== undefined && { itemId }) },
  }),
  undo: (name: string): QuickLogIntent => ({
    actionKind: "UNDO",
    payload: { taskId: "task", undoesClientOperationId: name },
  }),
} as const;

/** A value as a device records it. */
export function recorded(
  metricKind: string,
  unit: string,
  value: number,
  recordedAt: Date = NOW,
): QuickLogIntent {
  return {
    actionKind: "RECORD_VALUE",
    payload: {
      taskId: "task",
      metricKind,
      value,
      unit,
      sourceType: "MANUAL",
      recordedAt: recordedAt.toISOString(),
    },
  };
}
