import type { TaskSnapshot } from "../../contract/agenda/schema.ts";
import type { TaskKind } from "../../contract/agenda/kinds/task-definitions.ts";
import type { AgendaTaskItem, DayTask } from "../agenda/agenda-task.ts";
import { newItem, newTask } from "../agenda/new-task.ts";
import { actionSchemaOf, metricOf } from "./action-schema.ts";
import type { AssignedPlan, DayContent } from "./assigned-plan.ts";
import { layIntoDay } from "./lay-into-day.ts";
import { keyOf, planItemsOf } from "./plan-items.ts";
import { taskKindOf } from "./task-kind.ts";

/**
 * The task that an assigned plan creates on one calendar day, with its items, both at their first revision. The
 * snapshot is complete: later changes of the plan do not alter it.
 */
export function materialiseTask(
  assigned: AssignedPlan,
  owner: TaskOwner,
  moment: TaskMoment,
): DayTask {
  const { content } = assigned;
  const { localDate, now, taskKind } = moment;
  const { startsAt, dueAt } = layIntoDay(content, localDate, owner.timezone);
  const { formAssignmentId } = moment;
  const fields = {
    id: moment.taskId,
    ...owner,
    localDate,
    taskKind,
    sourceContext: sourceContextOf(content),
    sourceType: "PLAN_ASSIGNMENT",
    sourceId: assigned.assignmentId,
    sourceRevision: assigned.revision,
    sourceChildKey: content.kind === "PROGRAM" ? String(content.programDay) : "",
    sourceKey: sourceKeyOf(assigned),
    priority: content.priority,
    sortKey: assigned.assignmentId,
    startsAt,
    dueAt,
    timeCritical: content.timeCritical,
    snapshot: snapshotOf(assigned),
    actionSchema: {
      ...actionSchemaOf(content, taskKind),
      ...("form" in content && { form: { formAssignmentId, ...content.form } }),
    },
    items: itemsOf(content, owner, moment),
  } as const;
  return newTask(fields, now);
}

/** The owner of the task. */
export interface TaskOwner {
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly timezone: string;
}

/** Day, instant and ids of a new task; one item id for each item of the plan, and one for a check-in's form. */
export interface TaskMoment {
  readonly localDate: string;
  readonly now: Date;
  readonly taskKind: TaskKind;
  readonly taskId: string;
  readonly itemIds: readonly string[];
  readonly formAssignmentId: string;
}

/** The source key of an assignment's tasks, equal on every day. */
export function sourceKeyOf({ assignmentId }: Pick<AssignedPlan, "assignmentId">): string {
  return `plan-assignment:${assignmentId}`;
}

/** A reminder to send a message belongs to the messages room. */
function sourceContextOf(content: DayContent) {
  if (content.kind === "REMINDER" && content.source === "COMMUNICATION") return "COMMUNICATION";
  return taskKindOf(content.kind).sourceContext;
}

/** The parts of the content that its kind has. */
function snapshotOf({ planId, content }: AssignedPlan): TaskSnapshot {
  const { title, instructions } = content;
  return {
    planId,
    title,
    instructions,
    metric: metricOf(content),
    ...("day" in content && { programDay: content.programDay, day: content.day }),
    ...("formVersionId" in content && { formVersionId: content.formVersionId }),
    ...("metrics" in content && { metrics: content.metrics }),
    ...("poses" in content && { poses: content.poses }),
  };
}

function itemsOf(content: DayContent, owner: TaskOwner, moment: TaskMoment): AgendaTaskItem[] {
  const { itemKind, sourceContext } = taskKindOf(content.kind);
  if (itemKind === null) return [];
  return planItemsOf(content).map((item, index) => {
    const id = moment.itemIds[index];
    if (id === undefined) throw new RangeError("There are fewer ids than items");
    return newItem({
      id,
      taskId: moment.taskId,
      relationshipId: owner.relationshipId,
      localDate: moment.localDate,
      ...sourceOf(item, { itemKind, sourceContext, sortOrder: index + 1 }),
    });
  });
}

function sourceOf(
  { itemKey, label, amount, bulkEligible, inputs }: ReturnType<typeof planItemsOf>[number],
  place: Pick<AgendaTaskItem, "itemKind" | "sourceContext" | "sortOrder">,
) {
  return {
    ...place,
    sourceId: keyOf({ itemKey }),
    sourceItemKey: keyOf({ itemKey }),
    labelSnapshot: label,
    amountSnapshot: amount,
    inputSchema: inputs ?? [],
    bulkEligible,
  };
}
