import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { EmailStatus } from "../../contract/outbox/email-vocabulary.ts";
import type { Consumer, EventType } from "../../contract/outbox/vocabulary.ts";
import {
  clockNow,
  evaluatedOnce,
  instantText,
  secondsSince,
} from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";

/** State of the outbox, for the metrics. */
export interface OutboxHealth {
  /** Time in seconds since the oldest undelivered row became due, 0 if none is due. */
  readonly oldestAgeSeconds: number;
  /** Due rows, also those that wait for a retry; not those that an act deferred. */
  readonly waitingCount: number;
  readonly deadCount: number;
}

/**
 * Measures the whole outbox. A row is due from its instant on, whatever moves its `available_at` later: a failing row
 * does not look younger. No index: only undelivered rows are stored, and the dead ones among them are counted.
 */
export async function findOutboxHealth(em: SqlEntityManager): Promise<OutboxHealth> {
  return await tables(em)
    .with("row", (db) =>
      db
        .selectFrom("outbox")
        .select(["deadAt"])
        .select(({ fn }) => fn.coalesce("dueAt", "occurredAt").as("dueSince")),
    )
    .selectFrom("row")
    .select(({ fn, lit, eb }) => {
      const isDue = eb.and([
        eb("deadAt", "is", null),
        eb("dueSince", "<=", evaluatedOnce(clockNow)),
      ]);
      const oldest = fn.min<Date | null>("dueSince").filterWhere(isDue);
      const rows = fn.countAll<number>();
      return [
        fn.coalesce(secondsSince(oldest), lit(0)).as("oldestAgeSeconds"),
        rows.filterWhere(isDue).as("waitingCount"),
        rows.filterWhere("deadAt", "is not", null).as("deadCount"),
      ];
    })
    .executeTakeFirstOrThrow();
}

/** How many actors of a kind are failing. */
export interface FailingActors {
  /** First part of their workflow ids. */
  readonly kind: string;
  readonly count: number;
}

/** Counts the actors whose last settlement failed, by kind; no other row is read. */
export async function countFailingActors(em: SqlEntityManager): Promise<readonly FailingActors[]> {
  return await tables(em)
    .with("failing", (db) =>
      db
        .selectFrom("actor")
        .where("failures", ">", 0)
        .select((eb) =>
          eb.fn<string>("split_part", ["workflowId", eb.val("/"), eb.lit(1)]).as("kind"),
        ),
    )
    .selectFrom("failing")
    .groupBy("kind")
    .select(({ fn }) => ["kind", fn.countAll<number>().as("count")])
    .execute();
}

/** How late the actors of a kind are. */
export interface OverdueDelay {
  /** First part of their workflow ids. */
  readonly kind: string;
  /** Delay of the actor that has been due longest. */
  readonly oldestSeconds: number;
}

/** Lists the kinds of which an actor is overdue, also one that waits for its retry; reads only overdue rows. */
export async function listOverdueDelays(em: SqlEntityManager): Promise<readonly OverdueDelay[]> {
  return await tables(em)
    .with("overdue", (db) =>
      db
        .selectFrom("actor")
        .where("dueAt", "<", evaluatedOnce(clockNow))
        .select((eb) => [
          eb.fn<string>("split_part", ["workflowId", eb.val("/"), eb.lit(1)]).as("kind"),
          "dueAt",
        ]),
    )
    .selectFrom("overdue")
    .groupBy("kind")
    .select(({ fn, lit }) => [
      "kind",
      fn.coalesce(secondsSince(fn.min<Date | null>("dueAt")), lit(0)).as("oldestSeconds"),
    ])
    .execute();
}

/** Outcome of an outgoing e-mail; instants are RFC 3339. */
export interface EmailOutcome {
  readonly status: EmailStatus;
  readonly attempts: number;
  /** Class of the last attempt, if it failed. */
  readonly failureCode: string | null;
  readonly askedAt: string;
  /** When it was sent, or when the last attempt failed. */
  readonly triedAt: string | null;
}

/** Outcome of the newest e-mail about each of these subjects, as far as it is stored. */
export async function newestEmails(
  em: SqlEntityManager,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, EmailOutcome>> {
  if (subjectIds.length === 0) return new Map();
  const rows = await tables(em)
    .selectFrom("letter")
    .distinctOn("subjectId")
    .where("subjectId", "in", subjectIds)
    .orderBy("subjectId")
    .orderBy("eventId", "desc")
    .select(["subjectId", "status", "attempts", "failureCode"])
    .select(({ ref }) => [
      instantText(ref("createdAt")).as("askedAt"),
      instantText(ref("triedAt")).as("triedAt"),
    ])
    .execute();
  return new Map(rows.map(({ subjectId, ...outcome }) => [subjectId, outcome]));
}

/** A row that was given up, for operators to inspect. */
export interface DeadLetter {
  readonly id: string;
  readonly consumer: Consumer;
  readonly type: EventType;
  readonly subjectId: string;
  readonly attempts: number;
  /** Class of the last failure. */
  readonly lastError: string | null;
  readonly deadAt: string;
}

/** The dead letters, oldest first. */
export async function listDeadLetters(
  em: SqlEntityManager,
  limit: number,
): Promise<readonly DeadLetter[]> {
  return await tables(em)
    .selectFrom("outbox")
    .select(["id", "consumer", "type", "subjectId", "attempts", "lastError"])
    .select(({ ref }) => instantText(ref("deadAt").$notNull()).as("deadAt"))
    .where("deadAt", "is not", null)
    .orderBy("deadAt")
    .orderBy("id")
    .limit(limit)
    .execute();
}
