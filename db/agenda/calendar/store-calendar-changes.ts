import { runNamed } from "../../platform/pipeline/run-named.ts";
import { records } from "../../platform/statements/records.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Stores calendars, the days they open and those they end, in one statement. The caller has locked them. */
export async function storeCalendarChanges(tx: Tx, changes: CalendarChanges): Promise<void> {
  const { calendars, opened, ended, prolonged, resumed } = changes;
  if (calendars.length === 0) return;
  const store = tables(tx)
    .with("turn", (part) => part.selectFrom(records(calendars, CALENDAR).as("turn")).selectAll())
    .with("advanced", (part) =>
      part
        .updateTable("relationshipCalendar as calendar")
        .from("turn")
        .set(({ ref }) => ({
          localDate: ref("turn.localDate"),
          timezone: ref("turn.timezone"),
          nextDayAt: ref("turn.nextDayAt"),
          tzVersion: ref("turn.tzVersion"),
          lookAt: ref("turn.nextDayAt"),
          lookFailures: 0,
        }))
        .whereRef("calendar.relationshipId", "=", "turn.relationshipId"),
    )
    .with("ended", (part) =>
      part
        .updateTable("agendaDay as day")
        .from(records(ended, ENDED).as("ended"))
        .set(({ ref }) => ({
          endsAt: ref("ended.endsAt"),
          closesAt: ref("ended.closesAt"),
          lookAt: ref("ended.closesAt"),
        }))
        .whereRef("day.relationshipId", "=", "ended.relationshipId")
        .whereRef("day.localDate", "=", "ended.localDate")
        .where("day.closedAt", "is", null),
    )
    .with("prolonged", (part) =>
      part
        .updateTable("agendaDay as day")
        .from(records(prolonged, PROLONGED).as("prolonged"))
        .set(({ fn, ref }) => ({
          closesAt: fn<Date>("greatest", [ref("day.closesAt"), ref("prolonged.endsAt")]),
          lookAt: fn<Date>("greatest", [ref("day.lookAt"), ref("prolonged.endsAt")]),
        }))
        .whereRef("day.relationshipId", "=", "prolonged.relationshipId")
        .whereRef("day.closesAt", ">=", "prolonged.formerlyAt")
        .where("day.closedAt", "is", null),
    )
    .with("resumed", (part) =>
      part
        .updateTable("agendaDay as day")
        .from(records(resumed, RESUMED).as("resumed"))
        .set(({ fn, ref }) => ({
          endsAt: fn.coalesce("day.endsAt", "resumed.resumedAt"),
          closesAt: ref("resumed.closesAt"),
          lookAt: ref("resumed.closesAt"),
        }))
        .whereRef("day.relationshipId", "=", "resumed.relationshipId")
        .whereRef("day.localDate", "<", "resumed.presentDate")
        .where("day.closedAt", "is", null),
    )
    .with("opened", (part) =>
      part
        .insertInto("agendaDay")
        .columns([...openedColumns, ...UNTOLD, "lookAt", "projectedAt"])
        .expression((from) =>
          from
            .selectFrom(records(opened, OPENED).as("row"))
            .select(openedColumns.map((name) => `row.${name}` as const))
            .select(({ lit }) => UNTOLD_COUNTS.map((name) => lit(0).as(name)))
            .select(({ val }) => val("").as("agendaChecksum"))
            .select(["row.closesAt as lookAt", "row.openedAt as projectedAt"])
            .orderBy("row.relationshipId")
            .orderBy("row.localDate"),
        )
        .onConflict((conflict) => conflict.doNothing()),
    )
    .selectFrom("turn")
    .select("turn.relationshipId");
  await runNamed(tx, "calendar-changes", store);
}

/** The new state of a calendar. */
export interface AdvancedCalendar {
  readonly relationshipId: string;
  readonly localDate: string;
  readonly timezone: string;
  /** Null while suspended. */
  readonly nextDayAt: Date | null;
  readonly tzVersion: string;
}

/** An opened day; the sums of its tasks are computed later. */
export interface OpenedDay {
  readonly relationshipId: string;
  readonly localDate: string;
  readonly timezone: string;
  readonly openedAt: Date;
  readonly notOffered: boolean;
  readonly endsAt: Date | null;
  readonly closesAt: Date | null;
}

/** The end of a day that was opened before. */
export interface EndedDay {
  readonly relationshipId: string;
  readonly localDate: string;
  readonly endsAt: Date;
  readonly closesAt: Date;
}

/** A newest day that lasts longer than planned, which delays the close of the day before it. */
export interface ProlongedDay {
  readonly relationshipId: string;
  readonly endsAt: Date;
  readonly formerlyAt: Date;
}

/** When the days that stayed open through a pause close; the present day is not among them. */
export interface ResumedDays {
  readonly relationshipId: string;
  readonly presentDate: string;
  readonly resumedAt: Date;
  readonly closesAt: Date;
}

/** The changes of calendars that were brought up to date. */
export interface CalendarChanges {
  readonly calendars: readonly AdvancedCalendar[];
  readonly opened: readonly OpenedDay[];
  readonly ended: readonly EndedDay[];
  readonly prolonged: readonly ProlongedDay[];
  readonly resumed: readonly ResumedDays[];
}

const CALENDAR = [
  ["relationshipId", "uuid"],
  ["localDate", "date"],
  ["timezone", "text"],
  ["nextDayAt", "timestamptz"],
  ["tzVersion", "text"],
] as const;

const ENDED = [
  ["relationshipId", "uuid"],
  ["localDate", "date"],
  ["endsAt", "timestamptz"],
  ["closesAt", "timestamptz"],
] as const;

const PROLONGED = [
  ["relationshipId", "uuid"],
  ["endsAt", "timestamptz"],
  ["formerlyAt", "timestamptz"],
] as const;

const RESUMED = [
  ["relationshipId", "uuid"],
  ["presentDate", "date"],
  ["resumedAt", "timestamptz"],
  ["closesAt", "timestamptz"],
] as const;

const OPENED = [
  ["relationshipId", "uuid"],
  ["localDate", "date"],
  ["timezone", "text"],
  ["openedAt", "timestamptz"],
  ["notOffered", "boolean"],
  ["endsAt", "timestamptz"],
  ["closesAt", "timestamptz"],
] as const;

const openedColumns = OPENED.map(([name]) => name);

/** Columns of a day that are computed once its tasks are known. */
const UNTOLD_COUNTS = [
  "projectionVersion",
  "taskCount",
  "completedCount",
  "skippedCount",
  "missedCount",
] as const;
const UNTOLD = [...UNTOLD_COUNTS, "agendaChecksum"] as const;
