import { WorkflowNotFoundError } from "@temporalio/client";
import { z } from "zod";
import { type TodayAnswer, todaySchema } from "../../../contract/agenda/today-schema.ts";
import {
  type QuickLogHistoryItem,
  quickLogHistoryItemSchema,
} from "../../../contract/quick-log/history-schema.ts";
import { settlementLane } from "../../../contract/sync/device-actor.ts";
import { pageSchema } from "../../../contract/wire.ts";
import { askApi, callApi } from "../call-api.ts";
import { type ClientOnPhone, showToday } from "./client-chapters.ts";
import { type Coach, TITLES } from "./coach-chapters.ts";
import { eventually } from "../eventually.ts";
import { expectEqual, expectPresent } from "../expect-equal.ts";
import { taskOf } from "./offline-chapter.ts";
import type { Stage } from "../stage.ts";

const SETTLED_WITHIN_MS = 30_000;

const LaneState = z.object({
  phase: z.string(),
  until: z.string().nullable(),
  agenda: z
    .object({
      dueReason: z.string().nullable(),
      waiting: z.object({ SETTLEMENT: z.number(), UNDO_WINDOW: z.number() }),
    })
    .nullable(),
});

/** A lane, a durable workflow, settles the batch, and waits until the day becomes final. */
export async function laneSettles(stage: Stage): Promise<void> {
  const { page, temporal, urls } = stage;
  page.chapter("A lane settles the batch, and waits for the end of undo");
  const workflowId = settlementLane.idOf({ lane: "0" });
  page.sent(`query "state" of the workflow ${workflowId}`);
  const ask = async () =>
    LaneState.parse(await temporal.workflow.getHandle(workflowId).query("state"));
  const { until, agenda } = await eventually("the batch is settled", {
    ask: () => ask().catch(unlessMissing),
    isWanted: (lane) =>
      lane?.phase === "WAITING" &&
      lane.agenda?.dueReason === "UNDO_WINDOW" &&
      lane.agenda.waiting.SETTLEMENT === 0,
    limitMs: SETTLED_WITHIN_MS,
  }).then((lane) => expectPresent("the lane", lane));
  const { waiting } = expectPresent("the lane's agenda", agenda);
  page.came(`settled; ${waiting.UNDO_WINDOW} days wait to become final, the next until ${until}`);
  page.note("In the Temporal UI, the lane:");
  const { namespace } = temporal.options;
  const workflows = `${urls.temporalUi}/namespaces/${namespace}/workflows`;
  page.link(`${workflows}/${encodeURIComponent(workflowId)}`);
  page.link(`${workflows}?query=${encodeURIComponent('WorkflowType="settlementActor"')}`);
}

/** A lane does not exist before the relay wakes it. */
function unlessMissing(error: unknown): null {
  if (error instanceof WorkflowNotFoundError) return null;
  throw error;
}

/** The client's day has every effect once, and none of refused operations. */
export async function clientReadsTheDay(
  stage: Stage,
  { token }: ClientOnPhone,
  { localDate }: TodayAnswer,
): Promise<TodayAnswer> {
  stage.page.chapter("The client reads the day again");
  const { data } = await callApi(
    stage,
    {
      method: "GET",
      path: `/api/v1/client/today?date=${localDate}`,
      token,
      answer: todaySchema,
    },
    ({ adherenceSummary: { completedCount, countedCount, adherencePercent } }) =>
      `${completedCount} of ${countedCount} tasks, ${adherencePercent} %`,
  );
  showToday(stage, data);
  expectDay(data);
  stage.page.verified("each effect is there once; refused operations left none");
  return data;
}

function expectDay(today: TodayAnswer): void {
  const status = (title: string) => taskOf(today, title).status;
  const items = (title: string) => taskOf(today, title).items.map((item) => item.status);
  expectEqual(TITLES.habit, status(TITLES.habit), "COMPLETED");
  expectEqual(TITLES.supplement, status(TITLES.supplement), "COMPLETED");
  expectEqual(TITLES.meal, items(TITLES.meal), ["PENDING", "PENDING", "SKIPPED"]);
  const { value } = taskOf(today, TITLES.water).completionSummary;
  expectEqual(TITLES.water, [value?.current, value?.entryCount], [400, 1]);
  expectEqual("adherence", today.adherenceSummary.adherencePercent, 75);
}

/** Expected history: one entry for each operation with a receipt, from both phones. */
const HISTORY = [
  "COMPLETE_ALL_ITEMS ACCEPTED",
  "COMPLETE_ITEM ACCEPTED",
  "COMPLETE_TASK ACCEPTED",
  "COMPLETE_TASK CONFLICT",
  "RECORD_VALUE ACCEPTED",
  "SKIP ACCEPTED",
  "UNDO ACCEPTED",
];

/** The coach reads the client's log, with its effect on adherence. */
export async function coachReadsHistory(
  stage: Stage,
  { token }: Coach,
  { relationshipId, localDate }: TodayAnswer,
): Promise<void> {
  const { page } = stage;
  page.chapter("The coach reads the history");
  const path = `/api/v1/coach/relationships/${relationshipId}/quick-log?from=${localDate}&to=${localDate}`;
  const answer = pageSchema(quickLogHistoryItemSchema);
  page.sent(`GET ${path}`);
  const { status, data } = await askApi(stage.api, { method: "GET", path, token, answer });
  page.came(`${status} ${data.items.length} operations, newest first`);
  showHistory(stage, data.items);
  const kinds = data.items.map((item) => `${item.actionKind} ${item.status}`);
  expectEqual("the operations of the history", kinds.toSorted(), HISTORY);
  const counting = data.items.filter(counts).map(({ receiptId }) => receiptId);
  const accepted = data.items.filter(isAccepted).map(({ receiptId }) => receiptId);
  expectEqual("the operations that count", counting, accepted);
  const scores = data.items.flatMap(({ adherence }) => adherence.map((delta) => delta.scoreDelta));
  const score = scores.reduce((sum, delta) => sum + delta, 0);
  expectEqual("the score of the day", score, 2);
  page.verified("every operation is listed once, and the score of the day is 2");
}

function showHistory({ page }: Stage, items: readonly QuickLogHistoryItem[]): void {
  page.table(
    ["task", "action", "verdict", "counts as", "its effect"],
    items.map((item) => [
      item.taskTitle ?? "",
      item.actionKind,
      item.undone ? "undone" : (item.rejectionCode ?? item.status),
      item.adherence.map(scoreText).join(", "),
      effectOf(item),
    ]),
  );
}

const isAccepted = ({ status }: QuickLogHistoryItem) => status === "ACCEPTED";
const counts = ({ adherence }: QuickLogHistoryItem) => adherence.length > 0;

function scoreText({ deltaType, scoreDelta }: QuickLogHistoryItem["adherence"][number]): string {
  const score = scoreDelta > 0 ? `+${scoreDelta}` : String(scoreDelta);
  return `${deltaType.replace("TASK_", "")} ${score}`;
}

function effectOf({ items, value, note }: QuickLogHistoryItem): string {
  const labels = items.map(({ label }) => label).join(", ");
  const moved = items.slice(0, 1).map(({ to }) => `${labels} ${WORDS[to]}`);
  const recorded = value === null || value.value === null ? [] : [`${value.value} ${value.unit}`];
  return [...moved, ...recorded, ...(note === null ? [] : [note])].join(": ");
}

const WORDS = { PENDING: "pending", COMPLETED: "done", SKIPPED: "skipped" } as const;
