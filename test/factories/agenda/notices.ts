import { cardId } from "../../../contract/agenda/task-id.ts";
import { projectDays } from "../../../activities/agenda/project-days.ts";
import { pinTask } from "../../../activities/agenda/focus-pin/pin-task.ts";
import type { RelationshipDay } from "../../../db/agenda/queries.ts";
import { type ChangedCard, putCards } from "../../../db/agenda/cards/put-cards.ts";
import { withdrawCards } from "../../../db/agenda/cards/withdraw-cards.ts";
import { lockScope } from "../../../db/platform/scopes/lock-scopes.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { recordScopeChanges } from "../../../db/platform/scopes/record-scope-changes.ts";
import { clockNow, transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { InformationalCard } from "../../../rules/agenda/informational-card.ts";
import { sha256 } from "../../../rules/sha256.ts";
import type { AgendaOwner, BuiltAgenda } from "../plans/plans.ts";

/** The owner of a day, in UTC. */
export type DayOwner = Omit<AgendaOwner, "timezone"> & {
  readonly agenda: Pick<BuiltAgenda, "localDate">;
};

/** A card of a reminder that is shown all day, with these changes. */
export async function aCard(
  { workspaceId, relationshipId, agenda: { localDate } }: DayOwner,
  changes: Partial<InformationalCard> = {},
): Promise<InformationalCard> {
  const sourceId = changes.sourceId ?? newId();
  const cardKey = changes.cardKey ?? `plan-assignment:${sourceId}`;
  const key = { relationshipId, localDate: changes.localDate ?? localDate, cardKey };
  return {
    ...key,
    id: await cardId(key, sha256),
    workspaceId,
    timezone: "UTC",
    sourceContext: "DAILY_EXECUTION",
    sourceType: "PLAN_ASSIGNMENT",
    sourceId,
    sourceRevision: 1,
    priority: 0,
    sortKey: "a",
    displayFrom: new Date(`${key.localDate}T06:00:00.000Z`),
    displayUntil: new Date(`${key.localDate}T20:00:00.000Z`),
    snapshot: { planId: newId(), title: "Bring your shoes", instructions: null },
    ...changes,
  };
}

/** Adds cards to a day as an act of their source does, with notification of devices and projection. */
export async function placeCards(
  em: SqlEntityManager,
  { relationshipId }: Pick<DayOwner, "relationshipId">,
  cards: readonly InformationalCard[],
) {
  return await change(em, relationshipId, (tx, now) => putCards(tx, cards, now));
}

/** Withdraws the cards of a card's source, from its day on, as an act of that source does. */
export async function takeBackCards(
  em: SqlEntityManager,
  { relationshipId, sourceId, localDate: fromLocalDate }: InformationalCard,
) {
  const source = { relationshipId, sourceId, fromLocalDate };
  return await change(em, relationshipId, (tx, now) => withdrawCards(tx, [source], now));
}

async function change(
  em: SqlEntityManager,
  relationshipId: string,
  write: (tx: Tx, now: Date) => Promise<readonly ChangedCard[]>,
) {
  return await transact(em, async (tx) => {
    await lockScope(tx, relationshipId);
    const now = await clockNow(tx);
    const changed = await write(tx, now);
    const changes = { agenda_card: changed.map(({ id }) => id) };
    if (changed.length > 0) await recordScopeChanges(tx, [{ relationshipId, changes }], now);
    await projectDays(tx, distinct(changed), now);
    return changed;
  });
}

function distinct(days: readonly RelationshipDay[]): readonly RelationshipDay[] {
  const byDate = new Map(
    days.map(({ relationshipId, localDate }) => [localDate, { relationshipId, localDate }]),
  );
  return [...byDate.values()];
}

/** Pins a task of a day, by default with a note. */
export async function pin(
  em: SqlEntityManager,
  owner: DayOwner,
  agendaTaskId: string,
  note: string | null = "This one first",
) {
  const { workspaceId, relationshipId, coachUserId: byUserId, agenda } = owner;
  const day = { workspaceId, relationshipId, localDate: agenda.localDate };
  return await transact(em, (tx) =>
    pinTask(tx, { ...day, byUserId, agendaTaskId, note, requestId: "test" }),
  );
}
