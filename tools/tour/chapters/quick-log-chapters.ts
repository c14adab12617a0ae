import { randomUUID } from "node:crypto";
import type { AgendaTaskAnswer } from "../../../contract/agenda/schema.ts";
import { type TodayAnswer, todaySchema } from "../../../contract/agenda/today-schema.ts";
import type { PlanContentInput } from "../../../contract/plans/content-schema.ts";
import { completeAllItemsAnswerSchema } from "../../../contract/quick-log/task-acts-schema.ts";
import { type TaskLogAnswer, taskLogSchema } from "../../../contract/quick-log/task-log-schema.ts";
import { askApi, callApi } from "../call-api.ts";
import { recordAccepted } from "../device/record.ts";
import { eventually } from "../eventually.ts";
import { expectEqual, expectPresent } from "../expect-equal.ts";
import type { Stage } from "../stage.ts";
import type { ClientOnPhone } from "./client-chapters.ts";
import type { Coach } from "./coach-chapters.ts";
import { taskOf } from "./offline-chapter.ts";
import { assign, makePlan } from "./plan-change-chapters.ts";

/** A client who logs on two phones, and the coach who reads the log. */
export interface Logging {
  readonly coach: Coach;
  readonly client: ClientOnPhone;
  readonly secondPhone: ClientOnPhone;
}

const recurrence = { rrule: "FREQ=DAILY" };

/** Data logged in these chapters. */
export const LOGGED = {
  evening: "Evening supplements",
  steps: "Steps",
  hip: "Hip opener",
} as const;

const PLANS: readonly PlanContentInput[] = [
  {
    kind: "SUPPLEMENT",
    title: LOGGED.evening,
    recurrence,
    items: [
      { label: "Zinc", amount: "1 tablet" },
      { label: "Iron", amount: "1 tablet", bulkEligible: false },
    ],
  },
  {
    kind: "HABIT",
    title: LOGGED.steps,
    recurrence,
    metric: { metricKind: "STEPS", unit: "steps", min: 0, max: 100_000, mode: "REPLACE" },
  },
  { kind: "HABIT", title: LOGGED.hip, recurrence },
];

const MATERIALISED_WITHIN_MS = 30_000;

/** All items allowed in bulk are completed; the item that must be ticked individually stays, with the reason. */
export async function blockedItemIsLeft(
  stage: Stage,
  { coach, client }: Logging,
): Promise<TodayAnswer> {
  stage.page.chapter("The client completes all items at once, and one item is left");
  for (const content of PLANS) {
    const coached = { stage, coach, far: client };
    await assign(coached, await makePlan(coached, content));
  }
  const today = await eventually("the three new tasks", {
    ask: () => readToday(stage, client),
    isWanted: ({ tasks = [] }) =>
      PLANS.every(({ title }) => tasks.some(({ snapshot }) => snapshot.title === title)),
    limitMs: MATERIALISED_WITHIN_MS,
  });
  const { taskId, revision, items } = taskOf(today, LOGGED.evening);
  // By hand: only the answer of this route names the items that were left, and why.
  const { data } = await callApi(
    stage,
    {
      method: "POST",
      path: `/api/v1/client/quick-log/tasks/${taskId}/complete-all`,
      token: client.token,
      body: {
        deviceId: client.deviceId,
        clientOperationId: randomUUID(),
        expectedTaskRevision: revision,
        confirmed: true,
      },
      answer: completeAllItemsAnswerSchema,
    },
    ({ acceptedItemIds, skippedItems }) =>
      `${acceptedItemIds.length} completed, left: ${skippedItems.map(({ reason }) => reason).join(", ")}`,
  );
  const iron = items.find(({ label }) => label === "Iron");
  const left = [{ itemId: expectPresent("the iron", iron).itemId, reason: "NOT_BULK_ELIGIBLE" }];
  expectEqual("the item left, and the reason", data.skippedItems, left);
  stage.page.verified("all allowed items are completed, and the answer says why one is left");
  return today;
}

/** The steps of the day, typed twice: their task, and the receipt of the second value. */
export interface TypedSteps {
  readonly task: AgendaTaskAnswer;
  readonly receiptId: string;
}

/** The phone's health store replaces the typed value until its import is withdrawn. */
export async function importReplacesSteps(
  stage: Stage,
  { client, today }: Logging & { readonly today: TodayAnswer },
): Promise<TypedSteps> {
  stage.page.chapter("An import replaces typed steps");
  const task = taskOf(today, LOGGED.steps);
  await typeSteps(client, 3_000);
  const receiptId = await typeSteps(client, 4_000);
  await importSteps({ client, today, value: 6_200, order: 1 });
  expectEqual("the day's steps", await stepsOf(stage, client, task), 6_200);
  stage.page.verified("the import replaces the typed value and is not added to it");
  await importSteps({ client, today, value: null, order: 2 });
  expectEqual("the day's steps after the withdrawal", await stepsOf(stage, client, task), 4_000);
  return { task, receiptId };
}

/** The second phone reads the latest operations and undoes the newest value of the first phone. */
export async function secondPhoneUndoes(
  stage: Stage,
  { client, secondPhone, steps }: Logging & { readonly steps: TypedSteps },
): Promise<string> {
  stage.page.chapter("The second phone undoes an operation of the first one");
  const { task, receiptId } = steps;
  const { latestOperations } = await readLog(stage, secondPhone, task);
  const named = latestOperations.find((operation) => operation.receiptId === receiptId);
  const { deviceId, undoableUntil } = expectPresent("the operation", named);
  expectEqual("the phone that sent it", deviceId, client.deviceId);
  stage.page.note(`It can be undone until ${expectPresent("the end of undo", undoableUntil)}.`);
  await recordAccepted(secondPhone.phone, {
    title: LOGGED.steps,
    operationType: "quick-log.undo",
    payload: { undoesReceiptId: receiptId },
  });
  expectEqual("the steps", await stepsOf(stage, client, task), 3_000);
  stage.page.verified("undone on the other phone, by its receipt: the earlier value counts again");
  return expectPresent("the first value", latestOperations.findLast(isValue)).receiptId;
}

const isValue = ({ actionKind, undone }: TaskLogAnswer["latestOperations"][number]) =>
  actionKind === "RECORD_VALUE" && !undone;

async function typeSteps({ phone }: ClientOnPhone, value: number): Promise<string> {
  const { receiptId } = await recordAccepted(phone, {
    title: LOGGED.steps,
    operationType: "quick-log.record-value",
    payload: {
      metricKind: "STEPS",
      unit: "steps",
      value,
      sourceType: "MANUAL",
      recordedAt: new Date().toISOString(),
    },
  });
  return receiptId;
}

async function importSteps(imported: {
  readonly client: ClientOnPhone;
  readonly today: TodayAnswer;
  readonly value: number | null;
  /** The later of two values counts. */
  readonly order: number;
}): Promise<void> {
  const { client, today, value, order } = imported;
  const { localDate, tasks = [] } = today;
  const windowStart = expectPresent("a task of the day", tasks[0]).generatedAt;
  const payload = {
    metricKind: "STEPS",
    localDate,
    value,
    unit: "steps",
    sourceType: "APPLE_HEALTH",
    sourceDevice: "Watch",
    windowStart,
    windowEnd: new Date(Date.parse(windowStart) + order).toISOString(),
    userEntered: false,
  };
  const operationType = "quick-log.import-value";
  const { status } = await client.phone.show(async () => {
    const scope = await client.phone.scope();
    return await (await scope.enqueue({ operationType, payload })).verdict();
  });
  expectEqual("the import", status, "ACCEPTED");
}

async function stepsOf(stage: Stage, client: ClientOnPhone, { taskId }: AgendaTaskAnswer) {
  const { task } = await readLog(stage, client, { taskId });
  return task?.completionSummary.value?.current;
}

/** A task in its present state, with its latest operations. */
async function readLog(
  { api }: Stage,
  { token }: ClientOnPhone,
  { taskId }: Pick<AgendaTaskAnswer, "taskId">,
): Promise<TaskLogAnswer> {
  const path = `/api/v1/client/quick-log/tasks/${taskId}`;
  return (await askApi(api, { method: "GET", path, token, answer: taskLogSchema })).data;
}

async function readToday({ api }: Stage, { token }: ClientOnPhone): Promise<TodayAnswer> {
  const path = "/api/v1/client/today";
  return (await askApi(api, { method: "GET", path, token, answer: todaySchema })).data;
}
