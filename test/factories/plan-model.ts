import { expect } from "@jest/globals";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { pino } from "pino";
import { spreadRevisions } from "../../activities/agenda/calendar/spread-revisions.ts";
import { copyPlan } from "../../activities/plans/copy-plan.ts";
import { publishPlan } from "../../activities/plans/publish-plan.ts";
import { savePlanDraft } from "../../activities/plans/save-plan-draft.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { RelationshipCalendar } from "../../db/agenda/calendar/relationship-calendar.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { Plan } from "../../db/plans/plan.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import { transact } from "../../db/transact.ts";
import { type AgendaOwner, planBodies } from "./plans.ts";

const log = pino({ level: "silent" });

/** What a coach made of the plan of a habit that one client follows, kept beside the database. */
export interface PlanModel {
  readonly owner: AgendaOwner;
  readonly planId: string;
  readonly assignmentId: string;
  draftRevision: number;
  /** What the draft says; null without one. */
  draft: string | null;
  /** What each revision says, the first at 0. */
  readonly published: (string | null)[];
  /** The revision that the client follows. */
  applied: number;
  /** The revision that the task of each day was made or renewed at. */
  readonly madeAt: Map<string, number>;
  /** Days whose task the client has acted on. */
  readonly touched: Set<string>;
}

/** The plan of an assignment, published once and changed by nobody yet. */
export async function planModelOf(
  em: SqlEntityManager,
  owner: AgendaOwner,
  assignmentId: string,
): Promise<PlanModel> {
  const { planId } = await em.fork().findOneOrFail(PlanAssignment, assignmentId);
  const unchanged = { draftRevision: 1, draft: null, published: [null], applied: 1 };
  const days = { madeAt: new Map(), touched: new Set<string>() };
  return { owner, planId, assignmentId, ...unchanged, ...days };
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
  const tasks = await tasksOf(em, model);
  for (const { localDate } of tasks) noteDay(model, localDate);
  model.applied = model.published.length;
  const { relationshipId } = model.owner;
  const present = await em.fork().findOneOrFail(RelationshipCalendar, { relationshipId });
  const task = tasks.find(({ localDate }) => localDate === present.localDate);
  if (task === undefined) throw new Error("A day has a habit");
  const isRenewed = task.status === "PENDING" && !model.touched.has(task.localDate);
  if (isRenewed) model.madeAt.set(task.localDate, model.applied);
}

/** Plan, assignment and every task are what the model says. */
export async function expectAsPlanned(em: SqlEntityManager, model: PlanModel): Promise<void> {
  const fork = em.fork();
  const plan = await fork.findOneOrFail(Plan, model.planId);
  const assignment = await fork.findOneOrFail(PlanAssignment, model.assignmentId);
  expect({
    draftRevision: plan.draftRevision,
    draft: plan.draft?.instructions ?? null,
    published: plan.publishedRevision,
    applied: assignment.appliedRevision,
  }).toEqual({
    draftRevision: model.draftRevision,
    draft: model.draft,
    published: model.published.length,
    applied: model.applied,
  });
  const tasks = await tasksOf(em, model);
  const found = tasks.map(({ localDate, sourceRevision, snapshot }) => {
    return { localDate, sourceRevision, instructions: snapshot.instructions };
  });
  const wanted = tasks.map(({ localDate }) => {
    const sourceRevision = noteDay(model, localDate);
    return { localDate, sourceRevision, instructions: model.published[sourceRevision - 1] };
  });
  expect(found).toEqual(wanted);
}

/** A day that is seen for the first time was made by what the client follows. */
function noteDay(model: PlanModel, localDate: string): number {
  const revision = model.madeAt.get(localDate) ?? model.applied;
  model.madeAt.set(localDate, revision);
  return revision;
}

const tasksOf = (em: SqlEntityManager, { assignmentId: sourceId }: PlanModel) =>
  em.fork().find(AgendaTask, { sourceId }, { orderBy: { localDate: "asc" } });
