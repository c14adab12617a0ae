import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { type ActedTask, actedTaskSchema } from "../../contract/inbox/act-schema.ts";
import type { CoachTask } from "../../db/inbox/coach-task.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { useInboxDesk } from "../factories/inbox/inbox-desk.ts";
import { buildMember } from "../factories/api/matrix/practice.ts";
import { otherToken, type Phone, refusalOf, send } from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import type { TestRequest } from "../harness/api.ts";

const desk = await useInboxDesk({ onLog: (line) => logged.push(JSON.stringify(line)) });
const logged: string[] = [];

const em = () => desk.api.deps.database.em;

describe("A coach who resolves a task", () => {
  test("gives a resolution and gets the remaining counts; the timeline shows it, and the event has ids only", async () => {
    const sent = await aTask();
    const { task, counts, timelineEvent } = await acted(
      post(sent, "resolve", { resolutionType: "MESSAGE_SENT", note: "Called her" }),
    );
    expect(task).toMatchObject({ status: "RESOLVED", resolutionType: "MESSAGE_SENT", revision: 2 });
    expect(counts).toMatchObject({ open: 0, badge: 0 });
    expect(timelineEvent).toMatchObject({ resolutionLabel: "MESSAGE_SENT" });
    expect(await eventTypesOf(sent.taskId)).toEqual(["CoachTaskResolved"]);
    const { userId } = sent.phone.pair.client;
    const { data } = await desk.call(sent.phone, `clients/${userId}/task-timeline`);
    expect(data).toMatchObject({
      items: [{ taskType: "MISSED_CHECK_IN", resolutionLabel: "MESSAGE_SENT" }],
    });
  });

  test("a second time gets a conflict, unless the key is the same", async () => {
    const sent = await aTask();
    const key = randomUUID();
    const body = { resolutionType: "NOT_RELEVANT" };
    const first = await post(sent, "resolve", body, { key });
    const replayed = await post(sent, "resolve", body, { key });
    expect(replayed.headers.get("Idempotency-Replayed")).toBe("true");
    expect(replayed.data).toEqual(first.data);
    expect(await refused(post(sent, "resolve", body))).toBe("409 STATE_CONFLICT");
    expect(await refused(post(sent, "dismiss", { dismissReason: "DUPLICATE" }))).toBe(
      "409 STATE_CONFLICT",
    );
  });

  test("may not give SOURCE_COMPLETED, resolve a review, omit a required note, or write 2,001 characters", async () => {
    const sent = await aTask();
    const resolved = (resolutionType: string, note?: string) =>
      refused(post(sent, "resolve", { resolutionType, note }));
    expect(await resolved("SOURCE_COMPLETED")).toBe("400 RESOLUTION_NOT_ALLOWED");
    expect(await resolved("PLAN_UPDATED")).toBe("400 RESOLUTION_NOT_ALLOWED");
    expect(await resolved("HANDLED_OUTSIDE_APP")).toBe("400 NOTE_REQUIRED");
    expect(await resolved("MESSAGE_SENT", "x".repeat(2_001))).toBe("400 VALIDATION_FAILED");
    const review = { taskType: "FORM_REVIEW", sourceKind: "FORM" } as const;
    const form = { phone: sent.phone, taskId: await further(sent.phone, review) };
    expect(await refused(post(form, "resolve", { resolutionType: "MESSAGE_SENT" }))).toBe(
      "400 RESOLUTION_NOT_ALLOWED",
    );
    expect(await eventTypesOf(sent.taskId)).toEqual([]);
  });

  test("as a nudge learns what is to become of it; the task shows when it is decided", async () => {
    const sent = await aTask();
    const { nudge } = await acted(post(sent, "resolve", { resolutionType: "NUDGE_SENT" }));
    const foreseen = { outcome: "SUPPRESS", reason: "NOTHING_LEFT", deliverAfter: null };
    expect(nudge).toMatchObject(foreseen);
    const { data } = await desk.call(sent.phone, `coach-tasks/${sent.taskId}`);
    const pending = { at: nudge?.at, outcome: null, reason: null, deliverAfter: null };
    expect(data).toMatchObject({ nudge: pending, related: null, occurrences: [] });
  });

  test("at another revision gets a conflict", async () => {
    const sent = await aTask();
    const body = { resolutionType: "NOT_RELEVANT", expectedRevision: 7 };
    expect(await refused(post(sent, "resolve", body))).toBe("409 STATE_CONFLICT");
  });
});

describe("A coach who starts a task", () => {
  test("gets the route to its source, and the task is in progress", async () => {
    const phone = await desk.phone();
    await desk.skip(phone, phone.agenda.habit.id, "ILLNESS");
    const [item] = await desk.list(phone);
    const { task, routeTarget } = await acted(
      post({ phone, taskId: item?.taskId ?? "" }, "start", { platform: "IOS" }),
    );
    expect(task).toMatchObject({ status: "IN_PROGRESS", revision: 2 });
    expect(routeTarget).toBe(item?.route);
    expect(await desk.counts(phone)).toMatchObject({ open: 0, inProgress: 1, badge: 1 });
  });

  test("whose source no longer needs anybody finds it resolved, and the answer says so", async () => {
    const sent = await aTask();
    const { task } = await acted(post(sent, "start"));
    expect(task).toMatchObject({ status: "RESOLVED", resolutionType: "SOURCE_COMPLETED" });
    expect(await eventTypesOf(sent.taskId)).toEqual(["CoachTaskResolved"]);
  });
});

describe("A coach who reviews skips in the inbox", () => {
  test("closes them through their source; a skip a second later opens a new task that names the previous one", async () => {
    const phone = await desk.phone();
    await desk.skip(phone, phone.agenda.habit.id, "PAIN_OR_INJURY");
    const [first] = await desk.list(phone);
    const ofSkips = { phone, taskId: first?.taskId ?? "" };
    const some = (submissionIds: readonly string[]) =>
      refused(post(ofSkips, "review", { submissionIds }));
    expect(await some([randomUUID()])).toBe("400 RESOLUTION_NOT_ALLOWED");
    expect(await some([])).toBe("400 VALIDATION_FAILED");
    const { task } = await acted(post(ofSkips, "review"));
    expect(task.resolutionType).toBe("SOURCE_COMPLETED");
    expect(await eventTypesOf(first?.taskId ?? "")).toEqual([
      "CoachTaskCreated",
      "CoachTaskResolved",
    ]);
    expect(await refused(post({ phone, taskId: first?.taskId ?? "" }, "undo"))).toBe(
      "409 STATE_CONFLICT",
    );
    await desk.skip(phone, phone.agenda.water.id, "PAIN_OR_INJURY");
    const [second, ...others] = await desk.list(phone);
    expect(others).toEqual([]);
    expect(second).toMatchObject({ severity: "URGENT", occurrenceCount: 1 });
    const { data } = await desk.call(phone, `coach-tasks/${second?.taskId}`);
    expect(data).toMatchObject({ previousTaskId: first?.taskId });
  });
});

describe("A coach who snoozes a task", () => {
  test("hides it for an hour, learns when it returns, and may bring it back earlier", async () => {
    const sent = await aTask();
    const { task, counts } = await acted(post(sent, "snooze", { snoozePreset: "ONE_HOUR" }));
    expect(task).toMatchObject({ status: "SNOOZED", snoozePreset: "ONE_HOUR" });
    expect(counts).toMatchObject({ open: 0, snoozed: 1, badge: 0 });
    expect(await desk.list(sent.phone)).toEqual([]);
    expect(await desk.list(sent.phone, "?includeSnoozed=true")).toHaveLength(1);
    expect(await refused(post(sent, "snooze", { snoozePreset: "ONE_HOUR" }))).toBe(
      "409 STATE_CONFLICT",
    );
    const back = await acted(post(sent, "unsnooze"));
    expect(back.task).toMatchObject({ status: "OPEN", snoozedUntil: null });
  });

  test("sees it as awake once the time is over, before its actor wakes it: listed, counted, startable", async () => {
    const snoozedUntil = new Date(Date.now() - 1_000);
    const { phone, taskId } = await aTask({ status: "SNOOZED", snoozedUntil });
    const [item] = await desk.list(phone);
    expect(item).toMatchObject({ taskId, status: "OPEN", wakeReason: "SNOOZE_ENDED" });
    expect(await desk.counts(phone)).toMatchObject({ open: 1, snoozed: 0, badge: 1 });
    expect((await post({ phone, taskId }, "start")).status).toBe(200);
  });

  test("is refused if it is HIGH, without a planned check-in, and on a phone with an own instant", async () => {
    const sent = await aTask();
    const high = { phone: sent.phone, taskId: await further(sent.phone, { severity: "HIGH" }) };
    const snoozed = (to: Sent, body: unknown) => refused(post(to, "snooze", body));
    expect(await snoozed(high, { snoozePreset: "ONE_HOUR" })).toBe("409 SNOOZE_NOT_ALLOWED");
    expect(await snoozed(sent, { snoozePreset: "NEXT_CHECK_IN" })).toBe("409 SNOOZE_NOT_ALLOWED");
    const snoozedUntil = new Date(Date.now() + 86_400_000).toISOString();
    expect(await snoozed(sent, { snoozedUntil })).toBe("400 VALIDATION_FAILED");
    expect(await snoozed(sent, {})).toBe("400 VALIDATION_FAILED");
  });

  test("may choose any instant of the next 90 days on the web, and no other", async () => {
    const sent = await aTask();
    const token = await otherToken(desk.issuer, sent.phone.pair.coach, "WEB");
    const until = (days: number) => ({
      snoozedUntil: new Date(Date.now() + days * 86_400_000).toISOString(),
    });
    for (const days of [-1, 91])
      expect(await refused(post(sent, "snooze", until(days), { token }))).toBe(
        "400 VALIDATION_FAILED",
      );
    const { task } = await acted(post(sent, "snooze", until(30), { token }));
    expect(task).toMatchObject({ status: "SNOOZED", snoozePreset: null });
  });
});

describe("A coach who dismisses a task", () => {
  test("as a duplicate names an open task of the same client", async () => {
    const sent = await aTask();
    const duplicateOf = await further(sent.phone);
    const dismissed = (other: string) =>
      post(sent, "dismiss", { dismissReason: "DUPLICATE", duplicateOf: other });
    expect(await refused(dismissed(sent.taskId))).toBe("409 STATE_CONFLICT");
    expect(await refused(dismissed((await aTask()).taskId))).toBe("404 NOT_FOUND");
    const { task } = await acted(dismissed(duplicateOf));
    expect(task).toMatchObject({ status: "DISMISSED", dismissReason: "DUPLICATE" });
  });

  test("of a paused client may only give that reason; after the end nothing is accepted", async () => {
    const sent = await aTask();
    const { relationshipId } = sent.phone;
    await setRelationshipStatus(em(), relationshipId, "PAUSED");
    expect(await refused(post(sent, "start"))).toBe("403 RELATIONSHIP_INACTIVE");
    expect(await refused(post(sent, "dismiss", { dismissReason: "NOT_RELEVANT" }))).toBe(
      "403 RELATIONSHIP_INACTIVE",
    );
    const { task } = await acted(post(sent, "dismiss", { dismissReason: "CLIENT_PAUSED" }));
    expect(task.status).toBe("DISMISSED");
    const other = { phone: sent.phone, taskId: await further(sent.phone) };
    await setRelationshipStatus(em(), relationshipId, "ENDED");
    expect(await refused(post(other, "dismiss", { dismissReason: "CLIENT_PAUSED" }))).toBe(
      "403 RELATIONSHIP_INACTIVE",
    );
  });
});

describe("A coach who undoes a decision", () => {
  test("within ten minutes restores the task; another coach may not", async () => {
    const phone = await desk.phone();
    await desk.skip(phone, phone.agenda.habit.id, "CONFUSED");
    const [item] = await desk.list(phone);
    const sent = { phone, taskId: item?.taskId ?? "" };
    await post(sent, "start");
    await post(sent, "dismiss", { dismissReason: "NOT_RELEVANT" });
    const { workspaceId } = phone.pair;
    const second = await buildMember(em(), desk.issuer, { workspaceId, status: "ACTIVE" });
    const token = await otherToken(desk.issuer, second, "COACH_MOBILE");
    expect(await refused(post(sent, "undo", {}, { token }))).toBe("409 STATE_CONFLICT");
    const { task } = await acted(post(sent, "undo"));
    expect(task).toMatchObject({
      status: "IN_PROGRESS",
      wakeReason: "UNDONE",
      dismissReason: null,
    });
    expect((await eventTypesOf(sent.taskId)).at(-1)).toBe("CoachTaskReopened");
  });

  test("is refused once its case has another task", async () => {
    const closed = { closedAt: new Date(), statusBeforeClose: "OPEN" } as const;
    const dismissed = { status: "DISMISSED", dismissReason: "NOT_RELEVANT", ...closed } as const;
    const phone = await desk.phone();
    const closedByUserId = phone.pair.coach.userId;
    const dedupeKey = `check-in:${phone.relationshipId}`;
    const taskId = await further(phone, { ...dismissed, closedByUserId, dedupeKey });
    await further(phone, { dedupeKey });
    expect(await refused(post({ phone, taskId }, "undo"))).toBe("409 STATE_CONFLICT");
  });
});

describe("A coach who pins and assigns", () => {
  test("raises a task by 25, behind URGENT ones, without changing its revision", async () => {
    const { phone, taskId } = await aTask();
    const urgent = await further(phone, { severity: "URGENT" });
    const alert = await further(phone, { taskType: "NUTRITION_REVIEW" });
    const pin = `coach-tasks/${taskId}/pin`;
    const pinned = await acted(desk.call(phone, pin, { method: "PUT" }));
    expect(pinned.task).toMatchObject({ revision: 1, score: { total: 65, pin: 25 } });
    const ids = async () => (await desk.list(phone)).map((item) => item.taskId);
    expect((await ids())[0]).toBe(urgent);
    expect((await ids()).toSorted()).toEqual([urgent, alert, taskId].toSorted());
    const unpinned = await acted(desk.call(phone, pin, { method: "DELETE" }));
    expect(unpinned.task.score).toMatchObject({ total: 40, pin: 0 });
    expect(await ids()).toEqual([urgent, alert, taskId]);
  });

  test("may assign a task only to an active member, whose name the row shows", async () => {
    const sent = await aTask();
    const { workspaceId } = sent.phone.pair;
    const member = await buildMember(em(), desk.issuer, { workspaceId, status: "ACTIVE" });
    const former = await buildMember(em(), desk.issuer, { workspaceId, status: "ENDED" });
    const assigned = (coachUserId: string | null) => post(sent, "assign", { coachUserId });
    expect(await refused(assigned(former.userId))).toBe("404 NOT_FOUND");
    expect(await refused(assigned(sent.phone.pair.client.userId))).toBe("404 NOT_FOUND");
    const { task } = await acted(assigned(member.userId));
    expect(task).toMatchObject({ assignedCoachUserId: member.userId, revision: 2 });
    expect(await desk.list(sent.phone, `?coachUserId=${member.userId}`)).toMatchObject([
      { assignedCoach: { userId: member.userId } },
    ]);
    await desk.call(sent.phone, `members/${member.userId}`, { method: "DELETE" });
    const [item] = await desk.list(sent.phone);
    expect(item?.assignedCoach).toBeNull();
  });
});

test("A refusal repeats no text of the request, and neither does the log", async () => {
  const WORD = "zzrefusedzz";
  const sent = await aTask();
  const { phone } = sent;
  const high = { phone, taskId: await further(phone, { severity: "HIGH" }) };
  const form = { taskType: "FORM_REVIEW", sourceKind: "FORM" } as const;
  const review = { phone, taskId: await further(phone, form) };
  const closed = { phone, taskId: await further(phone) };
  await post(closed, "resolve", { resolutionType: "NOT_RELEVANT" });
  const resolution = { resolutionType: "HANDLED_OUTSIDE_APP", note: WORD };
  const taskIds = [sent.taskId];
  const ofMany = { action: "DISMISS", dismissReason: "HANDLED_OUTSIDE_APP", taskIds };
  const many = (body: unknown) => desk.call(phone, "coach-tasks/bulk", { method: "POST", body });
  const answers = [
    await post(closed, "resolve", resolution),
    await post(closed, "dismiss", { dismissReason: "NOT_RELEVANT", note: WORD }),
    await post(closed, "snooze", { snoozePreset: "ONE_HOUR", reason: WORD }),
    await post(high, "snooze", { snoozePreset: "ONE_HOUR", reason: WORD }),
    await post(review, "resolve", resolution),
    await post(sent, "review", { note: WORD }),
    await post(sent, "resolve", { ...resolution, note: WORD.repeat(200) }),
    await post(sent, "resolve", { ...resolution, resolutionType: WORD }),
    await post(sent, "resolve", { ...resolution, linkedActionId: WORD }),
    await post(sent, "dismiss", { dismissReason: WORD }),
    await post(sent, "dismiss", { dismissReason: "NOT_RELEVANT", untilOccurrences: WORD }),
    await post(sent, "snooze", { snoozedUntil: WORD }),
    await post(sent, "start", { platform: WORD }),
    await post(sent, "assign", { coachUserId: WORD }),
    await post(sent, "resolve", { ...resolution, expectedRevision: 7 }),
    await many({ ...ofMany, note: WORD.repeat(200) }),
    await many({ ...ofMany, taskIds: [WORD], note: WORD }),
    await desk.call(phone, `coach-tasks?sort=${WORD}&q=${WORD}`),
    await desk.call(phone, `coach-tasks?cursor=${WORD}`),
  ];
  expect(answers.map(({ status }) => status).filter((status) => status < 400)).toEqual([]);
  const skip = { reason: "CONFUSED", note: WORD };
  const synced = await send(desk.api, phone, [
    queued("quick-log.skip", { ...skip, taskId: randomUUID() }),
    queued("quick-log.skip", { ...skip, taskId: phone.agenda.habit.id, more: WORD }),
    queued("quick-log.skip", { ...skip, taskId: phone.agenda.habit.id, reason: WORD }),
  ]);
  expect(synced.data).not.toMatchObject({ results: [{ verdict: "ACCEPTED" }] });
  const texts = [...answers, synced].map(({ text }) => text);
  expect([...texts, ...logged].filter((text) => text.includes(WORD))).toEqual([]);
  expect(logged.length).toBeGreaterThan(answers.length);
});

async function aTask(changes: Partial<CoachTask> = {}) {
  const phone = await desk.phone();
  return { phone, taskId: await further(phone, changes) };
}

async function further({ pair }: Phone, changes: Partial<CoachTask> = {}): Promise<string> {
  const { workspaceId, relationshipId, client, coach } = pair;
  const owner = { clientUserId: client.userId, coachUserId: coach.userId };
  const task = await putCoachTask(em(), { workspaceId, relationshipId, ...owner }, changes);
  return task.id;
}

interface Sent {
  readonly phone: Phone;
  readonly taskId: string;
}

function post({ phone, taskId }: Sent, act: string, body: unknown = {}, more: TestRequest = {}) {
  return desk.call(phone, `coach-tasks/${taskId}/${act}`, { method: "POST", body, ...more });
}

async function acted(sent: ReturnType<typeof post>): Promise<ActedTask> {
  return actedTaskSchema.parse((await sent).data);
}

async function refused(sent: ReturnType<typeof post>) {
  const { status, code } = refusalOf(await sent);
  return `${status} ${code}`;
}

async function eventTypesOf(taskId: string) {
  const rows = await em()
    .fork()
    .find(OutboxRow, { subjectId: taskId, consumer: "event-feed" }, { orderBy: { id: "asc" } });
  return rows.map(({ type }) => type);
}
