import { describe, expect, test } from "@jest/globals";
import { inboxPageSchema, inboxPreferencesSchema } from "../../contract/inbox/schema.ts";
import { INBOX_SORTS, SEVERITIES } from "../../contract/inbox/vocabulary.ts";
import type { CoachTask } from "../../db/inbox/coach-task.ts";
import { compareRank } from "../../rules/inbox/score-parts.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { drawFrom } from "../factories/draw.ts";
import { useInboxDesk } from "../factories/inbox/inbox-desk.ts";
import { type Phone, refusalOf } from "../factories/sync/phone.ts";
import { pipelinesOf } from "../harness/record-pipelines.ts";

const TYPES = ["MISSED_CHECK_IN", "PLAN_UPDATE", "FORM_REVIEW"] as const;
const HOUR_MS = 3_600_000;

const desk = await useInboxDesk();

const CLOSED: Partial<CoachTask> = {
  status: "DISMISSED",
  dismissReason: "NOT_RELEVANT",
  closedAt: new Date(),
};

const isActive = (task: CoachTask) => task.closedAt === null && !isDormant(task);

const idsOf = (some: readonly CoachTask[]) => some.map(({ id }) => id).toSorted();

const phone = await desk.phone();
const tasks = await putMany(phone);

describe("The list of the inbox", () => {
  test("is in the one order of the rules, page after page, each task once", async () => {
    const ranked = tasks
      .filter(isActive)
      .toSorted((one, other) => compareRank(rankOf(one), rankOf(other)))
      .map(({ id }) => id);
    expect(await readAll("")).toEqual(ranked);
    expect(await readAll("", 50)).toEqual(ranked);
  });

  test("is read in one pipeline with the guard on the first page, and only after the guard on a later one", async () => {
    const pipelines = (query: string) =>
      pipelinesOf(() => desk.call(phone, `coach-tasks?limit=50${query}`));
    const guarded = ["caller", "membership", "inbox-reader"];
    await desk.list(phone);
    expect(await pipelines("")).toEqual([[...guarded, "inbox-first-page"]]);
    const asText = expect.stringMatching(/^\s*select json_build_object/);
    expect(await pipelines("&severity=HIGH")).toEqual([[...guarded, asText]]);
    const { data } = await desk.call(phone, "coach-tasks?limit=1");
    const { nextCursor } = inboxPageSchema.parse(data);
    const later = await pipelinesOf(() =>
      desk.call(phone, `coach-tasks?limit=1&cursor=${nextCursor}`),
    );
    expect(later).toEqual([guarded, [asText]]);
  });

  test("is grouped or not as asked, and refuses another word", async () => {
    const ids = await readAll("&grouped=false", 50);
    expect(ids.toSorted()).toEqual((await readAll("&grouped=true")).toSorted());
    expect(refusalOf(await desk.call(phone, "coach-tasks?grouped=maybe"))).toMatchObject({
      status: 400,
      code: "VALIDATION_FAILED",
    });
  });

  test.each(INBOX_SORTS)("sorted by %s has pages with each task once", async (sort) => {
    const ids = await readAll(`&sort=${sort}&includeSnoozed=true`);
    expect(ids.toSorted()).toEqual(idsOf(tasks.filter(({ closedAt }) => closedAt === null)));
  });

  test.each([
    ["type", "&taskType=PLAN_UPDATE", (task: CoachTask) => task.taskType === "PLAN_UPDATE"],
    [
      "severity",
      "&severity=URGENT,HIGH",
      ({ severity }: CoachTask) => /URGENT|HIGH/.test(severity),
    ],
    ["due date", "&dueBefore=2099-01-01T00:00:00Z", ({ dueAt }: CoachTask) => dueAt !== null],
  ])("filtered by %s has exactly these", async (_, query, suits) => {
    const wanted = tasks.filter((task) => isActive(task) && suits(task));
    expect((await readAll(query)).toSorted()).toEqual(idsOf(wanted));
  });

  test("of closed tasks has only those, and with another client or name nothing", async () => {
    const closed = tasks.filter(({ closedAt }) => closedAt !== null);
    expect((await readAll("&status=DISMISSED")).toSorted()).toEqual(idsOf(closed));
    const dormant = tasks.filter((task) => task.closedAt === null && isDormant(task));
    expect((await readAll("&status=SNOOZED")).toSorted()).toEqual(idsOf(dormant));
    const other = await desk.phone();
    expect(await readAll(`&relationshipId=${other.relationshipId}`)).toEqual([]);
    expect(await readAll("&q=nobody%25")).toEqual([]);
  });

  test("finds clients by a part of their name", async () => {
    const [item] = await desk.list(phone);
    const part = encodeURIComponent((item?.client.displayName ?? "").slice(1, 4).toUpperCase());
    expect(await readAll(`&q=${part}`)).toHaveLength(tasks.filter(isActive).length);
  });

  test("accepts no cursor of another filter, order or workspace", async () => {
    const { data } = await desk.call(phone, "coach-tasks?limit=1");
    const { nextCursor } = inboxPageSchema.parse(data);
    const other = await desk.phone();
    const pages = [
      desk.call(phone, `coach-tasks?limit=1&severity=HIGH&cursor=${nextCursor}`),
      desk.call(phone, `coach-tasks?limit=1&sort=DUE&cursor=${nextCursor}`),
      desk.call(other, `coach-tasks?limit=1&cursor=${nextCursor}`),
      desk.call(phone, "coach-tasks?limit=1&cursor=1.e30.x"),
    ];
    for (const answer of await Promise.all(pages))
      expect(refusalOf(answer)).toMatchObject({ status: 400, code: "CURSOR_INVALID" });
  });
});

describe("The counts of the inbox", () => {
  test("equal the lists they count, with and without a filter", async () => {
    for (const filter of ["", "&taskType=FORM_REVIEW", "&dueBefore=2099-01-01T00:00:00Z"]) {
      const counts = await desk.counts(phone, filter.replace("&", "?"));
      const count = async (query: string) => (await readAll(filter + query, 100)).length;
      expect(counts).toMatchObject({
        open: await count("&status=OPEN"),
        inProgress: await count("&status=IN_PROGRESS"),
        snoozed: await count("&status=SNOOZED"),
        highSeverity: await count("&severity=HIGH,URGENT"),
        badge: await count(""),
      });
      const sum = counts.byType.reduce((total, type) => total + type.count, 0);
      expect(sum).toBe(counts.badge);
    }
    const overdue = tasks.filter(
      (task) => isActive(task) && task.dueAt !== null && task.dueAt < new Date(),
    );
    expect((await desk.counts(phone)).overdue).toBe(overdue.length);
  });
});

describe("A member's view of the inbox", () => {
  test("is stored, with defaults until the first choice", async () => {
    const read = async () =>
      inboxPreferencesSchema.parse((await desk.call(phone, "coach-tasks/preferences")).data);
    expect(await read()).toMatchObject({ sort: "PRIORITY", showSnoozed: false });
    const body = {
      statusFilter: ["OPEN"],
      typeFilter: ["PLAN_UPDATE"],
      sort: "DUE",
      showSnoozed: true,
    };
    for (const _ of [1, 2])
      await desk.call(phone, "coach-tasks/preferences", { method: "PUT", body });
    expect(await read()).toEqual(body);
  });
});

/** Thirty tasks, many of them alike, and some of each status. */
async function putMany({ pair }: Phone): Promise<readonly CoachTask[]> {
  const { em } = desk.api.deps.database;
  const { workspaceId, relationshipId, client, coach } = pair;
  const ids = { workspaceId, relationshipId, clientUserId: client.userId };
  const owner = { ...ids, coachUserId: coach.userId };
  const draw = drawFrom(7);
  const now = Date.now();
  const made: CoachTask[] = [];
  for (let index = 0; index < 30; index += 1) {
    const dueAt = draw.pick([null, new Date(now - HOUR_MS), new Date(now + 72 * HOUR_MS)]);
    made.push(
      await putCoachTask(em, owner, {
        taskType: draw.pick(TYPES),
        severity: draw.pick(SEVERITIES),
        dueAt,
        lastOccurrenceAt: new Date(now - draw.below(3) * HOUR_MS),
        ...draw.pick([{}, {}, { status: "IN_PROGRESS" }, snoozedFor(1), snoozedFor(-1), CLOSED]),
      }),
    );
  }
  return made;
}

function snoozedFor(hours: number): Partial<CoachTask> {
  return {
    status: "SNOOZED",
    snoozedUntil: new Date(Date.now() + hours * HOUR_MS),
  };
}

function isDormant({ snoozedUntil }: CoachTask) {
  return snoozedUntil !== null && snoozedUntil > new Date();
}

function rankOf({ id, severity, priorityScore: score, dueAt, lastOccurrenceAt }: CoachTask) {
  return {
    id,
    severity,
    score,
    dueAt,
    lastOccurrenceAt,
  };
}

/** All pages of a list, one item after the other. */
async function readAll(query: string, limit = 4): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor = "";
  for (;;) {
    const answer = await desk.call(phone, `coach-tasks?limit=${limit}${query}${cursor}`);
    const { items, nextCursor } = inboxPageSchema.parse(answer.data);
    ids.push(...items.map(({ taskId }) => taskId));
    if (nextCursor === null) return ids;
    cursor = `&cursor=${nextCursor}`;
  }
}
