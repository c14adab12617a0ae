import { describe, expect, test } from "@jest/globals";
import { followAssignment } from "../../activities/agenda/calendar/follow-assignment.ts";
import { eraseAgenda } from "../../db/agenda/erase-agenda.ts";
import { insertTasks } from "../../db/agenda/insert-tasks.ts";
import { listDayTasks, loadTasks } from "../../db/agenda/queries.ts";
import { AgendaTaskSnapshot } from "../../db/agenda/snapshots/agenda-task-snapshot.ts";
import { pruneTaskSnapshots } from "../../db/agenda/snapshots/delete-snapshots.ts";
import { findContent } from "../../db/agenda/snapshots/snapshot-memory.ts";
import { storeSnapshots } from "../../db/agenda/snapshots/store-snapshots.ts";
import { newId } from "../../db/platform/new-id.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { exportSections } from "../../db/privacy/facts/export-sections.ts";
import { getSupportAgendaTask } from "../../db/sync/support/agenda/queries.ts";
import { transact, type Tx } from "../../db/platform/transactions/transact.ts";
import type { DayTask } from "../../rules/agenda/agenda-task.ts";
import { buildCoach } from "../factories/accounts/identity.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { shownTask } from "../factories/agenda/agenda-rows.ts";
import { gather, meet, waitersForLocks } from "../factories/db/meet.ts";
import { eventually } from "../factories/eventually.ts";
import { planActs } from "../factories/plans/plan-acts.ts";
import { type AgendaOwner, planBodies } from "../factories/plans/plans.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useClient } from "../harness/use-client.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, superuserUrl } = await useOrm(await useOwnDatabase());
const superuser = await useClient(superuserUrl);
const acts = planActs(em);
const prune = (tx: Tx) => pruneTaskSnapshots(tx, 1_000);

/** Bytes of a task's row; with what it shows it had about 1,300. */
const ROW_BYTES = 600;

describe("The snapshot of tasks (docs/rooms/agenda.md#snapshots)", () => {
  test("is one row for all clients with a plan, and has a key of its own in another workspace", async () => {
    const [one, other] = await twoClients();
    const planId = await acts.make(one, planBodies.habit);
    const tasks = [await assigned(one, planId), await assigned(other, planId)] as const;
    expect(tasks[0].snapshotKey).toBe(tasks[1].snapshotKey);
    expect(tasks[0]).toMatchObject({ snapshot: { title: planBodies.habit.title } });
    expect(await columnsOf(tasks[0].id)).toEqual({ snapshot: null, action_schema: null });
    const elsewhere = { ...(await dayTask(one)), workspaceId: newId() };
    const key = await transact(em, async (tx) =>
      (await storeSnapshots(tx, [elsewhere]))(elsewhere),
    );
    expect(key).not.toBe(tasks[0].snapshotKey);
  });

  test("leaves a small row to each task", async () => {
    const { agenda } = await buildScope(em);
    const { rows } = await superuser.query<{ bytes: number }>(
      "select pg_column_size(task.*) as bytes from agenda_task task where id = any($1)",
      [[agenda.habit.id, agenda.supplement.id, agenda.meal.id, agenda.water.id]],
    );
    expect(rows).toHaveLength(4);
    for (const { bytes } of rows) expect(bytes).toBeLessThan(ROW_BYTES);
  });

  test("is stored once by two acts that meet, and both their tasks show it", async () => {
    const [one, other] = await twoClients();
    const planId = await acts.make(one, planBodies.habit);
    const ids = [(await acts.assign(one, planId)).id, (await acts.assign(other, planId)).id];
    await gather(
      superuserUrl,
      "agenda_task_snapshot",
      ids.map((assignmentId) => () => follow(assignmentId)),
    );
    const [[first], [second]] = [
      await acts.tasksOf(ids[0] ?? ""),
      await acts.tasksOf(ids[1] ?? ""),
    ];
    expect(first?.snapshotKey).toBe(second?.snapshotKey);
    expect(second?.snapshot.title).toBe(planBodies.habit.title);
  });

  test("stays with a done task whose plan is revised; the one that a renewed task showed goes with the sweep", async () => {
    const scope = await buildScope(em);
    const { habit, meal } = scope.agenda;
    const done = queued("quick-log.complete-task", { taskId: habit.id });
    const { results } = await submit(admissionDeps(em), scope, [done]);
    expect(results).toMatchObject([{ status: "ACCEPTED" }]);
    const [doneBefore, before] = [await shownTask(em, habit.id), await shownTask(em, meal.id)];
    for (const [task, body] of [
      [habit, planBodies.habit],
      [meal, planBodies.meal],
    ] as const)
      await acts.publish(scope, task.snapshot.planId ?? "", { ...body, title: "Renamed" });
    await acts.spread();
    const [doneAfter, after] = [await shownTask(em, habit.id), await shownTask(em, meal.id)];
    expect(doneAfter).toMatchObject({
      snapshotKey: doneBefore.snapshotKey,
      snapshot: { title: planBodies.habit.title },
    });
    expect(after.snapshot.title).toBe("Renamed");
    expect(after.snapshotKey).not.toBe(before.snapshotKey);
    await trustUntil("-2 minutes");
    await transact(em, prune);
    expect(await exists(before.snapshotKey)).toBe(false);
    expect(await exists(doneAfter.snapshotKey)).toBe(true);
    // It is in use, so the next run does not look at it.
    const kept = await em
      .fork()
      .findOneOrFail(AgendaTaskSnapshot, { key: doneAfter.snapshotKey ?? "" });
    expect(kept.trustedUntil.getTime()).toBeGreaterThan(Date.now());
  });

  test("has its secret in one row, beside which no other can be inserted", async () => {
    const insert = (onlyRow: boolean) =>
      superuser.query("insert into agenda_snapshot_setting values ($1, '', false)", [onlyRow]);
    await expect(insert(false)).rejects.toMatchObject({ code: "23514" });
    await expect(insert(true)).rejects.toMatchObject({ code: "23505" });
  });

  test("is in its client's export and in support's view of a task", async () => {
    const { agenda, clientUserId } = await buildScope(em);
    const { id, snapshot, actionSchema } = agenda.habit;
    const first = { userId: clientUserId, afterId: null, limit: 50 };
    const facts = await exportSections.agendaTasks(em.fork(), first);
    expect(facts).toContainEqual(expect.objectContaining({ id, snapshot }));
    expect(await getSupportAgendaTask(em.fork(), id)).toMatchObject({ snapshot, actionSchema });
  });

  test("is also in the columns of the row while processes of the previous release may read it", async () => {
    const owner = await buildAgendaOwner(em);
    const task = await dayTask(owner);
    const fill = (fills: boolean) =>
      superuser.query("update agenda_snapshot_setting set fills_columns = $1", [fills]);
    await fill(true);
    const id = await transact(em, (tx) => put(tx, task));
    const { snapshot, actionSchema } = task;
    expect(await columnsOf(id)).toEqual({ snapshot, action_schema: actionSchema });
    const renamed = { ...planBodies.habit, title: "Renamed" };
    await acts.publish(owner, snapshot.planId ?? "", renamed);
    await acts.spread();
    await fill(false);
    expect(await columnsOf(task.id)).toMatchObject({ snapshot: { title: "Renamed" } });
  });

  test("is written again although a process knows it, when a restore has taken its row", async () => {
    const owner = await buildAgendaOwner(em);
    const task = await dayTask(owner);
    await loadTasks(executorOf(em.fork()), owner.relationshipId, [task.id]);
    const { snapshotKey } = await shownTask(em, task.id);
    expect(findContent(snapshotKey ?? "")).toMatchObject({ snapshot: task.snapshot });
    await superuser.query("delete from agenda_task_snapshot where key = $1", [snapshotKey]);
    await transact(em, (tx) => put(tx, task));
    expect(await titlesOf(owner)).toEqual([task.snapshot.title, task.snapshot.title]);
  });
});

describe("The sweep of snapshots", () => {
  test("and a writer that waits for it: the writer stores the snapshot again", async () => {
    const { owner, task } = await unused("-2 minutes");
    await meet(em, prune, () => transact(em, (tx) => put(tx, task)));
    expect(await titlesOf(owner)).toEqual([task.snapshot.title]);
  });

  test("leaves a snapshot to the writer that has just made it trusted again", async () => {
    const { owner, task } = await unused("-2 minutes");
    await meet(
      em,
      (tx) => put(tx, task),
      () => transact(em, prune),
    );
    expect(await titlesOf(owner)).toEqual([task.snapshot.title]);
  });

  test("spares a snapshot within the grace time, because a writer that trusted it may not have committed", async () => {
    const { owner, task } = await unused("-30 seconds");
    await transact(em, prune);
    expect(await exists((await storedKey(task)) ?? null)).toBe(true);
    const { owner: second, task: trusted } = await unused("1 hour");
    await stoppedBefore(
      () => transact(em, (tx) => put(tx, trusted)),
      async () => {
        await trustUntil("-30 seconds");
        await transact(em, prune);
      },
    );
    expect(await titlesOf(second)).toEqual([trusted.snapshot.title]);
    expect(await titlesOf(owner)).toEqual([]);
  });

  test("takes no snapshot from under any of many writers", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { owner, task } = await unused("-2 minutes");
      await Promise.all([
        transact(em, (tx) => put(tx, task)),
        transact(em, prune),
        transact(em, prune),
      ]);
      expect(await titlesOf(owner)).toEqual([task.snapshot.title]);
    }
  });
});

describe("The erasure of a client's days", () => {
  test("takes the snapshots that only their tasks show, and leaves those of another client's", async () => {
    const [gone, stays] = await twoClients();
    const own = await assigned(gone, await acts.make(gone, planBodies.habit));
    const planId = await acts.make(gone, planBodies.meal);
    const shared = await assigned(gone, planId);
    await assigned(stays, planId);
    await erase(gone);
    expect([await exists(own.snapshotKey), await exists(shared.snapshotKey)]).toEqual([
      false,
      true,
    ]);
    expect(await titlesOf(stays)).toEqual([planBodies.meal.title]);
  });

  test("waits for a writer that found the snapshot, and then leaves it to the writer's task", async () => {
    const [gone, stays] = await twoClients();
    const planId = await acts.make(gone, planBodies.habit);
    const { snapshotKey } = await assigned(gone, planId);
    const { id } = await acts.assign(stays, planId);
    const { erasing } = await stoppedBefore(
      () => follow(id),
      async () => {
        const erased = erase(gone);
        await eventually(
          () => waitersForLocks(em),
          (count) => count >= 2,
        );
        return { erasing: erased };
      },
    );
    await erasing;
    expect(await exists(snapshotKey)).toBe(true);
    expect(await titlesOf(stays)).toEqual([planBodies.habit.title]);
  });

  test("lets a writer wait, which then stores the snapshot again", async () => {
    const [gone, stays] = await twoClients();
    const planId = await acts.make(gone, planBodies.habit);
    await assigned(gone, planId);
    const { id } = await acts.assign(stays, planId);
    await forgetHistory(gone);
    await meet(
      em,
      (tx) => eraseAgenda(tx, [gone.relationshipId]),
      () => follow(id),
    );
    expect(await titlesOf(stays)).toEqual([planBodies.habit.title]);
  });
});

async function twoClients(): Promise<readonly [AgendaOwner, AgendaOwner]> {
  const coach = await buildCoach(em);
  return [await buildAgendaOwner(em, { coach }), await buildAgendaOwner(em, { coach })];
}

const follow = (assignmentId: string) =>
  transact(em, (tx) => followAssignment(tx, { assignmentId, requestId: null }));

/** The present day's task of a plan that is assigned now. */
async function assigned(owner: AgendaOwner, planId: string) {
  const { id } = await acts.assign(owner, planId);
  await follow(id);
  const [task] = await acts.tasksOf(id);
  if (task === undefined) throw new Error("The plan made no task");
  return task;
}

/** A task of a client's present day, as the rules make it. */
async function dayTask(owner: AgendaOwner): Promise<DayTask> {
  const { assignmentId } = await acts.give(owner, planBodies.habit);
  const [made] = await acts.tasksOf(assignmentId);
  if (made === undefined) throw new Error("The plan made no task");
  const tasks = await listDayTasks(executorOf(em.fork()), owner.relationshipId, [made.localDate]);
  const task = tasks.find(({ id }) => id === made.id);
  if (task === undefined) throw new Error("The day has no such task");
  return task;
}

/** Stores another task that shows the same. Returns its id. */
async function put(tx: Tx, like: DayTask): Promise<string> {
  const id = newId();
  const task = { ...like, id, sourceKey: `like:${id}`, items: [] };
  const keyOf = await storeSnapshots(tx, [task]);
  await insertTasks(tx, [{ task, eventId: newId(), snapshotKey: keyOf(task) }]);
  return id;
}

/** A stored snapshot that no task shows any more, and a task that would. */
async function unused(trusted: string) {
  const owner = await buildAgendaOwner(em);
  const task = await dayTask(owner);
  await forgetHistory(owner);
  await superuser.query("delete from agenda_task where id = $1", [task.id]);
  await trustUntil(trusted);
  return { owner, task };
}

/** Changes until when writers trust all snapshots, from now on. */
async function trustUntil(interval: string): Promise<void> {
  await superuser.query(
    "update agenda_task_snapshot set trusted_until = clock_now() + $1::interval",
    [interval],
  );
}

/** Deletes the history of a client's tasks, which otherwise stays until a deletion is due. */
async function forgetHistory({ relationshipId }: AgendaOwner): Promise<void> {
  await superuser.query("set session_replication_role = replica");
  await superuser.query("delete from agenda_task_event where relationship_id = $1", [
    relationshipId,
  ]);
  await superuser.query("reset session_replication_role");
}

async function erase(owner: AgendaOwner): Promise<void> {
  await forgetHistory(owner);
  await transact(em, (tx) => eraseAgenda(tx, [owner.relationshipId]));
}

/** Stops an act before it inserts a task, and does something meanwhile. */
async function stoppedBefore<T>(
  act: () => Promise<unknown>,
  meanwhile: () => Promise<T>,
): Promise<T> {
  await superuser.query(`
    create or replace function wait_at_gate() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(37); return null; end $$;
    create trigger gate before insert on agenda_task for each statement execute function wait_at_gate()`);
  await superuser.query("select pg_advisory_lock(37)");
  const acting = act();
  const ended = Promise.allSettled([acting]);
  try {
    await eventually(
      () => waitersForLocks(em),
      (count) => count >= 1,
    );
    return await meanwhile();
  } finally {
    await superuser.query("select pg_advisory_unlock(37)");
    await ended;
    await superuser.query("drop trigger gate on agenda_task");
    await acting;
  }
}

async function columnsOf(taskId: string) {
  const { rows } = await superuser.query<{ snapshot: unknown; action_schema: unknown }>(
    "select snapshot, action_schema from agenda_task where id = $1",
    [taskId],
  );
  return rows[0];
}

async function exists(key: string | null): Promise<boolean> {
  return (await em.fork().count(AgendaTaskSnapshot, { key: key ?? newId() })) > 0;
}

async function storedKey({ snapshot, workspaceId }: DayTask): Promise<string | undefined> {
  const found = await em.fork().find(AgendaTaskSnapshot, { workspaceId });
  return found.find((one) => one.snapshot.planId === snapshot.planId)?.key;
}

/** Titles of all tasks of a client, as PostgreSQL reads them. */
async function titlesOf({ relationshipId }: AgendaOwner): Promise<readonly string[]> {
  const { rows } = await superuser.query<{ date: string }>(
    "select distinct local_date::text as date from agenda_task where relationship_id = $1",
    [relationshipId],
  );
  const dates = rows.map(({ date }) => date);
  const tasks = await listDayTasks(executorOf(em.fork()), relationshipId, dates);
  return tasks.map(({ snapshot }) => snapshot.title);
}
