import { type TodayAnswer, todaySchema } from "../../../contract/agenda/today-schema.ts";
import type { Receipt } from "../../../contract/sync/schema.ts";
import type { CentreEntry } from "../../../device/centre/types.ts";
import { callApi } from "../call-api.ts";
import type { ClientOnPhone } from "./client-chapters.ts";
import { TITLES } from "./coach-chapters.ts";
import { type TaskAct, enqueueOn, readDay, recordAccepted } from "../device/record.ts";
import { resubmit } from "../device/resubmit.ts";
import { expectEqual, expectPresent } from "../expect-equal.ts";
import { itemOf, taskOf } from "./offline-chapter.ts";
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
  const { phone } = client;
  await readDay(phone);
  phone.goOffline();
  page.note("The first phone loses its signal and ticks the oats; the second one ticks the eggs.");
  const oats = await enqueueOn(phone, tick(today, "Oats"));
  await recordAccepted(secondPhone.phone, tick(today, "Eggs"));
  await phone.goOnline();
  const { clientOperationId } = oats;
  const centre = await (await phone.scope()).part("centre");
  const { entries } = await centre.entries();
  const entry = entries.find((one) => one.clientOperationId === clientOperationId);
  explain(stage, story, expectPresent("the entry of the sync centre", entry));
  await resubmit(phone, clientOperationId);
  page.note("It was sent again: a new id, resubmitOf the old one, on the newest revision.");
  await expectBothTicks(stage, client, today);
  page.verified("oats and eggs are both done: nothing was lost or overwritten");
}

function tick(today: TodayAnswer, label: string): TaskAct {
  return {
    title: TITLES.meal,
    operationType: "quick-log.complete-item",
    payload: { itemId: itemOf(taskOf(today, TITLES.meal), label) },
  };
}

/** Prints the conflict of the previous batch, in which both phones did the same, next to the present one. */
function explain({ page }: Stage, { today, receipts }: TwoPhones, entry: CentreEntry): void {
  const inBatch = receipts.find(({ status }) => status === "CONFLICT");
  const habit = expectPresent("the conflict of the batch", inBatch);
  expectEqual("the habit's conflict is rebaseable", habit.rebaseable, false);
  const { changedFields, changedBy } = expectPresent("the explanation", habit.conflict);
  const changed = expectPresent("the explanation", entry.changed);
  const eggs = itemOf(taskOf(today, TITLES.meal), "Eggs");
  expectEqual(
    "the conflict",
    [entry.status, entry.said?.code, changed.by, changed.fields],
    ["CONFLICTED", "STALE_REVISION", "CLIENT", [`items/${eggs}`]],
  );
  expectEqual("what the person can do", entry.acts.includes("RESUBMIT"), true);
  page.table(
    ["conflict", "what changed", "by", "rebaseable"],
    [
      [TITLES.habit, namesOf(today, changedFields), changedBy, "no: both change it"],
      [TITLES.meal, namesOf(today, changed.fields), changed.by ?? "", "yes"],
    ],
  );
}

/** Names items by their ids. */
function namesOf({ tasks = [] }: TodayAnswer, fields: readonly string[]): string {
  const items = tasks.flatMap((task) => task.items);
  return fields
    .map((field) => items.find(({ itemId }) => field === `items/${itemId}`)?.label ?? field)
    .join(", ");
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
