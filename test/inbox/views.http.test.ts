import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { insertInboxChanges } from "../../db/inbox/changes/insert-inbox-changes.ts";
import {
  inboxChangesSchema,
  inboxPageSchema,
  readMarkSchema,
} from "../../contract/inbox/schema.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { saveReadMark } from "../../db/inbox/views/write-read-mark.ts";
import { findInboxReader } from "../../db/inbox/views/queries.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { signInOfUser } from "../factories/agenda/read-notices.ts";
import { coachTaskRow, putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { useInboxDesk } from "../factories/inbox/inbox-desk.ts";
import { type Phone, refusalOf } from "../factories/sync/phone.ts";

const desk = await useInboxDesk();
const em = () => desk.api.deps.database.em.fork();

describe("A list that names no filter, sort or snoozed tasks (docs/rooms/inbox.md#preferences)", () => {
  test("follows the saved preferences, says so and counts the URGENT tasks that they hide; a request that names one sets them aside", async () => {
    const phone = await desk.phone();
    const [old, urgent, young] = await Promise.all([
      put(phone, { taskType: "PLAN_UPDATE", lastOccurrenceAt: new Date("2026-01-01") }),
      put(phone, { taskType: "PROGRESS_ALERT", severity: "URGENT" }),
      put(phone, { taskType: "PLAN_UPDATE", lastOccurrenceAt: new Date("2026-02-01") }),
    ]);
    const all = [urgent, young, old].map(({ id }) => id);
    const standard = await read(phone, "");
    expect([standard.ids, standard.page.appliedPreferences]).toMatchObject([
      all,
      { sort: "PRIORITY" },
    ]);
    const chosen = await choose(phone, { typeFilter: ["PLAN_UPDATE"], sort: "NEWEST" });
    const own = await read(phone, "");
    expect(own.ids).toEqual([young.id, old.id]);
    expect(own.page).toMatchObject({ appliedPreferences: chosen, hiddenUrgent: 1 });
    for (const query of [
      "?defaults=none",
      "?sort=PRIORITY",
      "?includeSnoozed=false",
      "?status=OPEN",
    ]) {
      const { ids, page } = await read(phone, query);
      expect([query, ids, page.appliedPreferences, page.hiddenUrgent]).toEqual([
        query,
        all,
        null,
        0,
      ]);
    }
    expect(await desk.counts(phone)).toMatchObject({ badge: 3, highSeverity: 1 });
    const changes = await desk.call(phone, "coach-tasks/changes");
    expect(inboxChangesSchema.parse(changes.data).reload).toBe(true);
  });

  test("has a cursor that belongs to the preferences applied", async () => {
    const phone = await desk.phone();
    for (let count = 0; count < 3; count += 1) await put(phone, { taskType: "PLAN_UPDATE" });
    await choose(phone, { sort: "DUE" });
    const first = await read(phone, "?limit=2");
    const cursor = `cursor=${first.page.nextCursor}`;
    const second = await read(phone, `?limit=2&${cursor}`);
    expect(new Set([...first.ids, ...second.ids]).size).toBe(3);
    const foreign = await desk.call(phone, `coach-tasks?limit=2&defaults=none&${cursor}`);
    expect(refusalOf(foreign)).toMatchObject({ status: 400, code: "CURSOR_INVALID" });
    await choose(phone, { sort: "NEWEST" });
    const later = await desk.call(phone, `coach-tasks?limit=2&${cursor}`);
    expect(refusalOf(later)).toMatchObject({ status: 400, code: "CURSOR_INVALID" });
  });
});

describe("What a coach has not read (docs/rooms/inbox.md#unread)", () => {
  test("is everything after the instant of a page that they marked; only that moves, no revision and no touch", async () => {
    const phone = await desk.phone();
    const { habit, water } = phone.agenda;
    await desk.skip(phone, habit.id, "CONFUSED");
    const { page, items } = await read(phone, "");
    expect([items.map(({ unread }) => unread), page.readThrough]).toEqual([[true], null]);
    const before = await tasksOf(phone);
    const answer = await mark(phone, page.shownThrough ?? "");
    expect(readMarkSchema.parse(answer.data)).toEqual({ readThrough: page.shownThrough });
    expect(await unreadOf(phone)).toEqual([]);
    expect(await tasksOf(phone)).toEqual(before);
    await desk.skip(phone, water.id, "CONFUSED");
    const fresh = await read(phone, "?unread=true");
    expect(fresh.items).toMatchObject([{ unread: true, occurrenceCount: 2 }]);
    expect(await unreadOf(phone)).toEqual(fresh.ids);
    const [{ taskId } = { taskId: "" }] = fresh.items;
    const { data } = await desk.call(phone, `coach-tasks/${taskId}`);
    expect(data).toMatchObject({ unread: true });
    await mark(phone, fresh.page.shownThrough ?? "");
    const back = await mark(phone, page.shownThrough ?? "");
    expect(back.data).toEqual({ readThrough: fresh.page.shownThrough });
    await desk.call(phone, `coach-tasks/${taskId}/start`, { method: "POST" });
    expect(await unreadOf(phone)).toEqual([]);
  });

  test("includes what was under way while the page was read, also if it carries an earlier instant", async () => {
    const phone = await desk.phone();
    await desk.skip(phone, phone.agenda.habit.id, "CONFUSED");
    const { workspaceId, coach } = phone.pair;
    const member = { workspaceId, userId: coach.userId };
    const key = { ...(await signInOfUser(em(), coach.userId)), workspaceId };
    await transact(em(), async (tx) => {
      const late = coachTaskRow(ownerOf(phone), { createdAt: await clockNow(tx) });
      await tx.insert(CoachTask, late);
      await insertInboxChanges(executorOf(tx), [{ id: late.id, workspaceId, isNews: true }], {
        now: late.createdAt,
      });
      await desk.skip(phone, phone.agenda.water.id, "CONFUSED");
      const movedAt = (await findInboxReader(executorOf(em()), key))?.movedAt;
      if (movedAt === undefined || movedAt === null) throw new Error("The inbox has moved");
      expect(movedAt.getTime()).toBeGreaterThanOrEqual(late.createdAt.getTime());
      await transact(em(), (other) => saveReadMark(other, { ...member, readThrough: movedAt }));
    });
    expect(await unreadOf(phone)).toHaveLength(1);
  });

  test("is marked by a member alone, and only up to what a page has shown", async () => {
    const phone = await desk.phone();
    await desk.skip(phone, phone.agenda.habit.id, "CONFUSED");
    const { shownThrough } = (await read(phone, "")).page;
    const other = await desk.phone();
    const sendAs = async (token: string | undefined, body: object) => {
      const path = `/api/v1/workspaces/${phone.pair.workspaceId}/coach-tasks/read-mark`;
      const { status } = await desk.api.call("PUT", path, {
        ...(token !== undefined && { token }),
        body,
        key: randomUUID(),
      });
      return status;
    };
    const body = { readThrough: shownThrough };
    const { coachToken } = phone.pair;
    expect(await sendAs(undefined, body)).toBe(401);
    expect(await sendAs(phone.token, body)).toBe(403);
    expect(await sendAs(other.pair.coachToken, body)).toBe(404);
    expect(await sendAs(coachToken, {})).toBe(400);
    expect(await sendAs(coachToken, { readThrough: "2999-01-01T00:00:00.000Z" })).toBe(400);
    expect(await unreadOf(phone)).toHaveLength(1);
    expect([await sendAs(coachToken, body), await sendAs(coachToken, body)]).toEqual([200, 200]);
    expect(await unreadOf(phone)).toEqual([]);
  });
});

function ownerOf({ pair, relationshipId }: Phone) {
  const { workspaceId, client, coach } = pair;
  return { workspaceId, relationshipId, clientUserId: client.userId, coachUserId: coach.userId };
}

function put(phone: Phone, changes: Partial<CoachTask>) {
  return putCoachTask(em(), ownerOf(phone), changes);
}

async function read(phone: Phone, query: string) {
  const page = inboxPageSchema.parse((await desk.call(phone, `coach-tasks${query}`)).data);
  return { page, items: page.items, ids: page.items.map(({ taskId }) => taskId) };
}

async function choose(phone: Phone, changes: object) {
  const body = {
    statusFilter: [],
    typeFilter: [],
    sort: "PRIORITY",
    showSnoozed: false,
    ...changes,
  };
  await desk.call(phone, "coach-tasks/preferences", { method: "PUT", body });
  return body;
}

function mark(phone: Phone, readThrough: string) {
  return desk.call(phone, "coach-tasks/read-mark", { method: "PUT", body: { readThrough } });
}

/** The unread tasks, which the counts agree with. */
async function unreadOf(phone: Phone): Promise<readonly string[]> {
  const { ids } = await read(phone, "?unread=true");
  expect((await desk.counts(phone)).unread).toBe(ids.length);
  return ids;
}

function tasksOf({ relationshipId }: Phone) {
  return em().find(CoachTask, { relationshipId }, { orderBy: { id: "asc" } });
}
