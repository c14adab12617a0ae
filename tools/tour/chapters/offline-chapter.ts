import { randomUUID } from "node:crypto";
import type { AgendaTaskAnswer } from "../../../contract/agenda/schema.ts";
import type { TodayAnswer } from "../../../contract/agenda/today-schema.ts";
import type { QuickLogOperationType } from "../../../contract/quick-log/vocabulary.ts";
import type { ResultStatus, VerdictCode } from "../../../contract/sync/vocabulary.ts";
import { METRIC, TITLES } from "./coach-chapters.ts";
import { expectPresent } from "../expect-equal.ts";
import { type Outbox, type QueuedAction, outboxHealthOf, queueAction } from "../phone.ts";
import type { Stage } from "../stage.ts";

/** An offline action of the client, and the verdict expected at its first sync. */
export interface OfflineAction {
  readonly label: string;
  readonly action: Omit<QueuedAction, "clientRecordedAt">;
  readonly verdict: ResultStatus;
  readonly code?: VerdictCode;
}

const MINUTE_MS = 60_000;

/**
 * The phone has no signal: its owner's actions are queued, with the revisions seen last. The queue is formed by hand:
 * the device library neither reuses an id for another payload nor makes an operation of an unknown type.
 */
export async function clientGoesOffline(
  { page }: Stage,
  today: TodayAnswer,
): Promise<{ readonly actions: readonly OfflineAction[]; readonly outbox: Outbox }> {
  page.chapter("The phone is offline, and the client continues");
  const begunAt = Date.now() - 20 * MINUTE_MS;
  const actions = offlineActions(today, new Date(begunAt));
  let outbox: Outbox = [];
  for (const { action } of actions) {
    const clientRecordedAt = new Date(begunAt + outbox.length * MINUTE_MS).toISOString();
    outbox = await queueAction(outbox, { ...action, clientRecordedAt });
  }
  page.table(
    ["#", "the client", "operation", "revision", "checksum", "on the phone"],
    outbox.map(({ operation, localStatus }, index) => [
      String(operation.localSequence),
      actions[index]?.label ?? "",
      operation.operationType,
      String(operation.expectedRevision),
      operation.payloadChecksum.replace("sha-256:", "").slice(0, 8),
      localStatus,
    ]),
  );
  page.note(
    `${outboxHealthOf(outbox).depth} operations wait on the phone; the server does not know them yet.`,
  );
  return { actions, outbox };
}

/** Five that are accepted, then three that are not. */
function offlineActions(today: TodayAnswer, recordedAt: Date): readonly OfflineAction[] {
  const meal = taskOf(today, TITLES.meal);
  const tick = on(meal, "quick-log.complete-item", { itemId: itemOf(meal, "Oats") });
  const undo = on(meal, "quick-log.undo", { undoesClientOperationId: tick.clientOperationId });
  const drink = on(taskOf(today, TITLES.water), "quick-log.record-value", {
    metricKind: METRIC.metricKind,
    unit: METRIC.unit,
    value: 400,
    sourceType: "MANUAL",
    recordedAt: recordedAt.toISOString(),
  });
  const takeAll = on(taskOf(today, TITLES.supplement), "quick-log.complete-all", {
    confirmed: true,
  });
  const skip = on(meal, "quick-log.skip", {
    itemId: itemOf(meal, "Berries"),
    reason: "FOOD_UNAVAILABLE",
    note: "sold out",
  });
  return [
    { label: "ticks the oats", action: tick, verdict: "ACCEPTED" },
    { label: "takes all supplements", action: takeAll, verdict: "ACCEPTED" },
    { label: "drinks 400 ml", action: drink, verdict: "ACCEPTED" },
    { label: "skips the berries: sold out", action: skip, verdict: "ACCEPTED" },
    { label: "takes back 1", action: undo, verdict: "ACCEPTED" },
    ...actionsToRefuse(taskOf(today, TITLES.habit), drink),
  ];
}

/** A task that the second phone changes, a reused id with another payload, a type of a later app. */
function actionsToRefuse(
  habit: AgendaTaskAnswer,
  drink: OfflineAction["action"],
): readonly OfflineAction[] {
  const complete = on(habit, "quick-log.complete-task");
  return [
    {
      label: "is quiet (a stale revision)",
      action: complete,
      verdict: "CONFLICT",
      code: "STALE_REVISION",
    },
    {
      label: "1,900 ml under the id of 3",
      action: { ...drink, payload: { ...drink.payload, value: 1_900 } },
      verdict: "REJECTED",
      code: "OPERATION_ID_REUSED",
    },
    {
      label: "hums along (unknown type)",
      action: { ...on(habit, "quick-log.complete-task"), operationType: "quick-log.hum-along" },
      verdict: "REFETCH_REQUIRED",
      code: "OPERATION_UNKNOWN",
    },
  ];
}

function on(
  task: AgendaTaskAnswer,
  operationType: QuickLogOperationType,
  payload: Readonly<Record<string, unknown>> = {},
): OfflineAction["action"] {
  return {
    clientOperationId: randomUUID(),
    operationType,
    expectedRevision: task.revision,
    payload: { taskId: task.taskId, ...payload },
  };
}

/** The task of a plan. Throws TourFailure when the day has none. */
export function taskOf({ tasks = [] }: TodayAnswer, title: string): AgendaTaskAnswer {
  const task = tasks.find(({ snapshot }) => snapshot.title === title);
  return expectPresent(`today's task "${title}"`, task);
}

/** The item of a task. Throws TourFailure when it has none. */
export function itemOf({ items }: AgendaTaskAnswer, label: string): string {
  const item = items.find((candidate) => candidate.label === label);
  return expectPresent(`the item "${label}"`, item).itemId;
}
