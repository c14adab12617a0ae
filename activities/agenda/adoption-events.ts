import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import type { PlanKind } from "../../contract/plans/plan-definitions.ts";
import { newId } from "../../db/platform/new-id.ts";
import { isNutrition } from "../../rules/plans/judge-assignment.ts";
import type { PlanSpan } from "../../rules/plans/plan-dates.ts";

/** The events that assignments have other dates, times or contents from now on. */
export function adoptionEvents(adopted: readonly Adopted[]): readonly DomainEvent[] {
  const schedules = adopted
    .filter(isNutritionThatRuns)
    .map((schedule) => adoptionEvent(schedule, "NutritionScheduleChanged"));
  const programs = adopted.filter(({ planKind }) => planKind === "PROGRAM");
  return [...schedules, ...programs.map((program) => adoptionEvent(program, "ProgramRevised"))];
}

/** An assignment that adopted a newer revision. */
interface Adopted {
  readonly id: string;
  readonly relationshipId: string;
  readonly planKind: PlanKind;
  readonly appliedRevision: number;
  readonly spans: readonly PlanSpan[];
}

/** A paused assignment only records the revision. */
function isNutritionThatRuns({ planKind, spans }: Adopted): boolean {
  return isNutrition(planKind) && spans.some(({ until }) => until === null);
}

function adoptionEvent(
  { id, relationshipId, appliedRevision: version }: Adopted,
  type: "NutritionScheduleChanged" | "ProgramRevised",
): DomainEvent {
  const refs = { assignmentId: id, relationshipId };
  return { eventId: newId(), type, subjectId: id, version, refs };
}
