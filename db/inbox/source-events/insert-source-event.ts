import { INBOX_LIMITS } from "../../../contract/inbox/vocabulary.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { onceDaysAgo } from "../../platform/clock-once.ts";
import { deleteOldest } from "../../platform/pruning/delete-oldest.ts";
import { prepareQuery, type Slots } from "../../platform/pipeline/prepare-query.ts";
import { clockNow } from "../../platform/statements/sql-parts.ts";
import type { SourceEvent } from "./source-event.ts";

/** Stores an event of another system; false if it was reported before. */
export async function insertSourceEvent(
  executor: QueryExecutor,
  event: SourceEvent,
): Promise<boolean> {
  const stored = await executor.tables
    .insertInto("sourceEvent")
    .values(event)
    .onConflict((conflict) => conflict.columns(["source", "eventId"]).doNothing())
    .returning("eventId")
    .executeTakeFirst();
  return stored !== undefined;
}

/** Stores the effect of an event on the inbox. */
export async function saveSourceEventOutcome(
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

/** The product's time if a workspace has the relationship, ended or not; otherwise null. */
export async function findRelationshipTime(
  executor: QueryExecutor,
  relationship: { readonly id: string; readonly workspaceId: string },
): Promise<Date | null> {
  const [found] = await relationshipTime(executor, relationship);
  return found?.now ?? null;
}

const relationshipTime = prepareQuery(
  "told-relationship",
  (from, slot: Slots<{ readonly id: string; readonly workspaceId: string }>) =>
    from
      .selectFrom("relationship")
      .where("id", "=", slot("id"))
      .where("workspaceId", "=", slot("workspaceId"))
      .select(clockNow.as("now")),
);

/** Deletes events accepted more than 400 days ago, oldest first. @returns how many. */
export const pruneSourceEvents = deleteOldest("sourceEvent", ["source", "eventId"], (old) =>
  old.where("acceptedAt", "<", onceDaysAgo(INBOX_LIMITS.sourceEventDays)).orderBy("acceptedAt"),
);
