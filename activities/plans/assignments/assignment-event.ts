import type { DomainEvent, EventType } from "../../../contract/outbox/vocabulary.ts";
import type { PlanContent } from "../../../contract/plans/content-schema.ts";
import { PLAN_DEFINITIONS } from "../../../contract/plans/plan-definitions.ts";
import { newId } from "../../../db/platform/new-id.ts";
import type { PlanAssignment } from "../../../db/plans/plan-assignment.ts";
import { isNutrition } from "../../../rules/plans/judge-assignment.ts";

/** The event of an act on an assignment, named by its kind (docs/rooms/plans.md#events). */
export function assignmentEvent(assignment: Assigned, act: AssignmentAct): DomainEvent {
  const { planKind } = assignment;
  if (planKind === "PROGRAM") return eventOf(assignment, OF_PROGRAM[act]);
  return eventOf(assignment, isNutrition(planKind) ? "NutritionScheduleChanged" : OF_OTHERS[act]);
}

/** A coach's acts on an existing assignment. */
export type AssignmentAct = "PAUSED" | "RESUMED" | "SUPERSEDED" | "ENDED";

const OF_PROGRAM = {
  PAUSED: "ProgramPaused",
  RESUMED: "ProgramResumed",
  SUPERSEDED: "ProgramSuperseded",
  ENDED: "PlanAssignmentEnded",
} as const satisfies Record<AssignmentAct, EventType>;

const OF_OTHERS = {
  PAUSED: "PlanAssignmentPaused",
  RESUMED: "PlanAssignmentResumed",
  SUPERSEDED: "PlanAssignmentSuperseded",
  ENDED: "PlanAssignmentEnded",
} as const satisfies Record<AssignmentAct, EventType>;

type Assigned = Pick<PlanAssignment, "id" | "planKind" | "relationshipId" | "appliedRevision">;

/** The event of a new assignment, named by its kind. */
export function assignedEvent(assignment: Assigned, content: PlanContent): DomainEvent {
  const asksForReply = content.kind === "REMINDER" && content.source === "COMMUNICATION";
  const type = asksForReply
    ? "MessageFollowUpCreated"
    : PLAN_DEFINITIONS[content.kind].assignedEvent;
  return eventOf(assignment, type);
}

function eventOf({ id, relationshipId, appliedRevision }: Assigned, type: EventType): DomainEvent {
  const refs = { assignmentId: id, relationshipId };
  return { eventId: newId(), type, subjectId: id, version: appliedRevision, refs };
}
