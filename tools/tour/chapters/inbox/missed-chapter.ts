import {
  coachTaskDetailSchema,
  type CoachTaskItem,
  inboxPageSchema,
} from "../../../../contract/inbox/schema.ts";
import { planSchema } from "../../../../contract/plans/schema.ts";
import { requestedDeletionSchema } from "../../../../contract/privacy/schema.ts";
import { addDays, localDateOf } from "../../../../rules/local-day.ts";
import { askApi, callApi, requestLine } from "../../call-api.ts";
import { eventually } from "../../eventually.ts";
import { expectEqual, expectPresent } from "../../expect-equal.ts";
import { quietPage } from "../../page.ts";
import type { SecondHouse } from "../../house/second-house.ts";
import { coachAssigns } from "../coach-chapters.ts";
import { readDay } from "../day-chapters.ts";
import { act, inboxOf, showQueue } from "./inbox-chapter.ts";
import { anyFormVersion } from "../week-chapter.ts";

const TURNED_WITHIN_MS = 30_000;
const TITLE = "How did the day go?";
const MISSED = 3;
/**
 * Maximum number of days until that many check-ins are missed. The day of the assignment may not have one yet, and each
 * day has one day of grace.
 */
const MOST_DAYS = 7;
const DEALT_WITH = "NUDGE_SENT";

/** A client misses three check-ins. They are one row with the count three, and the coach resolves it. */
export async function missesAreOneRow(second: SecondHouse): Promise<CoachTaskItem> {
  const { stage, coach } = second;
  stage.page.chapter("Three missed check-ins are one row");
  await coachAsksForCheckIns(second);
  const dates: string[] = [];
  while ((await countMissed(second, dates)) < MISSED && dates.length < MOST_DAYS)
    dates.push(await dayPasses(second));
  const rows = await rowsOfMissed(second);
  expectEqual("the rows of missed check-ins", rows.length, 1);
  const task = expectPresent("the row", rows[0]);
  stage.page.came(`200 ${rows.length} row, with the count ${task.occurrenceCount}`);
  showQueue(stage, rows);
  const body = { resolutionType: DEALT_WITH };
  const { status } = await act(stage, coach, { task, name: "resolve", body });
  expectEqual("the resolved task", status, "RESOLVED");
  stage.page.verified(
    "three misses are one row with the count three, and the coach has resolved it",
  );
  return task;
}

/** The client's account is deleted: the task loses its text about them, but its existence stays visible. */
export async function summaryGoesWithItsSource(
  { stage, house, coach, far }: SecondHouse,
  { taskId }: CoachTaskItem,
): Promise<void> {
  stage.page.chapter("A client deletes their account, and the inbox deletes its text about them");
  const { data: requested } = await callApi(
    stage,
    {
      method: "POST",
      path: "/api/v1/auth/account-deletion",
      token: far.token,
      keyed: true,
      answer: requestedDeletionSchema,
    },
    ({ deletionAt }) => `final at ${deletionAt}`,
  );
  await house.advanceTo(expectPresent("the final deletion", requested.deletionAt));
  const request = {
    method: "GET",
    path: `${inboxOf(coach)}/${taskId}`,
    token: coach.token,
    answer: coachTaskDetailSchema,
  } as const;
  stage.page.sent(requestLine(request));
  const { data } = await eventually("a task without text", {
    ask: () => askApi(stage.api, request),
    isWanted: (answer) => answer.data.summary.code === "SOURCE_DELETED",
    limitMs: TURNED_WITHIN_MS,
  });
  stage.page.came(`200 ${data.status}, ${data.resolutionType}: ${data.why.sentence}`);
  expectEqual("the number of occurrences", data.summary.counts.occurrences, 0);
  expectEqual("its resolution", data.resolutionType, DEALT_WITH);
  stage.page.verified("the source and its summary are deleted; the resolution stays");
}

async function coachAsksForCheckIns({ stage, coach, far }: SecondHouse): Promise<void> {
  const { relationshipId } = far;
  const quiet = { ...stage, page: quietPage(stage.page.chapterTitle) };
  const formVersionId = await anyFormVersion(quiet, coach);
  const recurrence = { rrule: "FREQ=DAILY" };
  const { data: plan } = await callApi(
    stage,
    {
      method: "POST",
      path: `/api/v1/workspaces/${coach.workspaceId}/plans`,
      token: coach.token,
      keyed: true,
      body: {
        content: { kind: "CHECK_IN", title: TITLE, formVersionId, recurrence },
        publish: true,
      },
      status: 201,
      answer: planSchema,
    },
    ({ kind, revision }) => `plan of ${kind}, revision ${revision}`,
  );
  await coachAssigns(quiet, { coach, plans: [plan], relationshipId });
}

/** The inbox rows about this client's missed check-ins, once a row counts three. */
async function rowsOfMissed(second: SecondHouse): Promise<readonly CoachTaskItem[]> {
  const { stage, house, coach, far } = second;
  const { token } = coach;
  const request = { method: "GET", path: inboxOf(coach), token, answer: inboxPageSchema } as const;
  stage.page.sent(requestLine(request));
  // A scan skips a client whose rows are locked; the next scan gets it.
  return await eventually("a row with the count three", {
    ask: async () => {
      await house.turnDays();
      const { data } = await askApi(stage.api, request);
      return data.items.filter(
        ({ taskType, client }) =>
          taskType === "MISSED_CHECK_IN" && client.relationshipId === far.relationshipId,
      );
    },
    isWanted: (rows) => rows.some(({ occurrenceCount }) => occurrenceCount === MISSED),
    limitMs: TURNED_WITHIN_MS,
  });
}

/** The client does nothing, and the next day begins; the one before the last closes. Returns the last. */
async function dayPasses(second: SecondHouse): Promise<string> {
  const { house, far } = second;
  const before = await readDay(second, far);
  const closing = addDays(before.localDate, -1);
  await house.advanceTo(before.offlineCache.refetchAfter);
  await eventually("the next day", {
    ask: async () => {
      await house.turnDays();
      return [await readDay(second, far), await readDay(second, far, closing)] as const;
    },
    isWanted: ([{ localDate, timezone }, { statusSummary }]) =>
      localDate === localDateOf(new Date(house.now()), timezone) &&
      localDate > before.localDate &&
      statusSummary.openCount === 0,
    limitMs: TURNED_WITHIN_MS,
  });
  return before.localDate;
}

/** How many check-ins of these days are missed by now. */
async function countMissed(second: SecondHouse, dates: readonly string[]): Promise<number> {
  const days = await Promise.all(dates.map((date) => readDay(second, second.far, date)));
  const tasks = days.flatMap((day) => day.tasks ?? []);
  return tasks.filter(({ snapshot, status }) => snapshot.title === TITLE && status === "MISSED")
    .length;
}
