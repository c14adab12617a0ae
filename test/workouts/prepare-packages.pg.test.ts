import { describe, expect, test } from "@jest/globals";
import { prepareFor } from "../../activities/workouts/deliver-to-workouts.ts";
import { taskId } from "../../contract/agenda/task-id.ts";
import { payloadChecksum } from "../../contract/canonical-form.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { WorkoutPackage } from "../../db/workouts/workout-package.ts";
import { WorkoutSnapshot } from "../../db/workouts/workout-snapshot.ts";
import { addDays } from "../../rules/local-day.ts";
import { sha256 } from "../../rules/sha256.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { isStatement } from "../factories/db/explain.ts";
import { planActs, programContent } from "../factories/plans/plan-acts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const acts = planActs(em);

describe("preparing packages (docs/rooms/workouts.md#packages)", () => {
  test("packs the open workout of the day and the next one, under the ids of their tasks", async () => {
    const { owner, assignmentId } = await training();
    const { relationshipId } = owner;
    const [today, next, ...others] = await packagesOf(owner);
    expect(others).toEqual([]);
    const [task] = await acts.tasksOf(assignmentId);
    expect(today).toMatchObject({ taskId: task?.id, programDay: 0, sourceRevision: 1 });
    const localDate = addDays(today?.localDate ?? "", 2);
    const sourceKey = `plan-assignment:${assignmentId}`;
    const key = { relationshipId, localDate, taskKind: "WORKOUT", sourceKey } as const;
    const id = await taskId(key, sha256);
    expect(next).toMatchObject({ taskId: id, localDate, programDay: 2, assignmentId });
    // Both days have the same workout except for the day.
    expect(next?.snapshotChecksum).not.toBe(today?.snapshotChecksum);
    const { workspaceId } = owner;
    const checksum = today?.snapshotChecksum ?? "";
    const { content } = await em.fork().findOneOrFail(WorkoutSnapshot, { workspaceId, checksum });
    expect(await payloadChecksum(content, sha256)).toBe(checksum);
    expect(content).toMatchObject({ skipPolicy: "ALLOWED", day: { title: "Legs" } });
  });

  test("again writes nothing; each package has one event with its id", async () => {
    const { owner } = await training();
    const before = await packagesOf(owner);
    expect(await writesOf(() => prepare(owner))).toEqual([]);
    expect(await packagesOf(owner)).toEqual(before);
    const events = await eventsOf(before.map(({ id }) => id));
    const named = new Map(events.map(({ subjectId, type, refs }) => [subjectId, [type, refs]]));
    expect(events).toHaveLength(2);
    for (const { id, taskId: of, relationshipId } of before)
      expect(named.get(id)).toEqual([
        "OfflineWorkoutPackagePrepared",
        { relationshipId, taskId: of },
      ]);
  });

  test("withdraws them with a pause, and restores the same ones when it resumes", async () => {
    const { owner, assignmentId } = await training();
    const before = await offeredTo(owner);
    await acts.pause(owner, assignmentId);
    await prepare(owner);
    expect(await offeredTo(owner)).toEqual([]);
    await acts.resume(owner, assignmentId);
    await prepare(owner);
    const after = await offeredTo(owner);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(await eventsOf(after.map(({ id }) => id))).toHaveLength(2);
  });

  test("switches to another plan; submits for the former one are refused if the coach says so", async () => {
    for (const stopUse of [false, true]) {
      const { owner, assignmentId } = await training();
      const planId = await acts.make(owner, programContent(2, "Shorter"));
      const { successor } = await acts.supersede(owner, assignmentId, planId, stopUse);
      const former = (await packagesOf(owner)).filter((each) => each.assignmentId === assignmentId);
      expect(former.map((each) => each.stopUse)).toEqual([stopUse, stopUse]);
      await prepare(owner);
      const offered = await offeredTo(owner);
      expect(offered.map((each) => each.assignmentId)).toEqual([successor.id, successor.id]);
    }
  });

  test("leaves packages of finished tasks, and gives the next one another revision", async () => {
    const { owner, planId, assignmentId } = await training();
    const [task] = await acts.tasksOf(assignmentId);
    await em.fork().nativeUpdate(AgendaTask, { id: task?.id ?? "" }, { status: "COMPLETED" });
    const [today, next] = await offeredTo(owner);
    await acts.publish(owner, planId, programContent(4, "Stronger"));
    await acts.spread();
    await prepare(owner);
    const [stays, renewed] = await offeredTo(owner);
    expect(stays?.id).toBe(today?.id);
    expect(renewed).toMatchObject({ taskId: next?.taskId, sourceRevision: 2 });
    // The trained content is the same: a draft stays current.
    expect(renewed?.snapshotChecksum).toBe(next?.snapshotChecksum);
    expect(renewed?.packageChecksum).not.toBe(next?.packageChecksum);
  });

  test("takes as many statements for many relationships as for one", async () => {
    const content = programContent(1);
    const owners = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const owner = await buildAgendaOwner(em);
        await acts.give(owner, content);
        return owner;
      }),
    );
    const [one, ...others] = owners;
    if (one === undefined) throw new Error("No client trains");
    const alone = await statementsOf(() => prepare(one));
    expect(await statementsOf(() => prepare(...others))).toBe(alone);
    expect(alone).toBeLessThan(24);
  });

  test("twice at once has the same result as once", async () => {
    const owner = await buildAgendaOwner(em);
    await acts.give(owner, programContent());
    await Promise.all([prepare(owner), prepare(owner), prepare(owner)]);
    const packages = await packagesOf(owner);
    expect(packages).toHaveLength(2);
    expect(await eventsOf(packages.map(({ id }) => id))).toHaveLength(2);
  });
});

async function statementsOf(act: () => Promise<unknown>): Promise<number> {
  return (await recordStatements(act)).sent.filter(isStatement).length;
}

async function writesOf(act: () => Promise<unknown>): Promise<readonly string[]> {
  const { sent } = await recordStatements(act);
  const written = /(?:insert into|update) "?(?:workout_|scope_change|relationship_scope|outbox)/;
  return sent.map(({ text }) => text).filter((text) => written.test(text));
}

type Owner = Awaited<ReturnType<typeof buildAgendaOwner>>;

function prepare(...owners: readonly Owner[]) {
  return prepareFor(
    em,
    owners.map(({ relationshipId }) => relationshipId),
    null,
  );
}

function packagesOf({ relationshipId }: Owner) {
  return em
    .fork()
    .find(WorkoutPackage, { relationshipId }, { orderBy: { localDate: "asc", id: "asc" } });
}

async function offeredTo(owner: Owner) {
  return (await packagesOf(owner)).filter(({ supersededAt }) => supersededAt === null);
}

function eventsOf(ids: readonly string[]) {
  return em.fork().find(OutboxRow, { subjectId: { $in: [...ids] }, consumer: "event-feed" });
}

async function training(content = programContent()) {
  const owner = await buildAgendaOwner(em);
  const given = await acts.give(owner, content);
  await prepare(owner);
  return { owner, ...given };
}
