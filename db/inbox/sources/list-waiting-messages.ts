import type { WaitingMessage } from "../../../rules/inbox/sources/message-cases.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { anyOf, given } from "../../platform/statements/sql-parts.ts";
import type { SourceQuery } from "./source-query.ts";

/** Messages without a later reply, regardless of the order in which the two were reported. */
export async function listWaitingMessages(
  executor: QueryExecutor,
  { relationshipIds, conversationId }: SourceQuery,
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
