import { describe, expect, test } from "@jest/globals";
import { loadTasks } from "../../db/agenda/queries.ts";
import { AgendaTaskSnapshot } from "../../db/agenda/snapshots/agenda-task-snapshot.ts";
import { pruneTaskSnapshots } from "../../db/agenda/snapshots/delete-snapshots.ts";
import { findContent } from "../../db/agenda/snapshots/snapshot-memory.ts";
import { storeSnapshots } from "../../db/agenda/snapshots/store-snapshots.ts";
import { newId } from "../../db/platform/new-id.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { exportSections } from "../../db/privacy/facts/export-sections.ts";
import { getSupportAgendaTask } from "../../db/sync/support/agenda/queries.ts";
import { transact, type Tx } from "../../db/platform/transactions/transact.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { snapshotActs } from "../factories/agenda/snapshots/snapshot-acts.ts";
import { shownTask } from "../factories/agenda/agenda-rows.ts";
import { gather } from "../factories/db/meet.ts";
import { planBodies } from "../factories/plans/plans.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useClient } from "../harness/use-client.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, superuserUrl } = await useOrm(await useOwnDatabase());
const superuser = await useClient(superuserUrl);
const {
  acts,
  twoClients,
  follow,
  assigned,
  dayTask,
  put,
  trustUntil,
  columnsOf,
  exists,
  titlesOf,
} = snapshotActs(em, superuser);
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
