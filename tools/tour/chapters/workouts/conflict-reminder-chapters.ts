import type { NotificationCategory } from "../../../../contract/notifications/vocabulary.ts";
import { notificationExplanationSchema } from "../../../../contract/notifications/schema.ts";
import {
  CONFLICT_REMINDER_DAYS,
  CONFLICT_REMINDER_HOURS,
} from "../../../../contract/workouts/session-vocabulary.ts";
import { sessionBatchAnswerSchema } from "../../../../contract/workouts/sync-schema.ts";
import { dayAfter, localDateOf, localInstant } from "../../../../rules/local-day.ts";
import { askApi, callApi, requestLine } from "../../call-api.ts";
import { eventually } from "../../eventually.ts";
import { expectEqual, expectPresent } from "../../expect-equal.ts";
import type { DraftInConflict, SecondHouse } from "../../house/second-house.ts";
import type { Stage } from "../../stage.ts";
import { readDay } from "../day-chapters.ts";
import { assign, makePlan } from "../plan-change-chapters.ts";
import type { Logging } from "../quick-log-chapters.ts";
import {
  batchOf,
  discard,
  program,
  submitSecond,
  takeAlong,
  trainOffline,
} from "./workout-steps.ts";

const DECIDED_WITHIN_MS = 30_000;
const DAY_MS = 86_400_000;

/** One workout is trained on two phones: the draft of the second stays in conflict. */
export async function twoPhonesTrain(stage: Stage, story: Logging): Promise<DraftInConflict> {
  const { coach, client, secondPhone } = story;
  const coached = { stage, coach, far: client };
  const assigned = await assign(coached, await makePlan(coached, program("Legs", 5, null)));
  const workout = await takeAlong(stage, client, assigned.assignmentId);
  const draftId = await trainOffline(secondPhone, workout.taskId);
  const { data } = await callApi(
    stage,
    { ...(await batchOf(client, workout, 100)), answer: sessionBatchAnswerSchema },
    ({ batchStatus }) => batchStatus,
  );
  expectEqual("the session of the first phone", data.batchStatus, "ACCEPTED");
  return { client, secondPhone, conflict: await submitSecond(stage, secondPhone, draftId) };
}

/** The morning after, the client is reminded of the refused draft that still needs a choice. */
export async function clientIsRemindedOfDraft(second: SecondHouse): Promise<void> {
  const { stage, house, draft } = second;
  const { kind, openedAt } = draft.conflict;
  stage.page.chapter("Another client's draft is in conflict: its owner is reminded in the morning");
  const morning = await morningAfter(second, openedAt);
  stage.page.note(`It was refused as ${kind}. Time is skipped until ${morning}.`);
  await house.advanceTo(morning);
  await readDecision(second, {
    path: "/api/v1/client/notifications/explain",
    token: draft.client.token,
    category: "WORKOUT_CONFLICT_REMINDER",
  });
  stage.page.verified("its own actor sent the reminder, the morning after");
}

/** After three days the coach is notified too. The second phone discards the draft, and reminders stop. */
export async function coachIsNotifiedOfDraft(second: SecondHouse): Promise<void> {
  const { stage, house, coach, draft } = second;
  stage.page.chapter("Three days later the coach is notified of the draft, and it is discarded");
  const raisedAt = Date.parse(draft.conflict.openedAt);
  const notifiedAt = new Date(raisedAt + CONFLICT_REMINDER_DAYS.coach * DAY_MS).toISOString();
  stage.page.note(`The actor waits until ${notifiedAt}; time is skipped until then.`);
  await house.advanceTo(notifiedAt);
  await readDecision(second, {
    path: "/api/v1/coach/notifications/explain",
    token: coach.token,
    category: "WORKOUT_CONFLICT_UNRESOLVED",
  });
  await discard(draft.secondPhone, draft.conflict);
  stage.page.verified("the draft waited for the client's choice, and reminders have stopped");
}

/** When reminders begin on the day after an instant, in the client's zone. */
async function morningAfter(second: SecondHouse, at: string): Promise<string> {
  const { timezone } = await readDay(second, second.draft.client);
  const next = dayAfter(localDateOf(new Date(at), timezone));
  return localInstant(next, `${CONFLICT_REMINDER_HOURS.from}:00`, timezone).toISOString();
}

async function readDecision(
  { stage, draft }: SecondHouse,
  read: {
    readonly path: string;
    readonly token: string;
    readonly category: NotificationCategory;
  },
): Promise<void> {
  const { category, token } = read;
  const subjectId = draft.conflict.conflictId;
  const query = new URLSearchParams({ category, subjectId }).toString();
  const path = `${read.path}?${query}`;
  const request = { method: "GET", path, token, answer: notificationExplanationSchema } as const;
  stage.page.sent(requestLine(request));
  const { data } = await eventually(`the decision on ${category}`, {
    ask: () => askApi(stage.api, request),
    isWanted: (answer) => answer.data.notification !== null,
    limitMs: DECIDED_WITHIN_MS,
  });
  const { outcome, reason } = expectPresent("the decision", data.notification);
  stage.page.came(`${outcome}, ${reason}: ${data.explanation}`);
}
