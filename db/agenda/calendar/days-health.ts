import type { SqlEntityManager } from "@mikro-orm/postgresql";
import {
  askedOnce,
  clockNow,
  realSecondsSince,
  secondsAgo,
  secondsSince,
} from "../../sql-parts.ts";
import { tables } from "../../tables.ts";

/** Some days that wait for something, and for how long the oldest of them has. */
export interface WaitingDays {
  readonly count: number;
  readonly oldestSeconds: number;
}

/** How those who turn days get on. */
export interface DaysHealth {
  /** Days that have begun and were not opened. */
  readonly unopened: WaitingDays;
  /** Days that could close and were not closed, but for those that are held back. */
  readonly unclosed: WaitingDays;
  /** Days that could close and are held back. */
  readonly held: WaitingDays;
  /** Since the last look, in real time; null when nobody ever looked. */
  readonly lookAgeSeconds: number | null;
}

/** What was tried in vain, or is held back, is looked at again within this time. */
const NEXT_LOOK_SECONDS = 3_600;

const now = askedOnce(clockNow);
const soon = askedOnce(secondsAgo(-NEXT_LOOK_SECONDS));

/** Finds out how days are turned. Three statements, each of which reads by index only what is due. */
export async function findDaysHealth(em: SqlEntityManager): Promise<DaysHealth> {
  const unopened = await findUnopened(em);
  const { unclosedCount, unclosedSeconds, heldCount, heldSeconds } = await findUnclosed(em);
  return {
    unopened,
    unclosed: { count: unclosedCount, oldestSeconds: unclosedSeconds },
    held: { count: heldCount, oldestSeconds: heldSeconds },
    lookAgeSeconds: await findLookAge(em),
  };
}

async function findUnopened(em: SqlEntityManager): Promise<WaitingDays> {
  return await tables(em)
    .selectFrom("relationshipCalendar")
    .where("lookAt", "<", soon)
    .where("nextDayAt", "<=", now)
    .select(({ fn, lit }) => [
      fn.countAll<number>().as("count"),
      fn.coalesce(secondsSince(fn.min<Date | null>("nextDayAt")), lit(0)).as("oldestSeconds"),
    ])
    .executeTakeFirstOrThrow();
}

async function findUnclosed(em: SqlEntityManager) {
  return await tables(em)
    .selectFrom("agendaDay")
    .where("lookAt", "<", soon)
    .where("closesAt", "<=", now)
    .where("closedAt", "is", null)
    .select(({ fn, lit }) => {
      const count = fn.countAll<number>();
      const oldest = fn.min<Date | null>("closesAt");
      const unclosed = oldest.filterWhere("holdReason", "is", null);
      const held = oldest.filterWhere("holdReason", "is not", null);
      return [
        count.filterWhere("holdReason", "is", null).as("unclosedCount"),
        fn.coalesce(secondsSince(unclosed), lit(0)).as("unclosedSeconds"),
        count.filterWhere("holdReason", "is not", null).as("heldCount"),
        fn.coalesce(secondsSince(held), lit(0)).as("heldSeconds"),
      ];
    })
    .executeTakeFirstOrThrow();
}

async function findLookAge(em: SqlEntityManager): Promise<number | null> {
  const { seconds } = await tables(em)
    .selectFrom("agendaWatch")
    .select(({ ref }) => realSecondsSince(ref("lookedAt")).as("seconds"))
    .executeTakeFirstOrThrow();
  return seconds;
}
