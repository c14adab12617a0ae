import { describe, expect, test } from "@jest/globals";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { shownTask } from "../factories/agenda/agenda-rows.ts";
import { codeOf } from "../factories/code-of.ts";
import { scanAllCalendars } from "../factories/agenda/scan-all-calendars.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { pin } from "../factories/agenda/notices.ts";
import { planActs, programContent } from "../factories/plans/plan-acts.ts";
import { planBodies } from "../factories/plans/plans.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { readNotices } from "../factories/agenda/read-notices.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 2);
const DAY_SECONDS = 86_400;
const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 10 });
const acts = planActs(em);

const renamed = { ...planBodies.habit, title: "Twenty minutes" };

describe("in a race", () => {
  test("of eight programs one is assigned, and the others are refused with the running one", () =>
    inRounds(async () => {
      const owner = await buildAgendaOwner(em);
      const plans = await eight((index) =>
        acts.make(owner, programContent(1, `No ${String(index)}`)),
      );
      const answers = await Promise.allSettled(plans.map((planId) => acts.assign(owner, planId)));
      const made = answers.flatMap((answer) =>
        answer.status === "fulfilled" ? [answer.value] : [],
      );
      expect(made).toHaveLength(1);
      for (const answer of answers)
        if (answer.status === "rejected")
          expect(answer.reason).toMatchObject({
            code: "PROGRAM_RUNNING",
            details: { conflictingId: made[0]?.id },
          });
    }));

  test("between a resumed program and a new assignment, one runs", () =>
    inRounds(async (round) => {
      const owner = await buildAgendaOwner(em);
      const { assignmentId } = await acts.give(owner, programContent());
      await acts.pause(owner, assignmentId);
      const other = await acts.make(owner, programContent(1));
      const codes: (string | null)[] = [];
      await race(
        round,
        async () => codes.push(await codeOf(acts.resume(owner, assignmentId))),
        async () => codes.push(await codeOf(acts.assign(owner, other))),
      );
      expect(new Set(codes)).toEqual(new Set(["PROGRAM_RUNNING", null]));
      const { relationshipId } = owner;
      expect(await em.fork().count(PlanAssignment, { relationshipId, status: "ACTIVE" })).toBe(1);
    }));

  test("eight concurrent pauses, or replacements, take effect once", () =>
    inRounds(async () => {
      const owner = await buildAgendaOwner(em);
      const { assignmentId } = await acts.give(owner, planBodies.habit);
      expect(acceptedCount(await eight(() => codeOf(acts.pause(owner, assignmentId))))).toBe(1);
      const plans = await eight(() => acts.make(owner, renamed));
      const replace = (planId: string) => codeOf(acts.supersede(owner, assignmentId, planId));
      expect(acceptedCount(await Promise.all(plans.map(replace)))).toBe(1);
      const { relationshipId } = owner;
      expect(await em.fork().count(PlanAssignment, { relationshipId, status: "ACTIVE" })).toBe(1);
      expect(await em.fork().count(AgendaTask, { relationshipId, status: "PENDING" })).toBe(1);
    }));

  test("a hundred and one assignments fill the last place once", async () => {
    const owner = await buildAgendaOwner(em);
    const { assignmentId } = await acts.give(owner, planBodies.habit);
    const { id: _, ...row } = await em.fork().findOneOrFail(PlanAssignment, { id: assignmentId });
    for (let index = 0; index < 98; index += 1) {
      const planId = await acts.make(owner, planBodies.habit);
      await em.fork().insert(PlanAssignment, { ...row, planId, id: crypto.randomUUID() });
    }
    const plans = await eight(() => acts.make(owner, planBodies.habit));
    const codes = await Promise.all(plans.map((planId) => codeOf(acts.assign(owner, planId))));
    expect(acceptedCount(codes)).toBe(1);
    expect(new Set(codes)).toEqual(new Set([null, "ASSIGNMENT_LIMIT_REACHED"]));
    const replacement = await acts.make(owner, planBodies.habit);
    await acts.supersede(owner, assignmentId, replacement);
    const { relationshipId } = owner;
    expect(await em.fork().count(PlanAssignment, { relationshipId, status: "ACTIVE" })).toBe(100);
  });
});

describe("a pause that races", () => {
  test("with the opening of the day leaves no task to do, whichever comes first", () =>
    inRounds(async (round) => {
      await moveClock(ownerUrl, 0);
      const owner = await buildAgendaOwner(em);
      const { assignmentId } = await acts.give(owner, planBodies.habit);
      await moveClock(ownerUrl, DAY_SECONDS);
      await race(
        round,
        () => acts.pause(owner, assignmentId),
        () => scanAllCalendars(em),
      );
      await scanAllCalendars(em);
      const statuses = (await acts.tasksOf(assignmentId)).map(({ status }) => status);
      expect(["PENDING,CANCELED", "PENDING"]).toContain(statuses.join());
    }));

  test("with a completion either keeps it, or refuses it because its plan was paused", () =>
    inRounds(async (round) => {
      await moveClock(ownerUrl, 0);
      const scope = await buildScope(em);
      const { habit } = scope.agenda;
      const done = queued("quick-log.complete-task", { taskId: habit.id });
      let answered: unknown;
      await race(
        round,
        () => acts.pause(scope, habit.sourceId),
        async () => {
          answered = (await submit(admissionDeps(em), scope, [done])).results[0];
        },
      );
      const { status } = await em.fork().findOneOrFail(AgendaTask, { id: habit.id });
      expect(answered).toMatchObject(
        status === "COMPLETED"
          ? { status: "ACCEPTED" }
          : { conflictCode: "TASK_CANCELED", conflict: { changedBy: "COACH" } },
      );
      expect(["COMPLETED", "CANCELED"]).toContain(status);
    }));

  test("with the publication of a revision lets the resumed plan use the newest one", () =>
    inRounds(async (round) => {
      const owner = await buildAgendaOwner(em);
      const { planId, assignmentId } = await acts.give(owner, planBodies.habit);
      await acts.pause(owner, assignmentId);
      await race(
        round,
        () => acts.resume(owner, assignmentId),
        () => acts.publish(owner, planId, renamed),
      );
      await acts.spread();
      expect(await acts.tasksOf(assignmentId)).toMatchObject([
        { status: "PENDING", sourceRevision: 2, snapshot: { title: "Twenty minutes" } },
      ]);
    }));
});

describe("a published change that races", () => {
  test("with a completion keeps the completed task as it was, or explains the change", () =>
    inRounds(async (round) => {
      await moveClock(ownerUrl, 0);
      const scope = await buildScope(em);
      const { habit } = scope.agenda;
      const { planId } = await em.fork().findOneOrFail(PlanAssignment, { id: habit.sourceId });
      await acts.publish(scope, planId, renamed);
      const done = queued("quick-log.complete-task", { taskId: habit.id });
      let answered: unknown;
      await race(
        round,
        () => acts.spread(),
        async () => {
          answered = (await submit(admissionDeps(em), scope, [done])).results[0];
        },
      );
      await acts.spread();
      const task = await shownTask(em, habit.id);
      const isDone = task.status === "COMPLETED";
      expect(answered).toMatchObject(
        isDone
          ? { status: "ACCEPTED" }
          : { conflictCode: "STALE_REVISION", conflict: { changedFields: ["title"] } },
      );
      const title = isDone ? habit.snapshot.title : "Twenty minutes";
      expect(task).toMatchObject({ sourceRevision: isDone ? 1 : 2, snapshot: { title } });
    }));
});

describe("a replacement of a plan that races", () => {
  test("with a pin either shows the new task or refuses the pin", () =>
    inRounds(async (round) => {
      await moveClock(ownerUrl, 0);
      const scope = await buildScope(em);
      const { agenda, relationshipId } = scope;
      const planId = await acts.make(scope, renamed);
      let isPinned = false;
      await race(
        round,
        () => acts.supersede(scope, agenda.habit.sourceId, planId),
        async () => {
          const code = await codeOf(pin(em, scope, agenda.habit.id));
          expect([null, "STATE_CONFLICT"]).toContain(code);
          isPinned = code === null;
        },
      );
      const former = await em.fork().findOneOrFail(AgendaTask, { id: agenda.habit.id });
      expect(former).toMatchObject({
        status: "SUPERSEDED",
        supersededByTaskId: expect.any(String),
      });
      const day = { relationshipId, localDate: agenda.localDate };
      const { focusPin } = await readNotices(em.fork(), day);
      expect(focusPin?.taskId ?? null).toBe(isPinned ? former.supersededByTaskId : null);
    }));
});

async function race(round: number, one: () => Promise<unknown>, other: () => Promise<unknown>) {
  const [first, second] = round % 2 === 0 ? [one, other] : [other, one];
  const begun = first();
  await Promise.all([begun, second()]);
}

function eight<T>(work: (index: number) => Promise<T>) {
  return Promise.all(Array.from({ length: 8 }, (_, index) => work(index)));
}

async function inRounds(play: (round: number) => Promise<void>) {
  for (let round = 0; round < ROUNDS; round += 1) await play(round);
}

function acceptedCount(codes: readonly (string | null)[]) {
  return codes.filter((code) => code === null).length;
}
