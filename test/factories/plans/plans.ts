import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { followAssignment } from "../../../activities/agenda/calendar/follow-assignment.ts";
import { openDays } from "../../../activities/agenda/calendar/open-days.ts";
import { projectDays } from "../../../activities/agenda/project-days.ts";
import { assignPlan } from "../../../activities/plans/assignments/assign-plan.ts";
import { createPlan } from "../../../activities/plans/create-plan.ts";
import { type PlanContent, planContentSchema } from "../../../contract/plans/content-schema.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import { listDayTasks } from "../../../db/agenda/queries.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import type { DayTask } from "../../../rules/agenda/agenda-task.ts";
import { putImage } from "../../harness/put-image.ts";
import { rememberShown } from "./remember-shown.ts";
import { findScopeImages } from "../../harness/scope-images.ts";
import { localDateOf } from "../../../rules/local-day.ts";

/** The coach and client of an agenda. */
export interface AgendaOwner {
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly coachUserId: string;
  readonly timezone: string;
}

/** The tasks of one day, one of each kind: a habit to complete, items to tick, a value to record. */
export interface BuiltAgenda {
  readonly localDate: string;
  /** It offers COMPLETE_TASK, SKIP and UNDO. */
  readonly habit: DayTask;
  /** Two items, the second not bulk eligible. */
  readonly supplement: DayTask;
  /** Three items, due at 12:30. */
  readonly meal: DayTask;
  /** It offers RECORD_VALUE: WATER in ml, 50..2000, target 2500, ACCUMULATE. */
  readonly water: DayTask;
  /** It offers RECORD_VALUE: STEPS in steps, 0..100000, no target, REPLACE. */
  readonly steps: DayTask;
}

const DAILY = { rrule: "FREQ=DAILY" };

/** Plan bodies as a coach would send them, parsed. */
export const planBodies = {
  habit: parsed({ kind: "HABIT", title: "Ten minutes of stretching", recurrence: DAILY }),
  supplement: parsed({
    kind: "SUPPLEMENT",
    title: "Morning supplements",
    recurrence: DAILY,
    items: [
      { label: "Vitamin D", amount: "1 capsule" },
      { label: "Iron", amount: "1 tablet", bulkEligible: false },
    ],
  }),
  meal: parsed({
    kind: "MEAL",
    title: "Lunch",
    instructions: "Eat slowly.",
    recurrence: DAILY,
    dueTime: "12:30",
    items: [
      { label: "Rice", amount: "150 g" },
      { label: "Chicken", amount: "200 g" },
      { label: "Salad" },
    ],
  }),
  water: parsed({
    kind: "HABIT",
    title: "Drink water",
    recurrence: DAILY,
    metric: {
      metricKind: "WATER",
      unit: "ml",
      min: 50,
      max: 2_000,
      target: 2_500,
      mode: "ACCUMULATE",
    },
  }),
  steps: parsed({
    kind: "HABIT",
    title: "Walk",
    recurrence: DAILY,
    metric: { metricKind: "STEPS", unit: "steps", min: 0, max: 100_000, mode: "REPLACE" },
  }),
} as const;

/** Creates a plan of each kind, assigns them all and materialises the present day, through the acts. */
export async function buildAgenda(em: SqlEntityManager, owner: AgendaOwner): Promise<BuiltAgenda> {
  const localDate = localDateOf(await clockNow(em.fork()), owner.timezone);
  const ids = [
    await buildAssignment(em, owner, planBodies.habit),
    await buildAssignment(em, owner, planBodies.supplement),
    await buildAssignment(em, owner, planBodies.meal),
    await buildAssignment(em, owner, planBodies.water),
    await buildAssignment(em, owner, planBodies.steps),
  ] as const;
  await transact(em, (tx) => followAssignment(tx, { assignmentId: ids[0], requestId: null }));
  const tasks = await listDayTasks(executorOf(em.fork()), owner.relationshipId, [localDate]);
  return agendaOf(tasks, localDate, ids);
}

/** Inserts the agenda that {@link buildAgenda} makes, for tests about something else. */
export async function putAgenda(em: SqlEntityManager, owner: AgendaOwner): Promise<BuiltAgenda> {
  const images = findScopeImages();
  if (images === null || owner.timezone !== "UTC") return await buildAgenda(em, owner);
  const { ids, agenda, localDate: recordedDate } = images;
  const { relationshipId, workspaceId, coachUserId } = owner;
  const { localDate } = await transact(em, async (tx) =>
    openDays(tx, relationshipId, { now: await clockNow(tx), requestId: null }),
  );
  const now = await clockNow(em.fork());
  const idOf = await putImage(em, agenda, {
    now,
    ids: new Map([
      [ids.coachUserId, coachUserId],
      [ids.workspaceId, workspaceId],
      [ids.relationshipId, relationshipId],
    ]),
    days: { from: recordedDate, to: localDate },
    scopeId: relationshipId,
  });
  const tasks = await listDayTasks(executorOf(em.fork()), relationshipId, [localDate]);
  await rememberShown(em, relationshipId, tasks);
  await transact(em, (tx) => projectDays(tx, [{ relationshipId, localDate }], now));
  return agendaOf(tasks, localDate, ids.assignmentIds.map(idOf));
}

/** The tasks of a day from {@link buildAgenda} or a copy, by their assignments in its order. */
export function agendaOf(
  tasks: readonly DayTask[],
  localDate: string,
  [habit = "", supplement = "", meal = "", water = "", steps = ""]: readonly string[],
): BuiltAgenda {
  const from = (assignmentId: string) => taskOf(tasks, assignmentId);
  return {
    localDate,
    habit: from(habit),
    supplement: from(supplement),
    meal: from(meal),
    water: from(water),
    steps: from(steps),
  };
}

/** Creates one plan and assigns it from today on. Returns the id of the assignment. */
export async function buildAssignment(
  em: SqlEntityManager,
  owner: AgendaOwner,
  content: PlanContent,
): Promise<string> {
  return await transact(em, async (tx) => {
    const { plan } = await createPlan(tx, {
      workspaceId: owner.workspaceId,
      createdByUserId: owner.coachUserId,
      content,
      publish: true,
    });
    const assignment = await assignPlan(tx, {
      workspaceId: owner.workspaceId,
      relationshipId: owner.relationshipId,
      planId: plan.id,
      startDate: null,
      endDate: null,
      followsNewer: true,
      assignedByUserId: owner.coachUserId,
      requestId: null,
    });
    return assignment.id;
  });
}

function taskOf(tasks: readonly DayTask[], assignmentId: string): DayTask {
  const task = tasks.find(({ sourceId }) => sourceId === assignmentId);
  if (task === undefined) throw new Error("The assignment made no task today");
  return task;
}

function parsed(body: unknown): PlanContent {
  return planContentSchema.parse(body);
}
