import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { FeedEvent } from "../../../contract/outbox/vocabulary.ts";
import { listProjectedCards } from "../../../db/agenda/cards/list-projected-cards.ts";
import { listMadeAt } from "../../../db/agenda/list-made-at.ts";
import { idFrom } from "../../../db/platform/new-id.ts";
import type { LeasedRow } from "../../../db/outbox/lease-rows.ts";

/**
 * Lists the feed events of each row for opened or refreshed days: one for each changed task or card, and one for the
 * projected day. Tasks come from their history, which is never rewritten; cards from their present state. Event ids
 * derive from task or card, revision and type, so a redelivery yields the same events (docs/rooms/agenda.md#events).
 */
export async function listDayEvents(
  em: SqlEntityManager,
  rows: readonly Pick<LeasedRow, "id" | "eventId" | "refs" | "occurredAt">[],
): Promise<ReadonlyMap<string, readonly FeedEvent[]>> {
  const days = rows.map(({ id, eventId, refs, occurredAt }) => ({
    id,
    eventId,
    relationshipId: String(refs["relationshipId"]),
    localDate: String(refs["localDate"]),
    at: new Date(occurredAt),
  }));
  const made = Map.groupBy(await listMadeAt(em, days), ({ eventId }) => eventId);
  const cards = Map.groupBy(await listProjectedCards(em, days), ({ eventId }) => eventId);
  return new Map(
    days.map(({ id, eventId, relationshipId, localDate }) => [
      id,
      [
        ...(made.get(eventId) ?? []).map(taskEvents),
        ...(cards.get(eventId) ?? []).map(cardEvents),
        {
          eventId: idFrom(eventId, "TodayAgendaProjected"),
          type: "TodayAgendaProjected",
          subjectId: relationshipId,
          version: 0,
          refs: { relationshipId, localDate },
        },
      ],
    ]),
  );
}

/** At the revision of its creation, regardless of later changes. */
function taskEvents(task: Awaited<ReturnType<typeof listMadeAt>>[number]): FeedEvent {
  const { id, relationshipId, sourceId, taskKind, localDate, fromStatus, toStatus } = task;
  const wasMade = fromStatus === null || fromStatus === toStatus;
  const type = wasMade ? "DailyTaskMaterialized" : "DailyTaskStatusChanged";
  const version = Number(task.metadata["revision"] ?? 1);
  return {
    eventId: idFrom(id, `${type}/${version}`),
    type,
    subjectId: id,
    version,
    refs: { relationshipId, sourceId, taskKind, localDate },
  };
}

function cardEvents(card: Awaited<ReturnType<typeof listProjectedCards>>[number]): FeedEvent {
  const { id, relationshipId, sourceId, localDate, revision: version } = card;
  return {
    eventId: idFrom(id, `TodayInfoCardProjected/${version}`),
    type: "TodayInfoCardProjected",
    subjectId: id,
    version,
    refs: { relationshipId, sourceId, localDate },
  };
}
