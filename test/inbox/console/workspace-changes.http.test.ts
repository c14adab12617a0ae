import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "@jest/globals";
import {
  type WorkspaceChanges,
  workspaceChangesSchema,
} from "../../../contract/inbox/console/changes-schema.ts";
import { workspaceOverviewSchema } from "../../../contract/inbox/console/overview-schema.ts";
import { WORKSPACE_CHANGES_LIMITS } from "../../../contract/inbox/console/changes-vocabulary.ts";
import { insertInboxChanges } from "../../../db/inbox/changes/insert-inbox-changes.ts";
import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import { recordScopeChanges } from "../../../db/platform/scopes/record-scope-changes.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import { WorkspaceMembership } from "../../../db/workspaces/workspace-membership.ts";
import { renewAllEpochs } from "../../../workers/operator/renew-all-epochs.ts";
import { isStatement } from "../../factories/db/explain.ts";
import { moveClock } from "../../factories/db/move-clock.ts";
import { putCoachTask } from "../../factories/inbox/coach-tasks.ts";
import { useInboxDesk } from "../../factories/inbox/inbox-desk.ts";
import { type Phone, refusalBody, refusalOf, sync } from "../../factories/sync/phone.ts";
import { settleAll, settlementDeps } from "../../factories/sync/settlement.ts";
import { queued } from "../../factories/sync/sync.ts";
import { recordStatements } from "../../harness/record-statements.ts";

const stop = new AbortController();
const desk = await useInboxDesk({ stop: stop.signal });
const phone = await desk.phone();

const em = () => desk.api.deps.database.em;
const ask = (query: string, by = phone) => desk.call(by, `changes${query}`);
const client = ({ relationshipId }: Phone) =>
  expect.objectContaining({ kind: "CLIENT", id: relationshipId });
const nothing = { reload: false, changed: [], overview: null };

describe("Changes of a workspace (docs/rooms/inbox.md#changes-of-a-workspace)", () => {
  test("without a cursor ask for everything, with the counts and a cursor", async () => {
    const first = await changes("");
    expect(first).toMatchObject({ reload: true, changed: [] });
    const { inbox } = first.overview ?? {};
    expect(inbox).toMatchObject(await desk.counts(phone));
    expect(await changes(`?since=${first.cursor}`)).toMatchObject(nothing);
  });

  test("name a task with its revision, and a closed one too", async () => {
    const task = await putTask();
    const { cursor } = await changes("");
    await pin(task);
    const pinned = await changes(`?since=${cursor}`);
    expect(pinned.changed).toEqual([{ kind: "TASK", id: task.id, version: 1 }]);
    expect(pinned.overview?.inbox).toMatchObject(await desk.counts(phone));
    expect(pinned.overview).toEqual(await overviewOf(phone));
    await resolve(task);
    const closed = await changes(`?since=${pinned.cursor}`);
    expect(closed.changed).toEqual([{ kind: "TASK", id: task.id, version: 2 }]);
  });

  test("name a client when the phone sends something, and once more when that is settled", async () => {
    const own = await desk.phone();
    const { cursor } = await changes("", own);
    const waiting = changes(`?since=${cursor}&waitSeconds=20`, own);
    await tap(own);
    const tapped = await waiting;
    expect(tapped.changed).toEqual([client(own)]);
    const again = changes(`?since=${tapped.cursor}&waitSeconds=20`, own);
    await sleep(1_500);
    await settleAll(settlementDeps(em()), { deviceId: own.deviceId });
    const settled = await again;
    expect(settled.changed).toEqual([client(own)]);
    expect(await changes(`?since=${settled.cursor}&waitSeconds=2`, own)).toMatchObject(nothing);
  });

  test("include a change that was dated before the cursor and commits after it, also for a waiting console", async () => {
    const own = await desk.phone();
    const { cursor } = await changes("", own);
    const [commit, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = transact(em().fork(), async (tx) => {
      await change(tx, own);
      written.resolve();
      await commit.promise;
    });
    await written.promise;
    const none = await changes(`?since=${cursor}`, own);
    expect(none).toMatchObject(nothing);
    const waiting = changes(`?since=${none.cursor}&waitSeconds=20`, own);
    await sleep(1_200);
    commit.resolve();
    await late;
    expect((await waiting).changed).toEqual([client(own)]);
    expect((await changes(`?since=${cursor}`, own)).changed).toEqual([client(own)]);
  });

  test("are awaited without a connection, and one poll a second serves every console", async () => {
    const own = await desk.phone();
    const { cursor } = await changes("", own);
    const { poolState } = desk.api.deps.database;
    const waiting = Array.from({ length: 5 }, () =>
      changes(`?since=${cursor}&waitSeconds=20`, own),
    );
    await sleep(1_500);
    const { sent } = await recordStatements(() => sleep(2_000));
    expect(poolState().open - poolState().idle).toBeLessThanOrEqual(1);
    const polls = sent.filter(({ text }) => text.includes("scope_change"));
    expect(polls.length).toBeGreaterThanOrEqual(1);
    expect(polls.length).toBeLessThanOrEqual(3);
    await transact(em(), (tx) => change(tx, own));
    for (const { changed } of await Promise.all(waiting)) expect(changed).toEqual([client(own)]);
  });

  test("take as many statements for two changed clients as for one", async () => {
    const own = await desk.phone();
    const other = await desk.phone({ coach: own.pair.coach });
    const { cursor } = await changes("", own);
    const counted = async (...phones: readonly Phone[]) => {
      for (const one of phones) await transact(em(), (tx) => change(tx, one));
      const { result, sent } = await recordStatements(() => changes(`?since=${cursor}`, own));
      return { ids: result.changed.length, statements: sent.filter(isStatement).length };
    };
    const one = await counted(own);
    expect(one.ids).toBe(1);
    const two = await counted(own, other);
    expect(two).toEqual({ ids: 2, statements: one.statements });
  });

  test("ask for everything beyond 200 changes, after ten minutes, and after a restore", async () => {
    const own = await desk.phone();
    const tasks = [];
    const most = WORKSPACE_CHANGES_LIMITS.changed;
    for (let count = 0; count < most; count += 1) tasks.push(await putTask(own));
    const { workspaceId } = own.pair;
    const places = tasks.map(({ id }) => ({ id, workspaceId }));
    const touchAll = () =>
      transact(em(), (tx) => insertInboxChanges(executorOf(tx), places, { now: new Date() }));
    const { cursor } = await changes("", own);
    await touchAll();
    expect((await changes(`?since=${cursor}`, own)).changed).toHaveLength(most);
    await transact(em(), (tx) => change(tx, own));
    const many = await changes(`?since=${cursor}`, own);
    expect(many).toMatchObject({ reload: true, changed: [] });
    expect(many.overview).not.toBeNull();
    expect(await changes(`?since=${many.cursor}`, own)).toMatchObject(nothing);
    try {
      await moveClock(desk.api.database.ownerUrl, 601);
      const old = await changes(`?since=${many.cursor}`, own);
      expect(old).toMatchObject({ reload: true, changed: [] });
      await renewAllEpochs(em());
      expect(await changes(`?since=${old.cursor}`, own)).toMatchObject({ reload: true });
    } finally {
      await moveClock(desk.api.database.ownerUrl, 0);
    }
  });
});

describe("Changes of a workspace are refused", () => {
  test("without a token, to a client, and in the client app", async () => {
    const path = `/api/v1/workspaces/${phone.pair.workspaceId}/changes`;
    expect((await desk.api.call("GET", path, {})).status).toBe(401);
    expect(refusalOf(await desk.api.call("GET", path, { token: phone.token })).status).toBe(403);
  });

  test("to a coach of another workspace, as for an unknown one", async () => {
    const other = await desk.phone();
    const path = `/api/v1/workspaces/${other.pair.workspaceId}/changes`;
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
    `?since=${"x".repeat(WORKSPACE_CHANGES_LIMITS.cursorLength + 1)}`,
    "?limit=1",
  ])("for %s", async (query) => {
    expect(refusalOf(await ask(query)).status).toBe(400);
  });

  test("for the cursor of another workspace, and for that of the inbox", async () => {
    const other = await desk.phone();
    const { cursor } = await changes("", other);
    const invalid = { status: 400, code: "CURSOR_INVALID" };
    expect(refusalOf(await ask(`?since=${cursor}`))).toMatchObject(invalid);
    const { data } = await desk.call(phone, "coach-tasks/changes");
    const inbox = String(Reflect.get(Object(data), "cursor"));
    expect(refusalOf(await ask(`?since=${inbox}`))).toMatchObject(invalid);
  });

  test("to a member who was removed while waiting, who gets no change", async () => {
    const { cursor } = await changes("");
    const waiting = ask(`?since=${cursor}&waitSeconds=20`);
    await sleep(500);
    const { workspaceId, coach } = phone.pair;
    const place = { workspaceId, userId: coach.userId };
    await em().fork().nativeUpdate(WorkspaceMembership, place, { status: "ENDED" });
    await transact(em(), (tx) => change(tx, phone));
    expect(refusalOf(await waiting).status).toBe(404);
    await em().fork().nativeUpdate(WorkspaceMembership, place, { status: "ACTIVE" });
  });

  test("to a member who was removed while nothing changed, at the end of the wait", async () => {
    const { cursor } = await changes("");
    const waiting = ask(`?since=${cursor}&waitSeconds=2`);
    await sleep(500);
    const { workspaceId, coach } = phone.pair;
    const place = { workspaceId, userId: coach.userId };
    await em().fork().nativeUpdate(WorkspaceMembership, place, { status: "ENDED" });
    expect(refusalOf(await waiting).status).toBe(404);
    await em().fork().nativeUpdate(WorkspaceMembership, place, { status: "ACTIVE" });
  });
});

// Last, because the process of these tests does not restart.
test("A console that follows a workspace gets an empty answer and a closed connection when the process gets a stop signal", async () => {
  const { cursor } = await changes("");
  const waiting = ask(`?since=${cursor}&waitSeconds=25`);
  await sleep(200);
  stop.abort();
  const response = await waiting;
  expect(workspaceChangesSchema.parse(response.data)).toMatchObject(nothing);
  expect(response.headers.get("Connection")).toBe("close");
});

async function changes(query: string, by = phone): Promise<WorkspaceChanges> {
  return workspaceChangesSchema.parse((await ask(query, by)).data);
}

/** The counts as the route for them answers, without its cursor. */
async function overviewOf(by: Phone): Promise<unknown> {
  const { data } = await desk.call(by, "overview");
  const { changesCursor: _cursor, ...counts } = workspaceOverviewSchema.parse(data);
  return counts;
}

function putTask(by = phone) {
  const { workspaceId, relationshipId, client: owner, coach } = by.pair;
  const users = { clientUserId: owner.userId, coachUserId: coach.userId };
  return putCoachTask(em(), { workspaceId, relationshipId, ...users }, {});
}

function pin({ id }: CoachTask) {
  return desk.call(phone, `coach-tasks/${id}/pin`, { method: "PUT" });
}

function resolve({ id }: CoachTask) {
  return desk.call(phone, `coach-tasks/${id}/resolve`, {
    method: "POST",
    body: { resolutionType: "NOT_RELEVANT" },
  });
}

async function change(
  tx: Parameters<typeof recordScopeChanges>[0],
  { relationshipId }: Pick<Phone, "relationshipId">,
) {
  await recordScopeChanges(
    tx,
    [{ relationshipId, changes: { scope: [relationshipId] } }],
    await clockNow(tx),
  );
}

function tap(by: Phone) {
  const skip = { taskId: by.agenda.habit.id, reason: "CONFUSED" };
  return sync(desk.api, by, [queued("quick-log.skip", skip)]);
}
