import { expect, test } from "@jest/globals";
import { copyPlan } from "../../activities/plans/copy-plan.ts";
import { publishPlan } from "../../activities/plans/publish-plan.ts";
import { savePlanDraft } from "../../activities/plans/save-plan-draft.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { AgendaTaskItem } from "../../db/agenda/agenda-task-item.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { planActs } from "../factories/plans/plan-acts.ts";
import { planBodies } from "../factories/plans/plans.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const acts = planActs(em);
const deps = admissionDeps(em);

test("an operation on a replaced task is answered with the changes, and succeeds on the new task", async () => {
  const scope = await buildScope(em);
  const { meal } = scope.agenda;
  await acts.supersede(scope, meal.sourceId, await copyOfLunch(scope));
  const next = await nextOf(meal.id);
  const items = await em.fork().find(AgendaTaskItem, { taskId: next.id });
  const idOf = (key: string | undefined) =>
    items.find(({ sourceItemKey }) => sourceItemKey === key)?.id;
  const [rice, , salad] = meal.items;
  const tick = (itemId: string | undefined) =>
    queued("quick-log.complete-item", { taskId: meal.id, itemId });
  const [first, second] = [tick(rice?.id), tick(salad?.id)];
  const { results } = await submit(deps, scope, [first, second]);
  const supersededBy = { taskId: next.id, itemId: idOf(rice?.sourceItemKey), revision: 1 };
  expect(results).toMatchObject([
    {
      status: "CONFLICT",
      conflictCode: "TASK_SUPERSEDED",
      category: "SUPERSEDED_ASSIGNMENT",
      allowedResolutions: ["REFRESH", "RESUBMIT", "DISCARD"],
      rebaseable: false,
      conflict: {
        changedFields: ["status", "dueAt", "items"],
        changedBy: "COACH",
        sinceRevision: 1,
        rebaseRevision: null,
        supersededBy,
      },
    },
    { conflictCode: "TASK_SUPERSEDED", allowedResolutions: ["REFRESH", "DISCARD"] },
  ]);
  expect(results[1]).not.toHaveProperty("conflict.supersededBy");
  expect((await submit(deps, scope, [first])).results).toEqual([results[0]]);
  const { taskId, itemId, revision: expectedRevision } = supersededBy;
  const again = queued("quick-log.complete-item", { taskId, itemId }, { expectedRevision });
  const resubmitted = { ...again, resubmitOf: first.clientOperationId };
  expect((await submit(deps, scope, [resubmitted])).results).toMatchObject([
    { status: "ACCEPTED", acceptedRevision: 2 },
  ]);
});

test("the last task of a chain of replacements is offered, and none once that is gone", async () => {
  const scope = await buildScope(em);
  const { habit } = scope.agenda;
  const titled = (title: string) => acts.make(scope, { ...planBodies.habit, title });
  const { successor } = await acts.supersede(scope, habit.sourceId, await titled("Second"));
  const third = await acts.supersede(scope, successor.id, await titled("Third"));
  const done = () => queued("quick-log.complete-task", { taskId: habit.id });
  const [last] = await acts.tasksOf(third.successor.id);
  expect((await submit(deps, scope, [done()])).results).toMatchObject([
    {
      conflict: {
        changedFields: ["status", "title"],
        supersededBy: { taskId: last?.id, itemId: null, revision: 1 },
      },
    },
  ]);
  await acts.pause(scope, third.successor.id);
  const { results } = await submit(deps, scope, [done()]);
  expect(results).toMatchObject([{ allowedResolutions: ["REFRESH", "DISCARD"] }]);
});

/** A published copy of the lunch, an hour later and without its salad. */
async function copyOfLunch({ workspaceId, coachUserId, agenda }: BuiltScope): Promise<string> {
  const lunch = await em.fork().findOneOrFail(PlanAssignment, { id: agenda.meal.sourceId });
  const place = { workspaceId, planId: lunch.planId };
  return await transact(em, async (tx) => {
    const { plan } = await copyPlan(tx, { ...place, copiedByUserId: coachUserId });
    if (plan.draft?.kind !== "MEAL") throw new Error("Not a meal");
    const content = { ...plan.draft, dueTime: "13:30", items: plan.draft.items.slice(0, 2) };
    const draft = { workspaceId, planId: plan.id, expectedDraftRevision: 1, content };
    await savePlanDraft(tx, draft);
    const read = { workspaceId, planId: plan.id, expectedDraftRevision: 2 };
    await publishPlan(tx, { ...read, seen: null, publishedByUserId: coachUserId, requestId: null });
    return plan.id;
  });
}

async function nextOf(taskId: string) {
  const { supersededByTaskId } = await em.fork().findOneOrFail(AgendaTask, { id: taskId });
  return await em.fork().findOneOrFail(AgendaTask, { id: supersededByTaskId ?? "" });
}
