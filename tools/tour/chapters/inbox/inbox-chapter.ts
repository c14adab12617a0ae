import { randomUUID } from "node:crypto";
import { bulkActedSchema } from "../../../../contract/inbox/bulk-schema.ts";
import { notificationExplanationSchema } from "../../../../contract/notifications/schema.ts";
import type { NotificationCategory } from "../../../../contract/notifications/vocabulary.ts";
import { actedTaskSchema } from "../../../../contract/inbox/act-schema.ts";
import { type CoachTaskItem, inboxPageSchema } from "../../../../contract/inbox/schema.ts";
import { askApi, callApi, requestLine } from "../../call-api.ts";
import { eventually } from "../../eventually.ts";
import { expectEqual, expectPresent } from "../../expect-equal.ts";
import type { SecondHouse } from "../../house/second-house.ts";
import type { Stage } from "../../stage.ts";
import type { Coach } from "../coach-chapters.ts";

const ASKED_WITHIN_MS = 20_000;
/** Path of a coach's inbox. */
export const inboxOf = ({ workspaceId }: Coach) => `/api/v1/workspaces/${workspaceId}/coach-tasks`;

/** Pain comes first in the coach's inbox, with the score that put it there. */
export async function painComesFirst(stage: Stage, coach: Coach): Promise<void> {
  const [first] = await untilListed(stage, coach, "the pain in the inbox", ([item]) =>
    isPain(item),
  );
  showQueue(stage, first === undefined ? [] : [first]);
  const { total, base, severity, due, client, pin } = expectPresent("its task", first).score;
  expectEqual("the sum of its parts", total, base + severity + due + client + pin);
}

/** A task whose cause was undone has left the inbox. */
export async function painHasLeft(stage: Stage, coach: Coach): Promise<void> {
  await untilListed(stage, coach, "the inbox without the pain", (items) => !items.some(isPain));
}

/** The coach reads the inbox, snoozes a task and undoes that, dismisses it and undoes that too. */
export async function coachWorksTheQueue(stage: Stage, coach: Coach): Promise<void> {
  stage.page.chapter("The coach works through the inbox and undoes a decision");
  const items = await untilListed(stage, coach, "the inbox", (found) => found.some(maySleep));
  showQueue(stage, items);
  const task = expectPresent("a task that may be snoozed", items.find(maySleep));
  await act(stage, coach, { task, name: "snooze", body: { snoozePreset: "TOMORROW_MORNING" } });
  await act(stage, coach, { task, name: "unsnooze", body: {} });
  await act(stage, coach, { task, name: "dismiss", body: { dismissReason: "NOT_RELEVANT" } });
  const { status } = await act(stage, coach, { task, name: "undo", body: {} });
  expectEqual("the task with the undone decision", status, "OPEN");
  stage.page.verified("each decision is recorded, and can be undone within ten minutes");
}

/**
 * The night passes. The snoozed task is open again, the workspace's digest arrives at its hour, and an explanation
 * says why nothing deferrable was pushed.
 */
export async function digestComes(second: SecondHouse): Promise<void> {
  const { stage, house, coach } = second;
  stage.page.chapter("A snoozed task is open again, and the digest arrives in the morning");
  const items = await untilListed(stage, coach, "the inbox", (found) => found.some(maySleep));
  const task = expectPresent("a task that may be snoozed", items.find(maySleep));
  const snoozed = await act(stage, coach, {
    task,
    name: "snooze",
    body: { snoozePreset: "TOMORROW_MORNING" },
  });
  const morning = expectPresent("the end of the snooze", snoozed.snoozedUntil);
  stage.page.note(`Its actor waits until ${morning}; time is skipped until then.`);
  await house.advanceTo(morning);
  const awake = await untilListed(stage, coach, "the snoozed task", (found) =>
    found.some(({ taskId, wakeReason }) => taskId === task.taskId && wakeReason === "SNOOZE_ENDED"),
  );
  await house.decideDigests();
  await explainTo(second, "INBOX_DIGEST", coach.workspaceId);
  await explainTo(second, "COACH_TASK_HIGH", task.taskId);
  stage.page.verified(
    "its own actor woke it; the digest arrived once, and no push was sent for it",
  );
  await clearAtOnce(stage, coach, awake);
}

/**
 * Dismisses everything that may be dismissed in one request, with a result for each; unknown tasks are reported as
 * such.
 */
async function clearAtOnce(
  stage: Stage,
  coach: Coach,
  items: readonly CoachTaskItem[],
): Promise<void> {
  const taskIds = [...items.map(({ taskId }) => taskId), randomUUID()];
  const { data } = await callApi(
    stage,
    {
      method: "POST",
      path: `${inboxOf(coach)}/bulk`,
      token: coach.token,
      keyed: true,
      body: { action: "DISMISS", dismissReason: "NOT_RELEVANT", taskIds },
      answer: bulkActedSchema,
    },
    ({ results, counts }) =>
      `${results.map(({ outcome, code }) => code ?? outcome).join(", ")}; ${counts?.open} open`,
  );
  expectEqual("the unknown task", data.results.at(-1)?.code, "NOT_FOUND");
  expectEqual("the remaining tasks", data.counts?.badge, 0);
  stage.page.verified("the day is cleared in one request, each task by its own rules");
}

async function explainTo(
  { stage, coach: { token } }: SecondHouse,
  category: NotificationCategory,
  subjectId: string,
): Promise<void> {
  const query = new URLSearchParams({ category, subjectId }).toString();
  const path = `/api/v1/coach/notifications/explain?${query}`;
  const request = { method: "GET", path, token, answer: notificationExplanationSchema } as const;
  stage.page.sent(requestLine(request));
  const { data } = await askApi(stage.api, request);
  const notification = data.notification;
  stage.page.came(
    notification === null ? data.explanation : `${notification.outcome}: ${data.explanation}`,
  );
}

const isPain = (item: CoachTaskItem | undefined): boolean => item?.severity === "URGENT";
const maySleep = ({ actions, status }: CoachTaskItem): boolean =>
  status === "OPEN" && actions.includes("SNOOZE");

async function untilListed(
  stage: Stage,
  coach: Coach,
  what: string,
  isWanted: (items: readonly CoachTaskItem[]) => boolean,
): Promise<readonly CoachTaskItem[]> {
  const { token } = coach;
  const request = { method: "GET", path: inboxOf(coach), token, answer: inboxPageSchema } as const;
  stage.page.sent(requestLine(request));
  const { data } = await eventually(what, {
    ask: () => askApi(stage.api, request),
    isWanted: (answer) => isWanted(answer.data.items),
    limitMs: ASKED_WITHIN_MS,
  });
  stage.page.came(`200 ${data.items.length} in the queue`);
  return data.items;
}

/** Prints rows of the inbox, each with its score. */
export function showQueue(stage: Stage, items: readonly CoachTaskItem[]): void {
  stage.page.table(
    ["what", "severity", "base, severity, due, client, pin", "why"],
    items.map(({ taskType, severity, why, score: { total, ...parts } }) => [
      taskType,
      severity,
      `${[parts.base, parts.severity, parts.due, parts.client, parts.pin].join(" + ")} = ${total}`,
      why.sentence,
    ]),
  );
}

/** Performs a coach's action on a task. */
export async function act(
  stage: Stage,
  coach: Coach,
  action: { readonly task: CoachTaskItem; readonly name: string; readonly body: object },
) {
  const { data } = await callApi(
    stage,
    {
      method: "POST",
      path: `${inboxOf(coach)}/${action.task.taskId}/${action.name}`,
      token: coach.token,
      keyed: true,
      body: action.body,
      answer: actedTaskSchema,
    },
    ({ task: { taskType, status, snoozedUntil } }) =>
      `${taskType} ${status}${snoozedUntil === null ? "" : ` until ${snoozedUntil}`}`,
  );
  return data.task;
}
