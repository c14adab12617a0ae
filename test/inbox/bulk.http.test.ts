import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { type BulkActed, bulkActedSchema } from "../../contract/inbox/bulk-schema.ts";
import { CoachTaskEvent } from "../../db/inbox/coach-task-event.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { buildCheckIn } from "../factories/agenda/check-ins.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { isStatement } from "../factories/db/explain.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { lockScope } from "../factories/db/lock-scope.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { useInboxDesk } from "../factories/inbox/inbox-desk.ts";
import { buildMember } from "../factories/api/matrix/practice.ts";
import { otherToken, type Phone, refusalOf } from "../factories/sync/phone.ts";
import type { TestRequest } from "../harness/api.ts";
import { recordStatements } from "../harness/record-statements.ts";

const desk = await useInboxDesk();

const em = () => desk.api.deps.database.em;

const outcomesOf = ({ results }: BulkActed) => results.map(({ outcome, code }) => code ?? outcome);

const read = (id: string) => em().fork().findOneOrFail(CoachTask, id);

const relevant = { action: "DISMISS", dismissReason: "NOT_RELEVANT" } as const;

describe("A bulk act (docs/rooms/inbox.md#bulk)", () => {
  test("has an outcome for each task in the given order, with the counts afterwards", async () => {
    const phone = await desk.phone();
    const resolved = { status: "RESOLVED", resolutionType: "NOT_RELEVANT" } as const;
    const closed = { ...resolved, closedAt: new Date(), statusBeforeClose: "OPEN" } as const;
    const open = await put(phone);
    const taskIds = [await put(phone, closed), open, randomUUID(), await put(await desk.phone())];
    const acted = await bulk(phone, { ...relevant, taskIds });
    expect(acted.results.map(({ taskId }) => taskId)).toEqual(taskIds);
    expect(outcomesOf(acted)).toEqual(["STATE_CONFLICT", "APPLIED", "NOT_FOUND", "NOT_FOUND"]);
    expect(acted.counts).toMatchObject({ open: 0, badge: 0 });
    expect(await read(open)).toMatchObject({ status: "DISMISSED", revision: 2 });
    expect(await eventTypesOf(taskIds)).toEqual(["CoachTaskDismissed"]);
    const eventCount = await em()
      .fork()
      .count(CoachTaskEvent, { taskId: { $in: taskIds } });
    expect(eventCount).toBe(1);
  });

  test("is replayed for the same key, and nothing happens again", async () => {
    const phone = await desk.phone();
    const taskIds = [await put(phone), await put(phone)];
    const [key, body] = [randomUUID(), { ...relevant, taskIds }];
    const first = await bulk(phone, body, { key });
    const replayed = await sent(phone, body, { key });
    expect(replayed.headers.get("Idempotency-Replayed")).toBe("true");
    expect(replayed.data).toEqual(first);
    expect(outcomesOf(await bulk(phone, body))).toEqual(["STATE_CONFLICT", "STATE_CONFLICT"]);
    expect(await eventTypesOf(taskIds)).toEqual(["CoachTaskDismissed", "CoachTaskDismissed"]);
  });

  test("applies each act by its own rules", async () => {
    const phone = await desk.phone();
    const { workspaceId } = phone.pair;
    const member = await buildMember(em(), desk.issuer, { workspaceId, status: "ACTIVE" });
    const [mild, high] = [await put(phone), await put(phone, { severity: "HIGH" })];
    const form = await put(phone, { taskType: "FORM_REVIEW", sourceKind: "FORM" });
    const taskIds = [mild, high, form];
    const all = (request: object) => bulk(phone, { ...request, taskIds }).then(outcomesOf);
    const hour = { action: "SNOOZE", snoozePreset: "ONE_HOUR" };
    expect(await all({ action: "PIN" })).toEqual(["APPLIED", "APPLIED", "APPLIED"]);
    expect(await all({ action: "PIN" })).toEqual(["NO_OP", "NO_OP", "NO_OP"]);
    expect(await all({ action: "UNPIN" })).toEqual(["APPLIED", "APPLIED", "APPLIED"]);
    const assign = { action: "ASSIGN", coachUserId: member.userId };
    expect(await all(assign)).toEqual(["APPLIED", "APPLIED", "APPLIED"]);
    expect(await all(assign)).toEqual(["NO_OP", "NO_OP", "NO_OP"]);
    expect(await all(hour)).toEqual(["APPLIED", "SNOOZE_NOT_ALLOWED", "APPLIED"]);
    expect(await all({ action: "UNSNOOZE" })).toEqual(["APPLIED", "STATE_CONFLICT", "APPLIED"]);
    const checkIn = { action: "SNOOZE", snoozePreset: "NEXT_CHECK_IN" };
    const none = "SNOOZE_NOT_ALLOWED";
    expect(await all(checkIn)).toEqual([none, none, none]);
    const review = { action: "REVIEW" };
    const elsewhere = "RESOLUTION_NOT_ALLOWED";
    expect(await all(review)).toEqual([elsewhere, elsewhere, "APPLIED"]);
    const outside = { action: "RESOLVE", resolutionType: "HANDLED_OUTSIDE_APP" };
    expect(await all(outside)).toEqual(["NOTE_REQUIRED", "NOTE_REQUIRED", "STATE_CONFLICT"]);
    const nudged = { action: "RESOLVE", resolutionType: "NUDGE_SENT" };
    expect(await all(nudged)).toEqual(["APPLIED", "APPLIED", "STATE_CONFLICT"]);
  });

  test("may dismiss tasks of paused clients as paused, but not tasks of clients who left", async () => {
    const [paused, left] = [await desk.phone(), await desk.phone()];
    const taskIds = [await put(paused)];
    await setRelationshipStatus(em(), paused.relationshipId, "PAUSED");
    expect(outcomesOf(await bulk(paused, { ...relevant, taskIds }))).toEqual([
      "RELATIONSHIP_INACTIVE",
    ]);
    const isPaused = { action: "DISMISS", dismissReason: "CLIENT_PAUSED" } as const;
    expect(outcomesOf(await bulk(paused, { ...isPaused, taskIds }))).toEqual(["APPLIED"]);
    const gone = [await put(left)];
    await setRelationshipStatus(em(), left.relationshipId, "ENDED");
    expect(outcomesOf(await bulk(left, { ...isPaused, taskIds: gone }))).toEqual([
      "RELATIONSHIP_INACTIVE",
    ]);
  });

  test("names one duplicate for all other tasks, neither itself nor another client's", async () => {
    const phone = await desk.phone();
    const [first, second] = [await put(phone), await put(phone)];
    const body = { action: "DISMISS", dismissReason: "DUPLICATE", taskIds: [first, second] };
    expect(outcomesOf(await bulk(phone, { ...body, duplicateOf: second }))).toEqual([
      "APPLIED",
      "STATE_CONFLICT",
    ]);
    const other = await put(await desk.phone());
    const taskIds = [second];
    expect(outcomesOf(await bulk(phone, { ...body, taskIds, duplicateOf: other }))).toEqual([
      "NOT_FOUND",
    ]);
  });

  test("returns TRY_AGAIN for a task that is locked too long, which stays unchanged", async () => {
    const phone = await desk.phone();
    const taskIds = [await put(phone)];
    const release = await lockScope(desk.api.database.ownerUrl, phone.relationshipId);
    try {
      expect(outcomesOf(await bulk(phone, { ...relevant, taskIds }))).toEqual(["TRY_AGAIN"]);
    } finally {
      await release();
    }
    expect(await read(taskIds[0] ?? "")).toMatchObject({ status: "OPEN", revision: 1 });
    expect(outcomesOf(await bulk(phone, { ...relevant, taskIds }))).toEqual(["APPLIED"]);
  });

  test("explains each refusal with a sentence and the place in the request", async () => {
    const phone = await desk.phone();
    const taskIds = [randomUUID(), await put(phone, { severity: "HIGH" })];
    const reasons = async (request: object) =>
      (await bulk(phone, { ...request, taskIds })).results.map(({ reason }) => reason);
    expect(await reasons({ action: "SNOOZE", snoozePreset: "ONE_HOUR" })).toEqual([
      { pointer: "/taskIds/0", code: "NOT_FOUND", message: "Not found." },
      {
        pointer: "/taskIds/1",
        code: "SNOOZE_NOT_ALLOWED",
        message: "Only a task of low or normal severity can be snoozed.",
      },
    ]);
    const pointers = async (request: object) => (await reasons(request))[1]?.pointer;
    const outside = { action: "RESOLVE", resolutionType: "HANDLED_OUTSIDE_APP" };
    expect(await pointers(outside)).toBe("/note");
    const wrong = { action: "RESOLVE", resolutionType: "PLAN_UPDATED" };
    expect(await pointers(wrong)).toBe("/resolutionType");
    expect(await pointers({ ...relevant, untilOccurrences: 2 })).toBe("/untilOccurrences");
    expect(await reasons({ action: "PIN" })).toMatchObject([{ code: "NOT_FOUND" }, null]);
  });

  test("closes only rows that did not change since the coach saw them, if it names their revisions", async () => {
    const phone = await desk.phone();
    const [current, changed] = [await put(phone), await put(phone, { revision: 2 })];
    const taskIds = [current, changed];
    const expectedRevisions = { [current]: 1, [changed]: 1 };
    const acted = await bulk(phone, { ...relevant, taskIds, expectedRevisions });
    expect(acted.results).toMatchObject([
      { outcome: "APPLIED" },
      { code: "STATE_CONFLICT", reason: { pointer: "/taskIds/1", code: "CHANGED_SINCE_READ" } },
    ]);
    expect(await read(changed)).toMatchObject({ status: "OPEN", revision: 2 });
  });

  test.each([relevant, { action: "RESOLVE", resolutionType: "NUDGE_SENT" }])(
    "takes as many statements for twenty tasks as for two: $action",
    async (sending) => {
      const phone = await desk.phone();
      const put20 = async (count: number) =>
        await Promise.all(Array.from({ length: count }, () => put(phone)));
      const counted = async (count: number) => {
        const taskIds = await put20(count);
        const { sent: statements } = await recordStatements(() =>
          bulk(phone, { ...sending, taskIds }),
        );
        return statements.filter(isStatement).length;
      };
      await counted(1);
      expect(await counted(20)).toBe(await counted(2));
    },
  );

  test("says for each nudge what is to become of it: one a client, none without a reason, null for the others", async () => {
    const [asked, done] = [await desk.phone(), await desk.phone()];
    const { workspaceId, relationshipId, coach } = asked.pair;
    const checkIn = { formAssignmentId: randomUUID(), localDate: "2026-03-02" };
    const owner = { workspaceId, relationshipId, coachUserId: coach.userId, timezone: "UTC" };
    await buildCheckIn(em(), owner, { ...checkIn, closedAt: new Date() });
    const missed = { taskType: "MISSED_CHECK_IN", sourceKind: "CHECK_IN" } as const;
    const about = { ...missed, sourceId: relationshipId };
    const body = { action: "RESOLVE", resolutionType: "NUDGE_SENT" };
    const taskIds = [await put(asked, about), randomUUID(), await put(asked, about)];
    const [key, request] = [randomUUID(), { ...body, taskIds }];
    const acted = await bulk(asked, request, { key });
    expect(acted.results).toMatchObject([
      { nudge: { outcome: expect.stringMatching(/SEND|DEFER/), at: expect.any(String) } },
      { code: "NOT_FOUND", nudge: null },
      { nudge: { outcome: "SUPPRESS", reason: "ALREADY_TOLD", deliverAfter: null } },
    ]);
    expect(await bulk(asked, request, { key })).toEqual(acted);
    const nobody = await bulk(done, { ...body, taskIds: [await put(done, missed)] });
    expect(nobody.results).toMatchObject([{ nudge: { reason: "NOTHING_LEFT" } }]);
    const dismissed = await bulk(done, { ...relevant, taskIds: [await put(done)] });
    expect(dismissed.results).toMatchObject([{ outcome: "APPLIED", nudge: null }]);
  });

  test("refuses a malformed request and changes nothing", async () => {
    const phone = await desk.phone();
    const id = await put(phone);
    const many = Array.from({ length: 101 }, () => randomUUID());
    const snoozedUntil = new Date(Date.now() + 86_400_000).toISOString();
    const bad: readonly object[] = [
      { ...relevant, taskIds: [] },
      { ...relevant, taskIds: many },
      { ...relevant, taskIds: [id, id] },
      { ...relevant, taskIds: ["x"] },
      { ...relevant, taskIds: [id], expectedRevision: 1 },
      { action: "RESOLVE", resolutionType: "NUDGE_SENT", note: "x".repeat(2_001), taskIds: [id] },
      { action: "START", taskIds: [id] },
      { action: "SNOOZE", snoozedUntil, taskIds: [id] },
      { action: "SNOOZE", snoozedUntil, snoozePreset: "ONE_HOUR", taskIds: [id] },
    ];
    for (const body of bad) expect(await refused(phone, body)).toBe("400 VALIDATION_FAILED");
    const nobody = { action: "ASSIGN", coachUserId: randomUUID(), taskIds: [id] };
    expect(await refused(phone, nobody)).toBe("404 NOT_FOUND");
    const token = await otherToken(desk.issuer, phone.pair.coach, "WEB");
    const over = { action: "SNOOZE", snoozedUntil: "2026-01-01T00:00:00.000Z", taskIds: [id] };
    expect(await refused(phone, over, { token })).toBe("400 VALIDATION_FAILED");
    expect(await read(id)).toMatchObject({ status: "OPEN", revision: 1 });
  });
});

describe("A bulk undo (docs/rooms/inbox.md#bulk)", () => {
  test("restores one's own resolutions and dismissals until undoUntil, with an outcome for each, and no review", async () => {
    const phone = await desk.phone();
    await desk.skip(phone, phone.agenda.habit.id, "CONFUSED");
    const [skipped] = await desk.list(phone);
    const mine = skipped?.taskId ?? "";
    const form = await put(phone, { taskType: "FORM_REVIEW", sourceKind: "FORM" });
    const dismissed = await bulk(phone, { ...relevant, taskIds: [mine] });
    const undoUntil = dismissed.results[0]?.undoUntil ?? "";
    const { closedAt } = await read(mine);
    expect(Date.parse(undoUntil) - (closedAt?.getTime() ?? 0)).toBe(600_000);
    const reviewed = await bulk(phone, { action: "REVIEW", taskIds: [form] });
    expect(reviewed.results).toMatchObject([{ outcome: "APPLIED", undoUntil: null }]);
    const byAnother = { closedByUserId: randomUUID(), closedAt: new Date() };
    const other = await put(phone, { ...DISMISSED, ...byAnother });
    expect(await undoTimes(phone)).toEqual(
      new Map([
        [mine, undoUntil],
        [form, null],
        [other, null],
      ]),
    );
    const taskIds = [mine, form, other, await put(phone)];
    const undone = await bulk(phone, { action: "UNDO", taskIds });
    expect(undone.results.map(({ reason, outcome }) => reason?.code ?? outcome)).toEqual([
      "APPLIED",
      "COMPLETED_BY_SOURCE",
      "UNDO_OVER",
      "TASK_STATUS_FORBIDS_ACT",
    ]);
    expect(undone.results[0]?.undoUntil).toBeNull();
    expect(await read(mine)).toMatchObject({ status: "OPEN", reopenReason: "UNDONE" });
    expect(outcomesOf(await bulk(phone, { action: "UNDO", taskIds: [mine] }))).toEqual([
      "STATE_CONFLICT",
    ]);
  });

  test("is over after ten minutes, and no row offers it any more", async () => {
    const phone = await desk.phone();
    await desk.skip(phone, phone.agenda.habit.id, "CONFUSED");
    const [item] = await desk.list(phone);
    const taskIds = [item?.taskId ?? ""];
    const { results } = await bulk(phone, { ...relevant, taskIds });
    const { ownerUrl } = desk.api.database;
    try {
      await moveClock(ownerUrl, 595);
      expect([...(await undoTimes(phone)).values()]).toEqual([results[0]?.undoUntil]);
      await moveClock(ownerUrl, 605);
      expect([...(await undoTimes(phone)).values()]).toEqual([null]);
      const late = await bulk(phone, { action: "UNDO", taskIds });
      expect(late.results).toMatchObject([{ reason: { code: "UNDO_OVER" } }]);
    } finally {
      await moveClock(ownerUrl, 0);
    }
  });

  test("reopens one of two tasks of a case", async () => {
    const phone = await desk.phone();
    await desk.skip(phone, phone.agenda.habit.id, "CONFUSED");
    const [first] = await desk.list(phone);
    await bulk(phone, { ...relevant, taskIds: [first?.taskId ?? ""] });
    await desk.skip(phone, phone.agenda.water.id, "CONFUSED");
    const [second] = await desk.list(phone);
    const taskIds = [second?.taskId ?? "", first?.taskId ?? ""];
    await bulk(phone, { ...relevant, taskIds: taskIds.slice(0, 1) });
    const undone = await bulk(phone, { action: "UNDO", taskIds });
    expect(undone.results.map(({ reason, outcome }) => reason?.code ?? outcome)).toEqual([
      "APPLIED",
      "NEWER_TASK_OPEN",
    ]);
  });
});

const DISMISSED = {
  status: "DISMISSED",
  dismissReason: "NOT_RELEVANT",
  statusBeforeClose: "OPEN",
} as const;

/** Until when each closed row of the list offers an undo; a row offers it exactly until then. */
async function undoTimes(phone: Phone): Promise<ReadonlyMap<string, string | null>> {
  const items = await desk.list(phone, "?status=RESOLVED,DISMISSED");
  for (const { actions, undoUntil } of items)
    expect(actions.includes("UNDO")).toBe(undoUntil !== null);
  return new Map(items.map(({ taskId, undoUntil }) => [taskId, undoUntil]));
}

async function put({ pair }: Phone, changes: Partial<CoachTask> = {}): Promise<string> {
  const { workspaceId, relationshipId, client, coach } = pair;
  const owner = { clientUserId: client.userId, coachUserId: coach.userId };
  return (await putCoachTask(em(), { workspaceId, relationshipId, ...owner }, changes)).id;
}

function sent(phone: Phone, body: unknown, more: TestRequest = {}) {
  return desk.call(phone, "coach-tasks/bulk", { method: "POST", body, ...more });
}

async function bulk(phone: Phone, body: unknown, more?: TestRequest): Promise<BulkActed> {
  return bulkActedSchema.parse((await sent(phone, body, more)).data);
}

async function refused(phone: Phone, body: unknown, more?: TestRequest) {
  const { status, code } = refusalOf(await sent(phone, body, more));
  return `${status} ${code}`;
}

async function eventTypesOf(taskIds: readonly string[]) {
  const subjectId = { $in: [...taskIds] };
  const rows = await em().fork().find(OutboxRow, { subjectId, consumer: "event-feed" });
  return rows.map(({ type }) => type).toSorted();
}
