import { INBOX_LIMITS } from "../../../contract/inbox/vocabulary.ts";
import type { WaitingMessage } from "../../../rules/inbox/source-cases.ts";
import type { Line } from "../../flight.ts";
import { onceDaysAgo } from "../../platform/clock-once.ts";
import { anyOf } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";
import type { SourceEvent } from "../source-event.ts";

/** Whether a workspace has a relationship, ended or not. */
export async function isRelationshipOf(
  tx: Tx,
  relationshipId: string,
  workspaceId: string,
): Promise<boolean> {
  const found = await tables(tx)
    .selectFrom("relationship")
    .where("id", "=", relationshipId)
    .where("workspaceId", "=", workspaceId)
    .select("id")
    .executeTakeFirst();
  return found !== undefined;
}

/** Keeps an event of another system; false where it was told before. */
export async function keepSourceEvent(tx: Tx, event: SourceEvent): Promise<boolean> {
  const kept = await tables(tx)
    .insertInto("sourceEvent")
    .values(event)
    .onConflict((conflict) => conflict.columns(["source", "eventId"]).doNothing())
    .returning("eventId")
    .executeTakeFirst();
  return kept !== undefined;
}

/** Messages that nobody has replied to since, whichever of the two was told first. One statement. */
export async function listWaitingMessages(
  line: Line,
  relationshipIds: readonly string[],
): Promise<readonly WaitingMessage[]> {
  return await line.tables
    .selectFrom("sourceEvent as asked")
    .where("asked.relationshipId", "=", anyOf(relationshipIds))
    .where("asked.type", "=", "ClientMessageNeedsReply")
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("sourceEvent as replied")
            .whereRef("replied.relationshipId", "=", "asked.relationshipId")
            .whereRef("replied.subjectId", "=", "asked.subjectId")
            .whereRef("replied.occurredAt", ">=", "asked.occurredAt")
            .where("replied.type", "=", "ClientMessageReplied")
            .select("replied.eventId"),
        ),
      ),
    )
    .select(["asked.relationshipId", "asked.subjectId as conversationId", "asked.source"])
    .select(["asked.eventId", "asked.severity", "asked.dueAt", "asked.acceptedAt"])
    .execute();
}

/** Forgets events that were told 400 days ago, the oldest first. @returns how many. */
export async function pruneSourceEvents(tx: Tx, limit: number): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("sourceEvent")
    .select(["source", "eventId"])
    .where("acceptedAt", "<", onceDaysAgo(INBOX_LIMITS.sourceEventDays))
    .orderBy("acceptedAt")
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const deleted = await tables(tx)
    .deleteFrom("sourceEvent")
    .using(oldest.as("oldest"))
    .whereRef("sourceEvent.source", "=", "oldest.source")
    .whereRef("sourceEvent.eventId", "=", "oldest.eventId")
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
