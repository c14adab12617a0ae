import { INBOX_LIMITS } from "../../contract/inbox/vocabulary.ts";
import { onceDaysAgo } from "../platform/clock-once.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { Relationship } from "../relationships/relationship.ts";
import { anyOf, json } from "../platform/statements/sql-parts.ts";
import type { ChangedTask } from "./changes/insert-inbox-changes.ts";
import type { TaskSummary } from "./coach-task.ts";

/**
 * Erases summaries and notes from a client's tasks when the client's account is deleted
 * (docs/rooms/inbox.md#retention). Rows and histories stay, with codes of acts and instants only. Two statements.
 *
 * @returns the changed tasks.
 */
export async function redactTasksOf(
  tx: Tx,
  clientUserId: string,
  now: Date,
): Promise<readonly ChangedTask[]> {
  const own = await tx.find(Relationship, { clientUserId }, { fields: ["id"] });
  const toRedact = tables(tx)
    .selectFrom("coachTask")
    .where("relationshipId", "=", anyOf(own.map(({ id }) => id)))
    .where("redactedAt", "is", null)
    .select("id")
    .orderBy("id")
    .forNoKeyUpdate();
  return await tables(tx)
    .updateTable("coachTask")
    .where("id", "in", toRedact)
    .set({ summary: json(GONE), note: null, snoozeReason: null, redactedAt: now, updatedAt: now })
    .returning(["id", "workspaceId"])
    .execute();
}

/** Summary of a task whose source is deleted. */
const GONE: TaskSummary = { code: "SOURCE_DELETED", counts: { occurrences: 0 } };

/**
 * Erases notes and snooze reasons of tasks closed 400 days ago; locked tasks are left to the next run. @returns the
 * number of tasks.
 */
export async function redactNotes(tx: Tx, limit: number, skip = 0): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("coachTask")
    .select("id")
    .where("closedAt", "<", onceDaysAgo(INBOX_LIMITS.noteDays))
    .where(({ eb, or }) => or([eb("note", "is not", null), eb("snoozeReason", "is not", null)]))
    .orderBy("closedAt")
    .limit(limit)
    .offset(skip)
    .forNoKeyUpdate()
    .skipLocked();
  const redacted = await tables(tx)
    .updateTable("coachTask")
    .set({ note: null, snoozeReason: null })
    .where("id", "in", oldest)
    .executeTakeFirst();
  return Number(redacted.numUpdatedRows);
}
