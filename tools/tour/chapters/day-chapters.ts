import { randomUUID } from "node:crypto";
import { type TodayAnswer, todaySchema } from "../../../contract/agenda/today-schema.ts";
import {
  completeTaskAnswerSchema,
  skipTaskAnswerSchema,
} from "../../../contract/quick-log/today-schema.ts";
import { reviewedDaySchema } from "../../../contract/quick-log/review-schema.ts";
import { localDateOf } from "../../../rules/local-day.ts";
import { askApi, callApi } from "../call-api.ts";
import { eventually } from "../eventually.ts";
import { expectEqual, expectPresent } from "../expect-equal.ts";
import { queueAction } from "../phone.ts";
import type { SecondHouse } from "../house/second-house.ts";
import { sendOne } from "../send-one.ts";
import { type ClientOnPhone, showToday } from "./client-chapters.ts";
import { TITLES } from "./coach-chapters.ts";
import { taskOf } from "./offline-chapter.ts";
import { showDay } from "./show-day.ts";

const HOUR_MS = 3_600_000;
const TURNED_WITHIN_MS = 30_000;

/** A day begins for two clients, for each at midnight in their own zone. */
export async function daysBegin(second: SecondHouse): Promise<void> {
  const { stage } = second;
  stage.page.chapter("A day begins in two zones");
  const before = await daysOfNow(second);
  stage.page.note(
    `It is ${before.near.localDate} in ${before.near.timezone} and ${before.far.localDate} in ${before.far.timezone}.`,
  );
  const [first = "", last = ""] = [before.near, before.far]
    .map(({ offlineCache }) => offlineCache.refetchAfter)
    .toSorted();
  await second.house.advanceTo(first);
  const between = await daysOfNow(second);
  const nearBegan = between.near.localDate > before.near.localDate;
  const farBegan = between.far.localDate > before.far.localDate;
  expectEqual("a day has begun in only one zone", nearBegan !== farBegan, true);
  await second.house.advanceTo(last);
  const { near, far: other } = await daysOfNow(second);
  stage.page.came(
    `now it is ${near.localDate} in ${near.timezone} and ${other.localDate} in ${other.timezone}`,
  );
  expectEqual("the near day is later", near.localDate > before.near.localDate, true);
  expectEqual("the far day is later", other.localDate > before.far.localDate, true);
  stage.page.verified("each day began once, at its own midnight, with its tasks");
}

/** The client of the second installation completes one task of the present day and skips the other. */
export async function clientCompletesAndSkips(second: SecondHouse): Promise<TodayAnswer> {
  const { stage, client } = second;
  stage.page.chapter("The client completes a task of today, and skips another");
  const today = await readDay(second, client);
  const act = (title: string) => {
    const { taskId, revision } = taskOf(today, title);
    const path = `/api/v1/client/today/tasks/${taskId}`;
    const { deviceId } = client;
    const body = { deviceId, clientOperationId: randomUUID(), expectedTaskRevision: revision };
    return { path, body };
  };
  const habit = act(TITLES.habit);
  const { data: completed } = await callApi(
    stage,
    {
      method: "POST",
      path: `${habit.path}/complete`,
      token: client.token,
      body: { ...habit.body, completedAt: new Date().toISOString() },
      answer: completeTaskAnswerSchema,
    },
    ({ receipt, counters }) => `${receipt.status}, ${counters?.completedCount} completed`,
  );
  expectEqual("the completed task", completed.task?.status, "COMPLETED");
  const water = act(TITLES.water);
  const { data: skipped } = await callApi(
    stage,
    {
      method: "POST",
      path: `${water.path}/skip`,
      token: client.token,
      body: { ...water.body, skippedAt: new Date().toISOString(), reason: "TRAVEL" },
      answer: skipTaskAnswerSchema,
    },
    ({ receipt, coachReviewHint: { kind, count, of } }) =>
      `${receipt.status}; for the coach: ${kind}, ${count} of ${of}`,
  );
  expectEqual("the skipped task", skipped.task?.status, "SKIPPED");
  return today;
}

/** The first day has closed meanwhile. The phone's operation on it arrives late, changes the day, and is undone. */
export async function latePhoneWins(second: SecondHouse): Promise<void> {
  const { stage, client, house, today } = second;
  const { localDate } = today;
  stage.page.chapter("The first day has closed; a phone's late operation changes it");
  // A scan skips a client whose rows are locked; the next scan gets it.
  const closed = await eventually("the habit of the closed day is missed", {
    ask: async () => {
      await house.turnDays();
      return await readDay(second, client, localDate);
    },
    isWanted: (day) => taskOf(day, TITLES.habit).status === "MISSED",
    limitMs: TURNED_WITHIN_MS,
  });
  showToday(stage, closed);
  const { taskId, revision } = taskOf(today, TITLES.habit);
  // By hand: the clock of the installation runs days ahead of a real phone's, and the age must be the same on both.
  const agoMs = house.now() - Date.parse(today.offlineCache.refetchAfter) + 2 * HOUR_MS;
  const clientRecordedAt = new Date(Date.now() - agoMs).toISOString();
  const clientOperationId = randomUUID();
  stage.page.note(`The phone had no signal. It saw revision ${revision}, before the day closed.`);
  const done = {
    clientOperationId,
    operationType: "quick-log.complete-task",
    expectedRevision: revision,
    clientRecordedAt,
    payload: { taskId },
  };
  const won = await sendOne(stage, { client, outbox: await queueAction([], done) });
  expectEqual("the late operation", won.status, "ACCEPTED");
  await expectHabit(second, "COMPLETED");
  stage.page.verified("the day stays closed, and the habit counts as done");
  const undo = {
    clientOperationId: randomUUID(),
    operationType: "quick-log.undo",
    expectedRevision: expectPresent("the revision", won.acceptedRevision),
    clientRecordedAt: new Date().toISOString(),
    payload: { taskId, undoesClientOperationId: clientOperationId },
  };
  const undone = await sendOne(stage, { client, outbox: await queueAction([], undo) });
  expectEqual("the undo", undone.status, "ACCEPTED");
  const after = await expectHabit(second, "MISSED");
  expectEqual("open tasks of the closed day", after.statusSummary.openCount, 0);
  stage.page.verified("undone, it is missed again: nothing on a closed day is ever pending");
}

/** The coach reviews the present day: operations logged for it can no longer be undone. */
export async function coachReviewsDay(
  { stage, coach, client }: SecondHouse,
  { localDate }: TodayAnswer,
): Promise<void> {
  stage.page.chapter("The coach reviews a day");
  const { relationshipId } = client;
  const body = await showDay(stage, { relationshipId, localDate, token: coach.token });
  const { data } = await callApi(
    stage,
    {
      method: "POST",
      path: `/api/v1/coach/relationships/${relationshipId}/days/${localDate}/review`,
      token: coach.token,
      keyed: true,
      body,
      answer: reviewedDaySchema,
    },
    ({ lastReviewedAt, undoClosed }) =>
      `reviewed at ${lastReviewedAt}${undoClosed ? "; nothing of it can be undone any more" : ""}`,
  );
  expectEqual("the end of undo", data.undoClosed, true);
}

async function expectHabit(second: SecondHouse, status: string): Promise<TodayAnswer> {
  const day = await readDay(second, second.client, second.today.localDate);
  expectEqual("the habit of the closed day", taskOf(day, TITLES.habit).status, status);
  return day;
}

/** The present day of both clients. A scan skips a client whose rows are locked; the next scan gets it. */
async function daysOfNow(second: SecondHouse): Promise<{ near: TodayAnswer; far: TodayAnswer }> {
  const { house, client, far } = second;
  return await eventually("the present day of both", {
    ask: async () => {
      await house.turnDays();
      return { near: await readDay(second, client), far: await readDay(second, far) };
    },
    isWanted: (days) =>
      [days.near, days.far].every(
        ({ localDate, timezone }) => localDate === localDateOf(new Date(house.now()), timezone),
      ),
    limitMs: TURNED_WITHIN_MS,
  });
}

/** A day of a client of the second installation, by default the present one. */
export async function readDay(
  { stage }: SecondHouse,
  { token }: Pick<ClientOnPhone, "token">,
  localDate?: string,
): Promise<TodayAnswer> {
  const query = localDate === undefined ? "" : `?date=${localDate}`;
  const path = `/api/v1/client/today${query}`;
  const { data } = await askApi(stage.api, { method: "GET", path, token, answer: todaySchema });
  return data;
}
