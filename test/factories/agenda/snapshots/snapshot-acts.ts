import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Client } from "pg";
import { followAssignment } from "../../../../activities/agenda/calendar/follow-assignment.ts";
import { eraseAgenda } from "../../../../db/agenda/erase-agenda.ts";
import { insertTasks } from "../../../../db/agenda/insert-tasks.ts";
import { listDayTasks } from "../../../../db/agenda/queries.ts";
import { AgendaTaskSnapshot } from "../../../../db/agenda/snapshots/agenda-task-snapshot.ts";
import { storeSnapshots } from "../../../../db/agenda/snapshots/store-snapshots.ts";
import { newId } from "../../../../db/platform/new-id.ts";
import { executorOf } from "../../../../db/platform/pipeline/pipeline.ts";
import { transact, type Tx } from "../../../../db/platform/transactions/transact.ts";
import type { DayTask } from "../../../../rules/agenda/agenda-task.ts";
import { buildCoach } from "../../accounts/identity.ts";
import { waitersForLocks } from "../../db/meet.ts";
import { eventually } from "../../eventually.ts";
import { planActs } from "../../plans/plan-acts.ts";
import { type AgendaOwner, planBodies } from "../../plans/plans.ts";
import { buildAgendaOwner } from "../agenda-owner.ts";

/** Acts on tasks and their snapshots. The superuser changes what the product never does. */
export function snapshotActs(em: SqlEntityManager, superuser: Client) {
  const acts = planActs(em);
  return {
    acts,
    twoClients,
    follow,
    assigned,
    dayTask,
    put,
    unused,
    trustUntil,
    forgetHistory,
    erase,
    stoppedBefore,
    columnsOf,
    exists,
    storedKey,
    titlesOf,
  };

  async function twoClients(): Promise<readonly [AgendaOwner, AgendaOwner]> {
    const coach = await buildCoach(em);
    return [await buildAgendaOwner(em, { coach }), await buildAgendaOwner(em, { coach })];
  }

  async function follow(assignmentId: string) {
    await transact(em, (tx) => followAssignment(tx, { assignmentId, requestId: null }));
  }

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
}
