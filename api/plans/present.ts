import type {
  ListedAssignmentAnswer,
  ListedPlanAnswer,
  PlanAnswer,
  PlanAssignmentAnswer,
} from "../../contract/plans/schema.ts";
import { type WithheldFromDay, withheldWarning } from "../../rules/agenda/withheld-warning.ts";
import { courseOver } from "../../rules/plans/course-over.ts";
import type { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import type { ListedPlan, PublishedPlan } from "../../db/plans/queries.ts";

/** A plan in wire form. */
export function presentPlan({ plan, content }: PublishedPlan, exceptedCount: number): PlanAnswer {
  return { ...headOf(plan), exceptedCount, content, draft: plan.draft };
}

/** A plan of a list in wire form. */
export function presentListedPlan(plan: ListedPlan): ListedPlanAnswer {
  return { ...headOf(plan), exceptedCount: plan.exceptedCount, hasDraft: plan.hasDraft };
}

function headOf(plan: Omit<ListedPlan, "exceptedCount" | "hasDraft">) {
  return {
    planId: plan.id,
    workspaceId: plan.workspaceId,
    kind: plan.kind,
    title: plan.title,
    status: plan.status,
    revision: plan.publishedRevision,
    draftRevision: plan.draftRevision,
    createdByUserId: plan.createdByUserId,
    createdAt: plan.createdAt.toISOString(),
    updatedAt: plan.updatedAt.toISOString(),
  };
}

/** An assignment in wire form. */
export function presentAssignment(assignment: PlanAssignment): PlanAssignmentAnswer {
  return {
    assignmentId: assignment.id,
    planId: assignment.planId,
    planKind: assignment.planKind,
    planRevision: assignment.appliedRevision,
    followsNewer: assignment.followsNewer,
    excepted: presentException({
      exceptedRevision: assignment.exceptedRevision,
      exceptedByUserId: assignment.exceptedByUserId,
      exceptedAt: assignment.exceptedAt?.toISOString() ?? null,
    }),
    workspaceId: assignment.workspaceId,
    relationshipId: assignment.relationshipId,
    startDate: assignment.startDate,
    endDate: assignment.endDate,
    status: assignment.status,
    supersededByAssignmentId: assignment.supersededByAssignmentId,
    assignedByUserId: assignment.assignedByUserId,
    createdAt: assignment.createdAt.toISOString(),
    updatedAt: assignment.updatedAt.toISOString(),
  };
}

/** An assignment of a list in wire form, with its withheld occurrences and whether it has run its course. */
export function presentListedAssignment(
  assignment: PlanAssignment,
  { title, withheld, isOver }: ListedFacts,
): ListedAssignmentAnswer {
  return {
    ...presentAssignment(assignment),
    title,
    courseOver: isOver ? courseOver(assignment) : null,
    warnings: withheld.map(withheldWarning),
  };
}

interface ListedFacts {
  /** The plan's title. */
  readonly title: string;
  readonly withheld: readonly WithheldFromDay[];
  readonly isOver: boolean;
}

/** The publication from which a client was excepted; null without one. */
export function presentException({
  exceptedRevision: revision,
  exceptedByUserId: byUserId,
  exceptedAt: at,
}: StoredException): PlanAssignmentAnswer["excepted"] {
  if (revision === null || byUserId === null || at === null) return null;
  return { revision, byUserId, at };
}

interface StoredException {
  readonly exceptedRevision: number | null;
  readonly exceptedByUserId: string | null;
  /** RFC 3339. */
  readonly exceptedAt: string | null;
}
