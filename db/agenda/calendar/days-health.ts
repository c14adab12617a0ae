import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { HOLD_REASONS, type HoldReason } from "../../../contract/agenda/closing-vocabulary.ts";
import type { WithheldKind } from "../../../contract/agenda/withheld/vocabulary.ts";
import {
  evaluatedOnce,
  clockNow,
  realSecondsSince,
  secondsAgo,
  secondsSince,
} from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";

/** State of the day transitions, for the metrics. */
export interface DaysHealth {
  /** Days that have begun but are not opened. */
  readonly unopened: WaitingDays;
  /** Days that could close but are not closed, except those on hold. */
  readonly unclosed: WaitingDays;
  /** Days whose undo has ended and that their lane did not make final. */
  readonly notFinal: WaitingDays;
  /** Days that could close but are on hold, by reason: pending work of clients, or an outage of our services. */
  readonly onHold: Readonly<Record<HoldReason, WaitingDays>>;
  /** Open days with something withheld: single occurrences, or a whole day that could not be opened. */
  readonly withheld: Readonly<Record<WithheldKind, WaitingDays>>;
  /** Seconds since the last scan, in real time; null before the first. */
  readonly scanAgeSeconds: number | null;
}

/** How many days wait for a transition, and how long the oldest has waited. */
export interface WaitingDays {
  readonly count: number;
  readonly oldestSeconds: number;
}

/** Failed calendars are scanned again within this time. */
const NEXT_SCAN_SECONDS = 3_600;

const now = evaluatedOnce(clockNow);
const soon = evaluatedOnce(secondsAgo(-NEXT_SCAN_SECONDS));

/** Measures the day transitions. Six statements, each of which reads only rows that are due or on hold, by index. */
export async function findDaysHealth(em: SqlEntityManager): Promise<DaysHealth> {
  return {
    unopened: await findUnopened(em),
    unclosed: await findUnclosed(em),
    notFinal: await findNotFinal(em),
    onHold: await findOnHold(em),
    withheld: await findWithheld(em),
    scanAgeSeconds: await findScanAge(em),
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

async function findUnclosed(em: SqlEntityManager): Promise<WaitingDays> {
  return await tables(em)
    .selectFrom("agendaDay")
    .where("lookAt", "<", soon)
    .where("closesAt", "<=", now)
    .where("closedAt", "is", null)
    .where("holdReason", "is", null)
    .select(({ fn, lit }) => [
      fn.countAll<number>().as("count"),
      fn.coalesce(secondsSince(fn.min<Date | null>("closesAt")), lit(0)).as("oldestSeconds"),
    ])
    .executeTakeFirstOrThrow();
}

async function findNotFinal(em: SqlEntityManager): Promise<WaitingDays> {
  return await tables(em)
    .selectFrom("agendaDay")
    .where("undoClosedAt", "is", null)
    .where("undoClosesAt", "<=", now)
    .select(({ fn, lit }) => [
      fn.countAll<number>().as("count"),
      fn.coalesce(secondsSince(fn.min<Date | null>("undoClosesAt")), lit(0)).as("oldestSeconds"),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * After an outage of our services the next scan of a day may be a day away: find these days by their hold reason
 * instead.
 */
async function findOnHold(em: SqlEntityManager): Promise<DaysHealth["onHold"]> {
  const rows = await tables(em)
    .selectFrom("agendaDay")
    .where("lookAt", "is not", null)
    .where("holdReason", "is not", null)
    .where("closedAt", "is", null)
    .groupBy("holdReason")
    .select(({ fn, lit, ref }) => [
      ref("holdReason").$notNull().as("reason"),
      fn.countAll<number>().as("count"),
      fn.coalesce(secondsSince(fn.min<Date | null>("closesAt")), lit(0)).as("oldestSeconds"),
    ])
    .execute();
  const byReason = new Map<string, WaitingDays>(
    rows.map(({ reason, ...waiting }) => [reason, waiting]),
  );
  const of = (reason: HoldReason) => byReason.get(reason) ?? { count: 0, oldestSeconds: 0 };
  const [unsent, deferred, outage] = HOLD_REASONS;
  return { [unsent]: of(unsent), [deferred]: of(deferred), [outage]: of(outage) };
}

async function findWithheld(em: SqlEntityManager): Promise<DaysHealth["withheld"]> {
  const rows = await tables(em)
    .selectFrom("withheldOccurrence as withheld")
    .leftJoin("agendaDay as day", (join) =>
      join
        .onRef("day.relationshipId", "=", "withheld.relationshipId")
        .onRef("day.localDate", "=", "withheld.localDate"),
    )
    .where("withheld.retryAt", "is not", null)
    .where("day.closedAt", "is", null)
    .select(({ eb, fn, lit }) => [
      eb("withheld.sourceType", "=", "DAY").as("isDay"),
      fn.countAll<number>().as("count"),
      fn
        .coalesce(secondsSince(fn.min<Date | null>("withheld.withheldAt")), lit(0))
        .as("oldestSeconds"),
    ])
    .groupBy("isDay")
    .execute();
  const none = { count: 0, oldestSeconds: 0 };
  const waitingOf = (isDay: boolean): WaitingDays => {
    const { count, oldestSeconds } = rows.find((row) => row.isDay === isDay) ?? none;
    return { count, oldestSeconds };
  };
  return { OCCURRENCE: waitingOf(false), DAY: waitingOf(true) };
}

async function findScanAge(em: SqlEntityManager): Promise<number | null> {
  const { seconds } = await tables(em)
    .selectFrom("agendaWatch")
    .select(({ ref }) => realSecondsSince(ref("lookedAt")).as("seconds"))
    .executeTakeFirstOrThrow();
  return seconds;
}
