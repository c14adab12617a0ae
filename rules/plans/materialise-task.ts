import type {
  TaskItemKind,
  TaskKind,
  TaskSourceContext,
} from "../../contract/agenda/vocabulary.ts";
import { PLAN_KINDS, type PlanKind } from "../../contract/plans/vocabulary.ts";
import type { AssignedPlan, PlanItemSnapshot } from "./plan-snapshot.ts";
import { actionSchemaOf } from "./action-schema.ts";
import type { AgendaTaskItem, DayTask } from "../agenda/agenda-task.ts";
import { completionSummary } from "../agenda/completion-summary.ts";
import { localInstant } from "../local-day.ts";

/** Whose task it is. */
export interface TaskOwner {
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly timezone: string;
}

/** Day, instant and ids of a task about to be made; one item id for each item of the plan. */
export interface TaskMoment {
  readonly localDate: string;
  readonly now: Date;
  readonly taskId: string;
  readonly itemIds: readonly string[];
}

const ITEM_KINDS = { MEAL: "MEAL_ITEM", SUPPLEMENT: "SUPPLEMENT_ITEM", HABIT: null } as const;

const SOURCE_CONTEXTS = {
  MEAL: "NUTRITION",
  SUPPLEMENT: "NUTRITION",
  HABIT: "DAILY_EXECUTION",
} as const satisfies Record<PlanKind, TaskSourceContext>;

/** Kinds of plans whose tasks are of a context. */
export function planKindsOf(context: TaskSourceContext): readonly PlanKind[] {
  return PLAN_KINDS.filter((kind) => SOURCE_CONTEXTS[kind] === context);
}

/**
 * The task an assigned plan makes on one calendar day, with its items, as the first revision of both.
 * The snapshot is complete: what the plan says later does not change what was asked for.
 */
export function materialiseTask(
  assigned: AssignedPlan,
  owner: TaskOwner,
  moment: TaskMoment,
): DayTask {
  const { plan } = assigned;
  const { localDate, now } = moment;
  const items = itemsOf(assigned, owner, moment);
  return {
    id: moment.taskId,
    ...owner,
    localDate,
    taskKind: plan.kind satisfies TaskKind,
    sourceContext: SOURCE_CONTEXTS[plan.kind],
    sourceType: "PLAN_ASSIGNMENT",
    sourceId: assigned.assignmentId,
    sourceRevision: plan.revision,
    sourceChildKey: "",
    sourceKey: sourceKeyOf(assigned),
    status: "PENDING",
    priority: 0,
    sortKey: assigned.assignmentId,
    startsAt: null,
    dueAt: plan.dueTime === null ? null : localInstant(localDate, plan.dueTime, owner.timezone),
    snapshot: {
      planId: plan.id,
      title: plan.title,
      instructions: plan.instructions,
      metric: plan.metric,
    },
    actionSchema: actionSchemaOf(plan),
    completionSummary: completionSummary(items),
    revision: 1,
    changedByLineageId: null,
    changedByKind: "SYSTEM",
    revisionBeforeRun: 0,
    foreignRevision: 1,
    lateEvidence: false,
    generatedAt: now,
    changedAt: now,
    completedAt: null,
    canceledAt: null,
    supersededAt: null,
    items,
  };
}

/** What names an assignment as the source of its tasks, of every day the same. */
export function sourceKeyOf({ assignmentId }: Pick<AssignedPlan, "assignmentId">): string {
  return `plan-assignment:${assignmentId}`;
}

function itemsOf({ plan }: AssignedPlan, owner: TaskOwner, moment: TaskMoment): AgendaTaskItem[] {
  const itemKind = ITEM_KINDS[plan.kind];
  if (itemKind === null) return [];
  return plan.items.map((item, index) => {
    const id = moment.itemIds[index];
    if (id === undefined) throw new RangeError("Fewer ids than items");
    return {
      id,
      taskId: moment.taskId,
      relationshipId: owner.relationshipId,
      localDate: moment.localDate,
      ...sourceOf(item, itemKind),
      status: "PENDING",
      revision: 1,
      completionSource: null,
      completedAt: null,
      skippedAt: null,
      latestReceiptId: null,
    };
  });
}

function sourceOf(item: PlanItemSnapshot, itemKind: TaskItemKind) {
  return {
    itemKind,
    sourceContext: "NUTRITION",
    sourceId: item.id,
    sourceItemKey: item.itemKey,
    sortOrder: item.sortOrder,
    labelSnapshot: item.label,
    amountSnapshot: item.amount,
    inputSchema: [],
    bulkEligible: item.bulkEligible,
  } as const;
}
