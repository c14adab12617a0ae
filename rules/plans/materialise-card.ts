import type { InformationalCard } from "../agenda/informational-card.ts";
import type { AssignedPlan } from "./assigned-plan.ts";
import { layIntoDay } from "./lay-into-day.ts";
import { taskKindOf } from "./task-kind.ts";

/**
 * The card that a coach's own reminder creates on one calendar day (docs/rooms/agenda.md#cards). It is shown from its
 * start to its due time, else the whole day.
 */
export function materialiseCard(assigned: AssignedPlan, place: CardPlace): InformationalCard {
  const { content, planId, assignmentId, revision } = assigned;
  const { localDate, timezone } = place;
  const { displayFrom, displayUntil } = layIntoDay(content, localDate, timezone);
  const { id, workspaceId, relationshipId, cardKey } = place;
  return {
    id,
    workspaceId,
    relationshipId,
    localDate,
    timezone,
    cardKey,
    sourceContext: taskKindOf(content.kind).sourceContext,
    sourceType: "PLAN_ASSIGNMENT",
    sourceId: assignmentId,
    sourceRevision: revision,
    priority: content.priority,
    sortKey: assignmentId,
    displayFrom,
    displayUntil,
    snapshot: { planId, title: content.title, instructions: content.instructions },
  };
}

/** The card's relationship, day and key. */
export type CardPlace = Pick<
  InformationalCard,
  "id" | "workspaceId" | "relationshipId" | "localDate" | "timezone" | "cardKey"
>;
