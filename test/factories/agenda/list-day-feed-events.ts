import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { listDayEvents } from "../../../activities/agenda/calendar/list-day-events.ts";
import type { FeedEvent } from "../../../contract/outbox/vocabulary.ts";
import { OutboxRow } from "../../../db/outbox/outbox-row.ts";

/** The pending events about a relationship's days in the event feed, in order. */
export async function listDayFeedEvents(
  em: SqlEntityManager,
  relationshipId: string,
): Promise<readonly FeedEvent[]> {
  const fork = em.fork();
  const stored = await fork.find(
    OutboxRow,
    { consumer: "event-feed", type: { $in: ["AgendaDayOpened", "AgendaDayRefreshed"] } },
    { orderBy: { id: "asc" } },
  );
  const own = stored.filter(({ refs }) => refs["relationshipId"] === relationshipId);
  const rows = own.map(({ id, eventId, refs, occurredAt }) => ({
    id,
    eventId,
    refs,
    occurredAt: occurredAt.toISOString(),
  }));
  const listed = await listDayEvents(fork, rows);
  return rows.flatMap(({ id }) => listed.get(id) ?? []);
}
