import { INBOX_LIMITS } from "../../../contract/inbox/vocabulary.ts";
import type { WaitingMessage } from "../../../rules/inbox/source-cases.ts";
import type { QueryExecutor } from "../../pipeline.ts";
import { onceDaysAgo } from "../../platform/clock-once.ts";
import { deleteOldest } from "../../platform/pruning/delete-oldest.ts";
import { prepareQuery, type Slots } from "../../prepared-query.ts";
import { anyOf, clockNow, given } from "../../sql-parts.ts";
import type { SourceEvent } from "../source-event.ts";

const named = prepareQuery(
  "told-relationship",
  (from, slot: Slots<{ readonly id: string; readonly workspaceId: string }>) =>
    from
      .selectFrom("relationship")
      .where("id", "=", slot("id"))
      .where("workspaceId", "=", slot("workspaceId"))
      .select(clockNow.as("now")),
);

/** The product's time, where a workspace has a relationship, ended or not; null where it has not. */
export async function findTimeOf(
  executor: QueryExecutor,
  relationship: { readonly id: string; readonly workspaceId: string },
): Promise<Date | null> {
  const [found] = await named(executor, relationship);
  return found?.now ?? null;
}

/** Keeps an event of another system; false where it was told before. */
export async function keepSourceEvent(
  executor: QueryExecutor,
  event: SourceEvent,
): Promise<boolean> {
  const kept = await executor.tables
    .insertInto("sourceEvent")
    .values(event)
    .onConflict((conflict) => conflict.columns(["source", "eventId"]).doNothing())
    .returning("eventId")
    .executeTakeFirst();
  return kept !== undefined;
}

/** Keeps what became of the inbox by an event. */
export async function keepOutcome(
  executor: QueryExecutor,
  { source, eventId }: Pick<SourceEvent, "source" | "eventId">,
  answer: Pick<SourceEvent, "outcome" | "taskId">,
): Promise<void> {
  await executor.tables
    .updateTable("sourceEvent")
    .set(answer)
    .where("source", "=", source)
    .where("eventId", "=", eventId)
    .execute();
}

/**
 * Messages that nobody has replied to since, whichever of the two was told first. One statement.
 *
 * @param conversationId the only conversation that is looked at; null for all.
 */
export async function listWaitingMessages(
  executor: QueryExecutor,
  relationshipIds: readonly string[],
  conversationId: string | null,
): Promise<readonly WaitingMessage[]> {
  return await executor.tables
    .selectFrom("sourceEvent as asked")
    .where("asked.relationshipId", "=", anyOf(relationshipIds))
    .where("asked.type", "=", "ClientMessageNeedsReply")
    .where(({ eb }) => given(conversationId, (id) => eb("asked.subjectId", "=", id)))
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
export const pruneSourceEvents = deleteOldest("sourceEvent", ["source", "eventId"], (old) =>
  old.where("acceptedAt", "<", onceDaysAgo(INBOX_LIMITS.sourceEventDays)).orderBy("acceptedAt"),
);
