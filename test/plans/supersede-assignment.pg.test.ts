import { describe, expect, test } from "@jest/globals";
import type { PlanContent } from "../../contract/plans/content-schema.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { AgendaTaskEvent } from "../../db/agenda/agenda-task-event.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { codeOf } from "../factories/code-of.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { pin } from "../factories/agenda/notices.ts";
import { planActs, programContent } from "../factories/plans/plan-acts.ts";
import { planBodies } from "../factories/plans/plans.ts";
import { readNotices } from "../factories/agenda/read-notices.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const acts = planActs(em);

const rowOf = (id: string) => em.fork().findOneOrFail(PlanAssignment, { id });
const evening: PlanContent = { ...planBodies.habit, title: "In the evening" };

describe("a plan that replaces another", () => {
  test("creates its task on the present day; the untouched task is superseded by it", async () => {
    const owner = await buildAgendaOwner(em);
    const { assignmentId } = await acts.give(owner, planBodies.habit);
    const planId = await acts.make(owner, evening);
    const { superseded, successor } = await acts.supersede(owner, assignmentId, planId);
    expect(superseded).toMatchObject({
      status: "SUPERSEDED",
      supersededByAssignmentId: successor.id,
    });
    expect(successor).toMatchObject({ status: "ACTIVE", planId });
    const next = await taskOf(successor.id);
    const former = await taskOf(assignmentId);
    expect(next).toMatchObject({ status: "PENDING", snapshot: { title: "In the evening" } });
    expect(former).toMatchObject({
      status: "SUPERSEDED",
      revision: 2,
      supersededByTaskId: next.id,
      supersededAt: expect.any(Date),
      canceledAt: null,
      changedByKind: "COACH",
    });
    const history = await em
      .fork()
      .find(AgendaTaskEvent, { taskId: former.id }, { orderBy: { id: "asc" } });
    expect(history.at(-1)).toMatchObject({ toStatus: "SUPERSEDED", reason: "SOURCE_SUPERSEDED" });
    expect(await rowOf(assignmentId)).toMatchObject({ plannedDates: [] });
  });

  test("cancels the task if it is of another kind, and the pin shows nothing; the same kind keeps the pin", async () => {
    const owner = await buildAgendaOwner(em);
    const { assignmentId } = await acts.give(owner, planBodies.habit);
    const { localDate, id } = await taskOf(assignmentId);
    await pin(em, { ...owner, agenda: { localDate } }, id);
    const shown = async () =>
      (await readNotices(em.fork(), { ...owner, localDate })).focusPin?.taskId ?? null;
    const { successor } = await acts.supersede(
      owner,
      assignmentId,
      await acts.make(owner, evening),
    );
    expect(await shown()).toBe((await taskOf(successor.id)).id);
    const meal = await acts.make(owner, planBodies.meal);
    await acts.supersede(owner, successor.id, meal);
    expect(await taskOf(successor.id)).toMatchObject({
      status: "CANCELED",
      supersededByTaskId: null,
    });
    expect(await shown()).toBeNull();
  });

  test("leaves started tasks, and a paused plan creates none until it is replaced", async () => {
    const owner = await buildAgendaOwner(em);
    const { assignmentId } = await acts.give(owner, planBodies.habit);
    await em.fork().nativeUpdate(AgendaTask, { sourceId: assignmentId }, { status: "IN_PROGRESS" });
    const first = await acts.supersede(owner, assignmentId, await acts.make(owner, evening));
    expect(await taskOf(assignmentId)).toMatchObject({ status: "IN_PROGRESS", revision: 1 });
    await acts.pause(owner, first.successor.id);
    const planId = await acts.make(owner, planBodies.habit);
    const second = await acts.supersede(owner, first.successor.id, planId);
    expect(await taskOf(first.successor.id)).toMatchObject({ status: "CANCELED" });
    expect(await taskOf(second.successor.id)).toMatchObject({ status: "PENDING" });
  });

  test("emits events for both, and a program may replace a program", async () => {
    const owner = await buildAgendaOwner(em);
    const { assignmentId } = await acts.give(owner, programContent());
    const planId = await acts.make(owner, programContent(2, "Shorter"));
    const { successor } = await acts.supersede(owner, assignmentId, planId);
    const events = await em.fork().find(OutboxRow, {
      subjectId: { $in: [assignmentId, successor.id] },
      consumer: "event-feed",
    });
    expect(events.map(({ subjectId, type }) => [subjectId, type])).toEqual([
      [assignmentId, "ProgramAssigned"],
      [assignmentId, "ProgramSuperseded"],
      [successor.id, "ProgramAssigned"],
    ]);
    expect(await taskOf(successor.id)).toMatchObject({ taskKind: "WORKOUT", sourceChildKey: "0" });
  });

  test("must be published, of the workspace and not running already; else nothing changes", async () => {
    const owner = await buildAgendaOwner(em);
    const stranger = await buildAgendaOwner(em);
    const { assignmentId, planId } = await acts.give(owner, planBodies.habit);
    const { planId: running } = await acts.give(owner, planBodies.meal);
    const before = [await rowOf(assignmentId), await acts.tasksOf(assignmentId)];
    const draft = await acts.make(owner, evening, false);
    const foreign = await acts.make(stranger, evening);
    for (const [given, code] of [
      [draft, "STATE_CONFLICT"],
      [planId, "STATE_CONFLICT"],
      [running, "STATE_CONFLICT"],
      [foreign, "NOT_FOUND"],
    ] as const)
      expect(await codeOf(acts.supersede(owner, assignmentId, given))).toBe(code);
    const sound = await acts.make(owner, evening);
    expect(await codeOf(acts.supersede(stranger, assignmentId, foreign))).toBe("NOT_FOUND");
    expect([await rowOf(assignmentId), await acts.tasksOf(assignmentId)]).toEqual(before);
    await acts.supersede(owner, assignmentId, sound);
    const another = await acts.make(owner, evening);
    expect(await codeOf(acts.supersede(owner, assignmentId, another))).toBe("STATE_CONFLICT");
    for (const status of ["PAUSED", "ENDED"] as const) {
      await setRelationshipStatus(em, owner.relationshipId, status);
      expect(await codeOf(acts.supersede(owner, assignmentId, another))).toMatch(
        /STATE_CONFLICT|RELATIONSHIP_INACTIVE/,
      );
    }
  });

  test("fails to replace a habit by a program while another program runs", async () => {
    const owner = await buildAgendaOwner(em);
    const { assignmentId: program } = await acts.give(owner, programContent());
    const { assignmentId } = await acts.give(owner, planBodies.habit);
    const other = await acts.make(owner, programContent(1));
    await expect(acts.supersede(owner, assignmentId, other)).rejects.toMatchObject({
      code: "PROGRAM_RUNNING",
      details: { conflictingId: program },
    });
    expect(await rowOf(assignmentId)).toMatchObject({ status: "ACTIVE" });
  });
});

async function taskOf(assignmentId: string) {
  const [task] = await acts.tasksOf(assignmentId);
  if (task === undefined) throw new Error("No task was made");
  return task;
}
