import { randomUUID } from "node:crypto";
import type { TodayAnswer } from "../../../../contract/agenda/today-schema.ts";
import {
  type QuickLogHistoryItem,
  quickLogHistoryItemSchema,
} from "../../../../contract/quick-log/history-schema.ts";
import { reviewedDaySchema } from "../../../../contract/quick-log/review-schema.ts";
import { skipTaskAnswerSchema } from "../../../../contract/quick-log/today-schema.ts";
import { pageSchema } from "../../../../contract/wire.ts";
import { askApi, callApi } from "../../call-api.ts";
import { record } from "../../device/record.ts";
import { expectEqual, expectPresent } from "../../expect-equal.ts";
import type { Stage } from "../../stage.ts";
import type { ClientOnPhone } from "../client-chapters.ts";
import { painComesFirst, painHasLeft } from "./inbox-chapter.ts";
import { LOGGED, type Logging } from "../quick-log-chapters.ts";
import { taskOf } from "../offline-chapter.ts";
import { showDay } from "../show-day.ts";

type LoggingToday = Logging & { readonly today: TodayAnswer };

/** A skip for pain notifies the coach immediately; undone, it no longer counts. */
export async function painIsTakenBack(stage: Stage, story: LoggingToday): Promise<void> {
  stage.page.chapter("Pain reaches the coach's inbox and leaves it");
  const { client, today } = story;
  const { taskId, revision } = taskOf(today, LOGGED.hip);
  // By hand: only the answer of this route says how soon the coach is notified.
  const { data } = await callApi(
    stage,
    {
      method: "POST",
      path: `/api/v1/client/today/tasks/${taskId}/skip`,
      token: client.token,
      body: {
        deviceId: client.deviceId,
        clientOperationId: randomUUID(),
        expectedTaskRevision: revision,
        skippedAt: new Date().toISOString(),
        reason: "PAIN_OR_INJURY",
        note: "the left hip",
      },
      answer: skipTaskAnswerSchema,
    },
    ({ receipt, coachReviewHint: { kind } }) => `${receipt.status}; for the coach: ${kind}`,
  );
  expectEqual("how soon the coach is notified", data.coachReviewHint.kind, "AT_ONCE");
  const receiptId = expectPresent("its receipt", data.receipt.receiptId);
  const logged = expectPresent("the skip", await findLogged(stage, story, receiptId));
  expectEqual(
    "what the coach reads",
    [logged.reason, logged.note],
    ["PAIN_OR_INJURY", "the left hip"],
  );
  await painComesFirst(stage, story.coach);
  const undone = await takeBack(client, { title: LOGGED.hip, receiptId });
  expectEqual("the undo", undone.status, "ACCEPTED");
  const after = expectPresent("the skip", await findLogged(stage, story, receiptId));
  expectEqual("the undone skip", after.undone, true);
  await painHasLeft(stage, story.coach);
  stage.page.verified(
    "the coach was notified of the pain immediately, and no longer after the undo",
  );
}

/** The coach reviews the day; after that nothing of it can be undone, on any phone. */
export async function reviewEndsUndo(
  stage: Stage,
  story: LoggingToday & { readonly receiptId: string },
): Promise<void> {
  stage.page.chapter("The coach reviews the day, and its log becomes final");
  const { coach, client, secondPhone, today, receiptId } = story;
  const { relationshipId } = client;
  const day = { relationshipId, localDate: today.localDate, token: coach.token };
  const body = await showDay(stage, day);
  const { data } = await callApi(
    stage,
    {
      method: "POST",
      path: `/api/v1/coach/relationships/${relationshipId}/days/${today.localDate}/review`,
      token: coach.token,
      keyed: true,
      body,
      answer: reviewedDaySchema,
    },
    ({ lastReviewedAt }) => `reviewed at ${lastReviewedAt}`,
  );
  expectEqual("the end of undo", data.undoClosed, true);
  for (const phone of [client, secondPhone]) {
    const refused = await takeBack(phone, { title: LOGGED.steps, receiptId });
    expectEqual("the undo", refused.code, "UNDO_WINDOW_CLOSED");
  }
  stage.page.verified("after the review neither phone can undo anything");
}

async function takeBack(
  { phone }: ClientOnPhone,
  { title, receiptId }: { readonly title: string; readonly receiptId: string },
) {
  const operationType = "quick-log.undo";
  return await record(phone, { title, operationType, payload: { undoesReceiptId: receiptId } });
}

async function findLogged(
  { api }: Stage,
  { coach, client, today: { localDate } }: LoggingToday,
  receiptId: string,
): Promise<QuickLogHistoryItem | undefined> {
  const path = `/api/v1/coach/relationships/${client.relationshipId}/quick-log?from=${localDate}&to=${localDate}`;
  const answer = pageSchema(quickLogHistoryItemSchema);
  const { data } = await askApi(api, { method: "GET", path, token: coach.token, answer });
  return data.items.find((item) => item.receiptId === receiptId);
}
