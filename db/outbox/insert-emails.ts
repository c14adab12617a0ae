import {
  addresseeOf,
  EMAIL_DAYS,
  type EmailStatus,
} from "../../contract/outbox/email-vocabulary.ts";
import {
  EVENT_CONSUMERS,
  type Consumer,
  type DomainEvent,
} from "../../contract/outbox/vocabulary.ts";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { deleteOldest } from "../platform/pruning/delete-oldest.ts";
import { idMadeBefore } from "../platform/id-made-before.ts";
import { clockNow, secondsAgo } from "../platform/statements/sql-parts.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { tables } from "../tables.ts";

/** Adds PENDING delivery log rows for these events. */
export async function insertEmails(
  executor: QueryExecutor,
  mailed: readonly DomainEvent[],
  now: Date,
): Promise<void> {
  const rows = mailed.map((event) => ({
    eventId: event.eventId,
    type: event.type,
    subjectId: event.subjectId,
    userId: addresseeOf(event),
    status: "PENDING" as const,
    attempts: 0,
    failureCode: null,
    createdAt: now,
    triedAt: null,
  }));
  await executor.tables.insertInto("letter").values(rows).execute();
}

const DAY_SECONDS = 86_400;

/** The events among these that are mailed. */
export function mailedOf(events: readonly DomainEvent[]): readonly DomainEvent[] {
  return events.filter(({ type }) =>
    EVENT_CONSUMERS[type].some((consumer: Consumer) => consumer === "mail"),
  );
}

/** The outcome of an attempt to send an e-mail. */
export interface EmailTry {
  readonly eventId: string;
  readonly status: EmailStatus;
  readonly failureCode: string | null;
  /** Attempts so far, including this one. */
  readonly attempts: number;
}

/**
 * Stores the outcome of an attempt, if its row is still stored. A sent e-mail stays sent, even if a slower attempt
 * that began earlier fails.
 *
 * @returns whether it has become FAILED by this attempt.
 */
export async function saveEmailTry(tx: Tx, ended: EmailTry): Promise<boolean> {
  const { eventId, ...rest } = ended;
  const before = await tables(tx)
    .selectFrom("letter")
    .where("eventId", "=", eventId)
    .select("status")
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before === undefined || (before.status === "SENT" && rest.status !== "SENT")) return false;
  await tables(tx)
    .updateTable("letter")
    .set({ ...rest, triedAt: clockNow })
    .where("eventId", "=", eventId)
    .execute();
  return rest.status === "FAILED" && before.status !== "FAILED";
}

/**
 * Deletes delivery log rows older than 90 days, oldest first.
 *
 * @returns how many were deleted.
 */
export const pruneEmails = deleteOldest("letter", ["eventId"], (old) =>
  old
    .where("old.eventId", "<", idMadeBefore(EMAIL_DAYS - 1))
    .where("createdAt", "<", secondsAgo(EMAIL_DAYS * DAY_SECONDS))
    .orderBy("old.eventId"),
);
