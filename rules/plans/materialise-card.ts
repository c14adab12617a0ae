import type { InformationalCard } from "../agenda/informational-card.ts";
import type { AssignedPlan } from "./assigned-plan.ts";
import { layIntoDay } from "./lay-into-day.ts";
import { madeOf } from "./task-kinds.ts";

/** Whose card it is, of which day, under which key. */
export type CardPlace = Pick<
  InformationalCard,
  "id" | "workspaceId" | "relationshipId" | "localDate" | "timezone" | "cardKey"
>;

/**
 * The card that a coach's own reminder makes on one calendar day, shown from its start to its due time, else the whole
 * day (docs/rooms/agenda.md#cards).
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
    sourceContext: madeOf(content.kind).sourceContext,
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
