import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "@jest/globals";
import { renewAllEpochs } from "../../workers/operator/renew-all-epochs.ts";
import { rescoreTasks } from "../../activities/inbox/upkeep/rescore-tasks.ts";
import {
  type InboxChanges,
  inboxChangesSchema,
  inboxPageSchema,
} from "../../contract/inbox/schema.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { insertInboxChanges } from "../../db/inbox/changes/insert-inbox-changes.ts";
import type { CoachTask } from "../../db/inbox/coach-task.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useInboxDesk } from "../factories/inbox/inbox-desk.ts";
import { refusalBody, refusalOf } from "../factories/sync/phone.ts";

const stop = new AbortController();
const desk = await useInboxDesk({ stop: stop.signal });
const phone = await desk.phone();

const em = () => desk.api.deps.database.em;
const ask = (query: string, by = phone) => desk.call(by, `coach-tasks/changes${query}`);

describe("Changes of the inbox (docs/rooms/inbox.md#changes)", () => {
  test("are none after a list, then the changed task, then the removed one, each by the previous cursor", async () => {
    const task = await putTask();
    const cursor = await listed();
    const none = await changes(`?since=${cursor}`);
    expect(none).toMatchObject({ reload: false, taskIds: [], removedIds: [], counts: null });
    await pin(task);
    const pinned = await changes(`?since=${none.cursor}`);
    expect(pinned).toMatchObject({ reload: false, taskIds: [task.id], removedIds: [] });
    const { unread: _, ...counts } = await desk.counts(phone);
    expect(pinned.counts).toEqual(counts);
    await resolve(task);
    const gone = await changes(`?since=${pinned.cursor}`);
    expect(gone).toMatchObject({ reload: false, taskIds: [], removedIds: [task.id] });
    const sinceList = await changes(`?since=${cursor}`);
    expect({ ...sinceList, cursor: "" }).toEqual({ ...gone, cursor: "" });
  });

  test("are repeated for the same cursor", async () => {
    const task = await putTask();
    const cursor = await listed();
    await pin(task);
    const [one, other] = [await changes(`?since=${cursor}`), await changes(`?since=${cursor}`)];
    expect({ ...other, cursor: "" }).toEqual({ ...one, cursor: "" });
  });

  test("are awaited, returned within a second of their commit, and hold no connection meanwhile", async () => {
    const task = await putTask();
    const cursor = await listed();
    const { poolState } = desk.api.deps.database;
    const waiting = Array.from({ length: 9 }, () => changes(`?since=${cursor}&waitSeconds=20`));
    await sleep(1_500);
    expect(poolState().open - poolState().idle).toBeLessThanOrEqual(1);
    const pinnedAt = performance.now();
    await pin(task);
    for (const change of await Promise.all(waiting)) expect(change.taskIds).toEqual([task.id]);
    // Without the change they would have waited until their timeout.
    expect(performance.now() - pinnedAt).toBeLessThan(18_000);
  });

  test("are empty at the timeout, and complete by the next cursor", async () => {
    const task = await putTask();
    const cursor = await listed();
    const none = await changes(`?since=${cursor}&waitSeconds=1`);
    expect(none).toMatchObject({ reload: false, taskIds: [], counts: null });
    await pin(task);
    expect(await changes(`?since=${none.cursor}`)).toMatchObject({ taskIds: [task.id] });
  });

  test("include a snooze that is over, before its task is woken, and a waiting request gets it at its end", async () => {
    const until = (ms: number) => new Date(Date.now() + ms);
    const task = await putTask(phone, { status: "SNOOZED", snoozedUntil: until(2_000) });
    const cursor = await listed();
    const change = await changes(`?since=${cursor}&waitSeconds=20`);
    expect(change).toMatchObject({ taskIds: [task.id], removedIds: [] });
    expect((await desk.list(phone)).map(({ taskId }) => taskId)).toContain(task.id);
    expect(await changes(`?since=${change.cursor}`)).toMatchObject({ taskIds: [] });
  });

  test("say `reload` after a sweep rescored tasks, and beyond 200 tasks", async () => {
    const own = await desk.phone();
    await putTask(own, { dueAt: new Date(), scoreChangesAt: new Date() });
    const cursor = await listed(own);
    await rescoreTasks(em(), { except: [] });
    expect(await changes(`?since=${cursor}`, own)).toMatchObject({ reload: true, taskIds: [] });
    const { workspaceId } = own.pair;
    const tasks = [];
    for (let count = 0; count < 201; count += 1) tasks.push(await putTask(own));
    const insertChanges = (some: readonly { readonly id: string }[]) =>
      transact(em(), (tx) =>
        insertInboxChanges(
          executorOf(tx),
          some.map(({ id }) => ({ id, workspaceId })),
          { now: new Date() },
        ),
      );
    const before = await listed(own);
    await insertChanges(tasks.slice(0, 200));
    expect((await changes(`?since=${before}`, own)).taskIds).toHaveLength(200);
    await insertChanges(tasks.slice(200));
    expect(await changes(`?since=${before}`, own)).toMatchObject({ reload: true, taskIds: [] });
    const latest = await listed(own);
    await insertChanges(tasks);
    expect(await changes(`?since=${latest}`, own)).toMatchObject({ reload: true, taskIds: [] });
  });

  test("without a cursor say `reload`", async () => {
    expect(await changes("")).toMatchObject({ reload: true, taskIds: [], removedIds: [] });
  });
});

describe("Changes of the inbox are refused", () => {
  test("without a token, to a client, and in the client app", async () => {
    const path = `/api/v1/workspaces/${phone.pair.workspaceId}/coach-tasks/changes`;
    expect((await desk.api.call("GET", path, {})).status).toBe(401);
    expect(refusalOf(await desk.api.call("GET", path, { token: phone.token })).status).toBe(403);
  });

  test("to a coach of another workspace, as for an unknown one", async () => {
    const other = await desk.phone();
    const path = `/api/v1/workspaces/${other.pair.workspaceId}/coach-tasks/changes`;
    const token = phone.pair.coachToken;
    const foreign = await desk.api.call("GET", path, { token });
    const unknown = path.replace(other.pair.workspaceId, other.deviceId);
    expect(refusalOf(foreign).status).toBe(404);
    expect(refusalBody(foreign)).toEqual(
      refusalBody(await desk.api.call("GET", unknown, { token })),
    );
  });

  test.each([
    "?waitSeconds=26",
    "?waitSeconds=-1",
    "?waitSeconds=soon",
    "?since=1.e30.x",
    "?limit=1",
  ])("for %s", async (query) => {
    expect(refusalOf(await ask(query)).status).toBe(400);
  });

  test("for the cursor of another workspace and for that of a list", async () => {
    const other = await desk.phone();
    expect(refusalOf(await ask(`?since=${await listed(other)}`))).toMatchObject({
      status: 400,
      code: "CURSOR_INVALID",
    });
    await putTask();
    await putTask();
    const { data } = await desk.call(phone, "coach-tasks?limit=1");
    const { nextCursor } = inboxPageSchema.parse(data);
    expect(refusalOf(await ask(`?since=${nextCursor}`))).toMatchObject({ code: "CURSOR_INVALID" });
  });

  test("for a cursor from before a restore and for one older than 24 hours", async () => {
    await pin(await putTask());
    const cursor = await listed();
    await renewAllEpochs(em());
    const expired = { status: 410, code: "CURSOR_EXPIRED" };
    expect(refusalOf(await ask(`?since=${cursor}`))).toMatchObject(expired);
    const later = await listed();
    try {
      await moveClock(desk.api.database.ownerUrl, 24 * 3_600 + 60);
      expect(refusalOf(await ask(`?since=${later}`))).toMatchObject(expired);
    } finally {
      await moveClock(desk.api.database.ownerUrl, 0);
    }
  });

  test("to a member who was removed while waiting, who gets no change", async () => {
    const task = await putTask();
    const cursor = await listed();
    const waiting = ask(`?since=${cursor}&waitSeconds=20`);
    await sleep(500);
    const { workspaceId, coach } = phone.pair;
    const place = { workspaceId, userId: coach.userId };
    await em().fork().nativeUpdate(WorkspaceMembership, place, { status: "ENDED" });
    await transact(em(), (tx) => insertInboxChanges(executorOf(tx), [task], { now: new Date() }));
    expect(refusalOf(await waiting).status).toBe(404);
    await em().fork().nativeUpdate(WorkspaceMembership, place, { status: "ACTIVE" });
  });
});

// Last, because the process of these tests does not restart.
test("A waiting console gets an empty answer and a closed connection when the process gets a stop signal", async () => {
  const cursor = await listed();
  const waiting = ask(`?since=${cursor}&waitSeconds=25`);
  await sleep(200);
  stop.abort();
  const response = await waiting;
  expect(inboxChangesSchema.parse(response.data)).toMatchObject({ reload: false, taskIds: [] });
  expect(response.headers.get("Connection")).toBe("close");
  const again = await ask(`?since=${cursor}&waitSeconds=25`);
  expect(inboxChangesSchema.parse(again.data)).toMatchObject({ reload: false, taskIds: [] });
});

async function changes(query: string, by = phone): Promise<InboxChanges> {
  return inboxChangesSchema.parse((await ask(query, by)).data);
}

/** The cursor of the first page of a list as it is now. */
async function listed(by = phone): Promise<string> {
  const { data } = await desk.call(by, "coach-tasks?limit=1");
  return inboxPageSchema.parse(data).changesCursor ?? "";
}

function putTask(by = phone, more: Partial<CoachTask> = {}) {
  const { workspaceId, relationshipId, client, coach } = by.pair;
  const users = { clientUserId: client.userId, coachUserId: coach.userId };
  return putCoachTask(em(), { workspaceId, relationshipId, ...users }, more);
}

function pin({ id }: CoachTask, method = "PUT") {
  return desk.call(phone, `coach-tasks/${id}/pin`, { method });
}

function resolve({ id }: CoachTask) {
  return desk.call(phone, `coach-tasks/${id}/resolve`, {
    method: "POST",
    body: { resolutionType: "NOT_RELEVANT" },
  });
}
