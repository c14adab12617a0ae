import { expect } from "@jest/globals";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { pino } from "pino";
import { spreadRevisions } from "../../../activities/agenda/calendar/spread-revisions.ts";
import { copyPlan } from "../../../activities/plans/copy-plan.ts";
import { publishPlan } from "../../../activities/plans/publish-plan.ts";
import { savePlanDraft } from "../../../activities/plans/save-plan-draft.ts";
import { AgendaDay } from "../../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../../db/agenda/agenda-task.ts";
import { RelationshipCalendar } from "../../../db/agenda/calendar/relationship-calendar.ts";
import { PlanAssignment } from "../../../db/plans/plan-assignment.ts";
import { Plan } from "../../../db/plans/plan.ts";
import { RelationshipScope } from "../../../db/sync/relationship-scope.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { withShown } from "../agenda/agenda-rows.ts";
import { planActs } from "./plan-acts.ts";
import { type AgendaOwner, planBodies } from "./plans.ts";

const log = pino({ level: "silent" });

/** The plan of a habit that one client follows, as the coach changed it, modelled outside the database. */
export interface PlanModel {
  readonly owner: AgendaOwner;
  planId: string;
  assignmentId: string;
  /** Whether it creates tasks. */
  status: "ACTIVE" | "PAUSED";
  /** Assignments that were replaced. */
  readonly former: string[];
  draftRevision: number;
  /** The content of the draft; null without one. */
  draft: string | null;
  /** The content of each revision, the first at 0. */
  published: (string | null)[];
  /** The revision that the client follows. */
  applied: number;
  /** Open and past days, as far as they were read. */
  readonly days: Set<string>;
  /** The expected task, by assignment and day. */
  readonly tasks: Map<string, ModelledTask>;
  /** Ids of the tasks that the client has acted on, and of those that are done. */
  readonly touched: Set<string>;
  readonly done: Set<string>;
}

/** A task as its source leaves it. */
interface ModelledTask {
  /** The revision at which it was created or renewed, and its content. */
  readonly sourceRevision: number;
  readonly instructions: string | null;
  readonly withdrawn: "CANCELED" | "SUPERSEDED" | null;
  /** Undone by the client after its source ended, which withdraws it in its next sweep. */
  readonly loose?: true;
}

/** The plan of an assignment, published once and not changed yet. */
export async function planModelOf(
  em: SqlEntityManager,
  owner: AgendaOwner,
  assignmentId: string,
): Promise<PlanModel> {
  const { planId } = await em.fork().findOneOrFail(PlanAssignment, assignmentId);
  const unchanged = { draftRevision: 1, draft: null, published: [null], applied: 1 };
  const days = { days: new Set<string>(), tasks: new Map(), touched: new Set<string>() };
  const done = new Set<string>();
  return { owner, planId, assignmentId, status: "ACTIVE", former: [], ...unchanged, ...days, done };
}

const readAs = ({ owner, planId, draftRevision }: PlanModel) => ({
  workspaceId: owner.workspaceId,
  planId,
  expectedDraftRevision: draftRevision,
});

/** Saves a draft with new content; an edit of an older draft is refused. */
export async function editPlan(
  em: SqlEntityManager,
  model: PlanModel,
  { isOld, says }: { readonly isOld: boolean; readonly says: string },
): Promise<void> {
  const read = readAs(model);
  const expectedDraftRevision = read.expectedDraftRevision - Number(isOld);
  const content = { ...planBodies.habit, instructions: says };
  const saved = transact(em, (tx) =>
    savePlanDraft(tx, { ...read, expectedDraftRevision, content }),
  );
  if (isOld) return await expect(saved).rejects.toMatchObject({ code: "STATE_CONFLICT" });
  await saved;
  model.draft = says;
  model.draftRevision += 1;
}

/** Publishes the draft if there is one. */
export async function publishDraft(em: SqlEntityManager, model: PlanModel): Promise<void> {
  const { coachUserId: publishedByUserId } = model.owner;
  const by = { publishedByUserId, requestId: "model" };
  const publication = { ...readAs(model), seen: null, ...by };
  const published = transact(em, (tx) => publishPlan(tx, publication));
  if (model.draft === null)
    return await expect(published).rejects.toMatchObject({ code: "STATE_CONFLICT" });
  await published;
  model.published.push(model.draft);
  model.draft = null;
  model.draftRevision += 1;
}

/** Copies the plan, which changes no assignment. */
export async function copyThePlan(em: SqlEntityManager, model: PlanModel): Promise<void> {
  const { workspaceId, coachUserId: copiedByUserId, relationshipId } = model.owner;
  const seq = async () =>
    (await em.fork().findOneOrFail(RelationshipScope, { relationshipId })).seq;
  const before = await seq();
  const copy = { workspaceId, planId: model.planId, copiedByUserId };
  const { plan } = await transact(em, (tx) => copyPlan(tx, copy));
  const copied = model.draft ?? model.published.at(-1);
  expect([plan.draft?.instructions, plan.publishedRevision]).toEqual([copied, 0]);
  expect(await seq()).toBe(before);
}

/**
 * The sweep applies the newest revision from the present day on, unless the client has already acted on that day's
 * task.
 */
export async function followPlan(em: SqlEntityManager, model: PlanModel): Promise<void> {
  const isBehind = model.applied < model.published.length;
  expect(await spreadRevisions({ em, log }, { after: null })).toMatchObject({
    takenCount: Number(isBehind),
    failedCount: 0,
  });
  if (!isBehind) return;
  // Days that began meanwhile were opened by the former revision.
  await noteDays(em, model);
  model.applied = model.published.length;
  const task = await presentTask(em, model);
  if (model.status === "ACTIVE" && task?.status === "PENDING" && !model.touched.has(task.id))
    model.tasks.set(keyOf(task), asItRuns(model));
}

/** Pauses the assignment: the pending task of the present day is withdrawn. */
export async function pausePlan(em: SqlEntityManager, model: PlanModel): Promise<void> {
  const paused = planActs(em).pause(model.owner, model.assignmentId);
  if (model.status === "PAUSED")
    return await expect(paused).rejects.toMatchObject({ code: "STATE_CONFLICT" });
  await paused;
  await noteDays(em, model);
  await withdraw(em, model, "CANCELED");
  model.status = "PAUSED";
}

/**
 * Resumes the assignment with its newest revision: the task of the present day is created, or restored with the
 * present content.
 */
export async function resumePlan(em: SqlEntityManager, model: PlanModel): Promise<void> {
  const resumed = planActs(em).resume(model.owner, model.assignmentId);
  if (model.status === "ACTIVE")
    return await expect(resumed).rejects.toMatchObject({ code: "STATE_CONFLICT" });
  await resumed;
  await noteDays(em, model);
  model.status = "ACTIVE";
  model.applied = model.published.length;
  const task = await presentTask(em, model);
  if (task === undefined) throw new Error("The resumed plan has no task on the present day");
  const known = model.tasks.get(keyOf(task));
  if (known === undefined) model.tasks.set(keyOf(task), asItRuns(model));
  else if (known.withdrawn !== null || known.loose)
    model.tasks.set(
      keyOf(task),
      model.touched.has(task.id) ? { ...withoutLoose(known), withdrawn: null } : asItRuns(model),
    );
}

/** Replaces it with another plan of a habit, with a new task on the present day. */
export async function supersedePlan(
  em: SqlEntityManager,
  model: PlanModel,
  says: string,
): Promise<void> {
  const acts = planActs(em);
  const planId = await acts.make(model.owner, { ...planBodies.habit, instructions: says });
  const { successor } = await acts.supersede(model.owner, model.assignmentId, planId);
  await noteDays(em, model);
  if (model.status === "ACTIVE") await withdraw(em, model, "SUPERSEDED");
  model.former.push(model.assignmentId);
  const first = { draftRevision: 1, draft: null, published: [says], applied: 1 };
  Object.assign(model, { planId, assignmentId: successor.id, status: "ACTIVE", ...first });
  const task = await presentTask(em, model);
  if (task === undefined) throw new Error("The replacement has no task on the present day");
  model.tasks.set(keyOf(task), asItRuns(model));
}

/**
 * The client undid its completion. If no assignment wants the task any more, its source withdraws it in the next
 * sweep.
 */
export function noteUndone(model: PlanModel, task: TaskPlace): void {
  const known = model.tasks.get(keyOf(task));
  if (known === undefined) throw new Error("The task has no plan");
  const isPlanned = task.sourceId === model.assignmentId && model.status === "ACTIVE";
  if (!isPlanned) model.tasks.set(keyOf(task), { ...known, loose: true });
}

/** Plan, assignments and every task match the model. */
export async function expectAsPlanned(em: SqlEntityManager, model: PlanModel): Promise<void> {
  const fork = em.fork();
  const plan = await fork.findOneOrFail(Plan, model.planId);
  const assignment = await fork.findOneOrFail(PlanAssignment, model.assignmentId);
  expect({
    draftRevision: plan.draftRevision,
    draft: plan.draft?.instructions ?? null,
    published: plan.publishedRevision,
    applied: assignment.appliedRevision,
    status: assignment.status,
  }).toEqual({
    draftRevision: model.draftRevision,
    draft: model.draft,
    published: model.published.length,
    applied: model.applied,
    status: model.status,
  });
  await noteDays(em, model);
  const tasks = await tasksOf(em, model);
  const found = tasks.map((task) => [
    keyOf(task),
    {
      sourceRevision: task.sourceRevision,
      instructions: task.snapshot.instructions,
      withdrawn: withdrawnOf(task),
    },
  ]);
  for (const task of tasks) adoptLoose(model, task);
  const wanted = [...model.tasks].map(([key, task]) => [key, withoutLoose(task)]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
}

type TaskPlace = Pick<AgendaTask, "id" | "sourceId" | "localDate">;

const keyOf = ({ sourceId, localDate }: Pick<AgendaTask, "sourceId" | "localDate">) =>
  `${sourceId}/${localDate}`;

const withdrawnOf = ({ status }: Pick<AgendaTask, "status">) =>
  status === "CANCELED" || status === "SUPERSEDED" ? status : null;

const withoutLoose = ({ loose: _loose, ...task }: ModelledTask): ModelledTask => task;

/** The task of a day as the running assignment creates it. */
const asItRuns = ({ applied, published }: PlanModel): ModelledTask => ({
  sourceRevision: applied,
  instructions: published[applied - 1] ?? null,
  withdrawn: null,
});

/** The time of the source's sweep is taken from the product. */
function adoptLoose(model: PlanModel, task: AgendaTask): void {
  const known = model.tasks.get(keyOf(task));
  if (known?.loose === undefined || withdrawnOf(task) !== "CANCELED") return;
  model.tasks.set(keyOf(task), { ...withoutLoose(known), withdrawn: "CANCELED" });
}

/**
 * A day that is read for the first time was created by the assignment that ran until now, without tasks of a paused
 * one.
 */
async function noteDays(em: SqlEntityManager, model: PlanModel): Promise<void> {
  const { relationshipId } = model.owner;
  for (const { localDate } of await em.fork().find(AgendaDay, { relationshipId })) {
    if (model.days.has(localDate)) continue;
    model.days.add(localDate);
    const key = keyOf({ sourceId: model.assignmentId, localDate });
    if (model.status === "ACTIVE") model.tasks.set(key, asItRuns(model));
  }
}

/** The source withdraws untouched tasks of the present day. */
async function withdraw(
  em: SqlEntityManager,
  model: PlanModel,
  as: "CANCELED" | "SUPERSEDED",
): Promise<void> {
  const task = await presentTask(em, model);
  const known = task && model.tasks.get(keyOf(task));
  if (task === undefined || known === undefined) return;
  if (!model.done.has(task.id))
    model.tasks.set(keyOf(task), { ...withoutLoose(known), withdrawn: as });
}

/** The present day's task of the followed assignment; undefined if there is none. */
async function presentTask(
  em: SqlEntityManager,
  { owner: { relationshipId }, assignmentId: sourceId }: PlanModel,
): Promise<AgendaTask | undefined> {
  const fork = em.fork();
  const { localDate } = await fork.findOneOrFail(RelationshipCalendar, { relationshipId });
  return (await fork.findOne(AgendaTask, { sourceId, localDate })) ?? undefined;
}

async function tasksOf(em: SqlEntityManager, { assignmentId, former }: PlanModel) {
  const ofSources = { sourceId: { $in: [...former, assignmentId] } };
  return await withShown(
    em,
    await em.fork().find(AgendaTask, ofSources, { orderBy: { id: "asc" } }),
  );
}
