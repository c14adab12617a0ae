import { randomUUID } from "node:crypto";
import type { AgendaTaskAnswer } from "../../../contract/agenda/schema.ts";
import { type TodayAnswer, todaySchema } from "../../../contract/agenda/today-schema.ts";
import type { OperationResult, Receipt } from "../../../contract/sync/schema.ts";
import { callApi } from "../call-api.ts";
import type { ClientOnPhone } from "./client-chapters.ts";
import { TITLES } from "./coach-chapters.ts";
import { expectEqual, expectPresent } from "../expect-equal.ts";
import { itemOf, taskOf } from "./offline-chapter.ts";
import { type QueuedAction, queueAction } from "../phone.ts";
import { sendOne } from "../send-one.ts";
import type { Stage } from "../stage.ts";

/** Both phones of the client, the last day that both read, and the receipts of the previous batch. */
export interface TwoPhones {
  readonly client: ClientOnPhone;
  readonly secondPhone: ClientOnPhone;
  readonly today: TodayAnswer;
  readonly receipts: readonly Receipt[];
}

/** Each phone ticks another item of one meal. The second to arrive learns what changed, and rebases. */
export async function conflictIsRebased(stage: Stage, story: TwoPhones): Promise<void> {
  const { page } = stage;
  page.chapter("Both phones tick breakfast: a conflict is explained and rebased");
  const { client, secondPhone, today } = story;
  const meal = taskOf(today, TITLES.meal);
  page.note(
    `Both phones have seen revision ${meal.revision}. The second one ticks the eggs first.`,
  );
  const eggs = await send(stage, secondPhone, tick(meal, "Eggs"));
  expectEqual("the eggs on the second phone", eggs.status, "ACCEPTED");
  const oats = tick(meal, "Oats");
  const result = await send(stage, client, oats);
  explain(stage, story, result);
  const { rebaseRevision } = expectRebaseable(meal, { result, changed: itemOf(meal, "Eggs") });
  page.note(`It is sent again: a new id, resubmitOf the old one, on revision ${rebaseRevision}.`);
  const rebased = await send(stage, client, {
    ...oats,
    clientOperationId: randomUUID(),
    expectedRevision: rebaseRevision,
    resubmitOf: oats.clientOperationId,
  });
  expectEqual("the verdict on the rebased one", rebased.status, "ACCEPTED");
  await expectBothTicks(stage, client, today);
  page.verified("oats and eggs are both done: nothing was lost or overwritten");
}

function tick(meal: AgendaTaskAnswer, label: string): QueuedAction {
  return {
    clientOperationId: randomUUID(),
    operationType: "quick-log.complete-item",
    expectedRevision: meal.revision,
    clientRecordedAt: new Date().toISOString(),
    payload: { taskId: meal.taskId, itemId: itemOf(meal, label) },
  };
}

async function send(
  stage: Stage,
  client: ClientOnPhone,
  action: QueuedAction,
): Promise<OperationResult> {
  return await sendOne(stage, { client, outbox: await queueAction([], action) });
}

/** Prints the conflict of the previous batch, in which both phones did the same, next to the present one. */
function explain({ page }: Stage, { today, receipts }: TwoPhones, result: OperationResult): void {
  const inBatch = receipts.find(({ status }) => status === "CONFLICT");
  const habit = expectPresent("the conflict of the batch", inBatch);
  expectEqual("the habit's conflict is rebaseable", habit.rebaseable, false);
  page.table(
    ["conflict", "what changed", "since", "by", "at", "rebaseable"],
    [
      [TITLES.habit, ...explanationOf(today, habit)],
      [TITLES.meal, ...explanationOf(today, result)],
    ],
  );
}

function explanationOf(today: TodayAnswer, result: OperationResult): readonly string[] {
  const conflict = expectPresent("the explanation", result.conflict);
  const { changedFields, sinceRevision, changedBy, changedAt, rebaseRevision } = conflict;
  return [
    changedFields.map((field) => fieldText(today, field)).join(", "),
    `rev. ${sinceRevision}`,
    changedBy,
    changedAt,
    result.rebaseable === true ? `on rev. ${rebaseRevision}` : "no: both change it",
  ];
}

/** Names an item by its id. */
function fieldText({ tasks = [] }: TodayAnswer, field: string): string {
  const items = tasks.flatMap((task) => task.items);
  return items.find(({ itemId }) => field === `items/${itemId}`)?.label ?? field;
}

/** Throws TourFailure unless the result explains exactly this. */
function expectRebaseable(
  meal: AgendaTaskAnswer,
  { result, changed }: { readonly result: OperationResult; readonly changed: string },
): { readonly rebaseRevision: number } {
  expectEqual(
    "the conflict",
    [result.status, result.conflictCode, result.rebaseable],
    ["CONFLICT", "STALE_REVISION", true],
  );
  const conflict = expectPresent("the explanation", result.conflict);
  expectEqual("what changed", conflict.changedFields, [`items/${changed}`]);
  expectEqual(
    "who changed it, since when",
    [conflict.changedBy, conflict.sinceRevision],
    ["CLIENT", meal.revision],
  );
  return { rebaseRevision: expectPresent("the revision to use", conflict.rebaseRevision) };
}

async function expectBothTicks(
  stage: Stage,
  { token }: ClientOnPhone,
  { localDate }: TodayAnswer,
): Promise<void> {
  const items = (today: TodayAnswer) => taskOf(today, TITLES.meal).items;
  const { data } = await callApi(
    stage,
    { method: "GET", path: `/api/v1/client/today?date=${localDate}`, token, answer: todaySchema },
    (today) =>
      items(today)
        .map(({ label, status }) => `${label} ${status}`)
        .join(", "),
  );
  const statuses = items(data).map(({ status }) => status);
  expectEqual(TITLES.meal, statuses, ["COMPLETED", "COMPLETED", "SKIPPED"]);
}
