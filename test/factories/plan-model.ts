import { expect } from "@jest/globals";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { pino } from "pino";
import { spreadRevisions } from "../../activities/agenda/calendar/spread-revisions.ts";
import { copyPlan } from "../../activities/plans/copy-plan.ts";
import { publishPlan } from "../../activities/plans/publish-plan.ts";
import { savePlanDraft } from "../../activities/plans/save-plan-draft.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { RelationshipCalendar } from "../../db/agenda/calendar/relationship-calendar.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { Plan } from "../../db/plans/plan.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import { transact } from "../../db/transact.ts";
import { planActs } from "./plan-acts.ts";
import { type AgendaOwner, planBodies } from "./plans.ts";

const log = pino({ level: "silent" });

/** What a coach made of the plan of a habit that one client follows, kept beside the database. */
export interface PlanModel {
  readonly owner: AgendaOwner;
  planId: string;
  assignmentId: string;
  /** Whether it asks for anything. */
  status: "ACTIVE" | "PAUSED";
  /** Assignments in whose place others came. */
  readonly former: string[];
  draftRevision: number;
  /** What the draft says; null without one. */
  draft: string | null;
  /** What each revision says, the first at 0. */
  published: (string | null)[];
  /** The revision that the client follows. */
  applied: number;
  /** Days that are open or were, as far as they were seen. */
  readonly days: Set<string>;
  /** What every task is to be, by its assignment and day. */
  readonly tasks: Map<string, ModelledTask>;
  /** Tasks that the client has acted on, and of them those that are done, by their ids. */
  readonly touched: Set<string>;
  readonly done: Set<string>;
}

/** A task as its source leaves it. */
interface ModelledTask {
  /** The revision that it was made or renewed at, and what that says. */
  readonly sourceRevision: number;
  readonly instructions: string | null;
  readonly withdrawn: "CANCELED" | "SUPERSEDED" | null;
  /** Taken back by the client after its source, which takes it back when it next looks. */
  readonly loose?: true;
}

/** The plan of an assignment, published once and changed by nobody yet. */
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

/** Saves a draft that says something new; by who read an older one it is refused. */
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

/** Publishes the draft where there is one. */
export async function publishDraft(em: SqlEntityManager, model: PlanModel): Promise<void> {
  const { coachUserId: publishedByUserId } = model.owner;
  const publication = { ...readAs(model), publishedByUserId, requestId: "model" };
  const published = transact(em, (tx) => publishPlan(tx, publication));
  if (model.draft === null)
    return await expect(published).rejects.toMatchObject({ code: "STATE_CONFLICT" });
  await published;
  model.published.push(model.draft);
  model.draft = null;
  model.draftRevision += 1;
}

/** Copies the plan, which changes nothing for anybody. */
export async function copyThePlan(em: SqlEntityManager, model: PlanModel): Promise<void> {
  const { workspaceId, coachUserId: copiedByUserId, relationshipId } = model.owner;
  const seq = async () =>
    (await em.fork().findOneOrFail(RelationshipScope, { relationshipId })).seq;
  const before = await seq();
  const copy = { workspaceId, planId: model.planId, copiedByUserId };
  const { plan } = await transact(em, (tx) => copyPlan(tx, copy));
  const said = model.draft ?? model.published.at(-1);
  expect([plan.draft?.instructions, plan.publishedRevision]).toEqual([said, 0]);
  expect(await seq()).toBe(before);
}

/** The look takes the newest revision over: from the present day on, where nothing was done of that yet. */
export async function followPlan(em: SqlEntityManager, model: PlanModel): Promise<void> {
  const isBehind = model.applied < model.published.length;
  expect(await spreadRevisions({ em, log }, { after: null })).toMatchObject({
    takenCount: Number(isBehind),
    failedCount: 0,
  });
  if (!isBehind) return;
  // Days that began meanwhile were opened by what ran before.
  await noteDays(em, model);
  model.applied = model.published.length;
  const task = await presentTask(em, model);
  if (model.status === "ACTIVE" && task?.status === "PENDING" && !model.touched.has(task.id))
    model.tasks.set(keyOf(task), asItRuns(model));
}

/** Pauses the assignment: what is pending of the present day is taken back. */
export async function pausePlan(em: SqlEntityManager, model: PlanModel): Promise<void> {
  const paused = planActs(em).pause(model.owner, model.assignmentId);
  if (model.status === "PAUSED")
    return await expect(paused).rejects.toMatchObject({ code: "STATE_CONFLICT" });
  await paused;
  await noteDays(em, model);
  await withdraw(em, model, "CANCELED");
  model.status = "PAUSED";
}

/** Lets it go on, with its newest revision: the task of the present day is made, or brought back as it asks now. */
export async function resumePlan(em: SqlEntityManager, model: PlanModel): Promise<void> {
  const resumed = planActs(em).resume(model.owner, model.assignmentId);
  if (model.status === "ACTIVE")
    return await expect(resumed).rejects.toMatchObject({ code: "STATE_CONFLICT" });
  await resumed;
  await noteDays(em, model);
  model.status = "ACTIVE";
  model.applied = model.published.length;
  const task = await presentTask(em, model);
  if (task === undefined) throw new Error("What goes on asks for the present day");
  const known = model.tasks.get(keyOf(task));
  if (known === undefined) model.tasks.set(keyOf(task), asItRuns(model));
  else if (known.withdrawn !== null || known.loose)
    model.tasks.set(
      keyOf(task),
      model.touched.has(task.id) ? { ...withoutLoose(known), withdrawn: null } : asItRuns(model),
    );
}

/** Puts another plan of a habit in its place, with a task of its own on the present day. */
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
  if (task === undefined) throw new Error("The successor asks for the present day");
  model.tasks.set(keyOf(task), asItRuns(model));
}

/** The client took its completion back. Where nobody asks for the task any more, its source does so when it looks. */
export function noteUndone(model: PlanModel, task: TaskPlace): void {
  const known = model.tasks.get(keyOf(task));
  if (known === undefined) throw new Error("A task is of a plan");
  const isAsked = task.sourceId === model.assignmentId && model.status === "ACTIVE";
  if (!isAsked) model.tasks.set(keyOf(task), { ...known, loose: true });
}

/** Plan, assignments and every task are what the model says. */
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

/** As the task of a day is made by what runs. */
const asItRuns = ({ applied, published }: PlanModel): ModelledTask => ({
  sourceRevision: applied,
  instructions: published[applied - 1] ?? null,
  withdrawn: null,
});

/** When its source looks is given. */
function adoptLoose(model: PlanModel, task: AgendaTask): void {
  const known = model.tasks.get(keyOf(task));
  if (known?.loose === undefined || withdrawnOf(task) !== "CANCELED") return;
  model.tasks.set(keyOf(task), { ...withoutLoose(known), withdrawn: "CANCELED" });
}

/** A day that is seen for the first time was made by what ran until now, and has nothing of what was paused. */
async function noteDays(em: SqlEntityManager, model: PlanModel): Promise<void> {
  const { relationshipId } = model.owner;
  for (const { localDate } of await em.fork().find(AgendaDay, { relationshipId })) {
    if (model.days.has(localDate)) continue;
    model.days.add(localDate);
    const key = keyOf({ sourceId: model.assignmentId, localDate });
    if (model.status === "ACTIVE") model.tasks.set(key, asItRuns(model));
  }
}

/** What nobody has done of the present day its source takes back. */
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

/** The task of the present day of what the client follows; undefined where it has none. */
async function presentTask(
  em: SqlEntityManager,
  { owner: { relationshipId }, assignmentId: sourceId }: PlanModel,
): Promise<AgendaTask | undefined> {
  const fork = em.fork();
  const { localDate } = await fork.findOneOrFail(RelationshipCalendar, { relationshipId });
  return (await fork.findOne(AgendaTask, { sourceId, localDate })) ?? undefined;
}

const tasksOf = (em: SqlEntityManager, { assignmentId, former }: PlanModel) =>
  em
    .fork()
    .find(AgendaTask, { sourceId: { $in: [...former, assignmentId] } }, { orderBy: { id: "asc" } });
