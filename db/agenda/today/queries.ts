import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type QueryCreator, type RawBuilder, sql } from "kysely";
import type { OrderedTask } from "../../../contract/agenda/order.ts";
import type { FocusPinAnswer } from "../../../contract/agenda/notice-schema.ts";
import type { NoticeState } from "../../../contract/agenda/agenda-rows.ts";
import type { CompletionSummary } from "../../../contract/agenda/schema.ts";
import { RANGE_DAYS } from "../../../contract/agenda/vocabulary.ts";
import type { SkipReason } from "../../../contract/quick-log/vocabulary.ts";
import type { TaskSource } from "../../../rules/agenda/agenda-task.ts";
import type { SignInKey } from "../../accounts/guard/queries.ts";
import type { QueryExecutor } from "../../pipeline.ts";
import { prepareQuery, type Slots } from "../../prepared-query.ts";
import { changesSince, isWholeSince, type ScopeChanged } from "../../scope-changes-since.ts";
import type { Tables } from "../../tables.ts";
import {
  compactTasks,
  dayCards,
  dayPin,
  oldestOpenDay,
  ownScope,
  scopeFacts,
  wholeTasks,
} from "./agenda-parts.ts";

/** How the scope of a client stands: whose it is, which day it is, and its counter. */
export interface AgendaScope {
  readonly relationshipId: string;
  readonly timezone: string;
  /** The newest local day. */
  readonly presentDate: string;
  /** Null while the calendar stands still. */
  readonly nextDayAt: Date | null;
  readonly seq: number;
  readonly epoch: string;
  /** When the epoch was drawn for a restored database; null before any restore. */
  readonly restoredAt: Date | null;
  readonly now: Date;
}

/** What of a task its place, its day's sums and its checksum follow from. */
export interface OrderFacts extends OrderedTask {
  readonly revision: number;
  readonly completionSummary: CompletionSummary;
}

/** What else a day is summed up and warned of by, task by task. */
export interface TaskJudgedBy {
  readonly skipReasons: readonly SkipReason[];
  readonly sourceRevision: number;
  readonly source: TaskSource | null;
}

/** What changed in the scope after a counter; nothing without one. */
interface ScopeDelta {
  readonly changes: readonly ScopeChanged[];
  /** None of them was pruned. */
  readonly changesKept: boolean;
}

/** What a day shows beside its tasks. */
interface DayNotices {
  /** JSON of the cards that are not withdrawn, in their order; null without any. */
  readonly cards: string | null;
  readonly cardRows: readonly NoticeState[] | null;
  readonly focusPin: FocusPinAnswer | null;
}

/** A day of a client, as far as it is made in the database. */
export interface AgendaRow extends AgendaScope, ScopeDelta, DayNotices {
  readonly localDate: string;
  /** It was opened too late for anybody to be asked. */
  readonly notOffered: boolean;
  /** Of each task, by id. */
  readonly facts: readonly OrderFacts[];
  /** In the same order these facts as JSON, and the object of what is answered of each besides. */
  readonly factTexts: readonly string[];
  readonly furtherTexts: readonly string[];
  readonly judgedBy: readonly TaskJudgedBy[];
  readonly oldestOpenDay: OpenDay | null;
}

/** The same as it comes: values of one text stand apart, and what has none is null. */
type StoredAgenda = Omit<AgendaRow, "facts" | "factTexts" | "furtherTexts" | "judgedBy"> & {
  readonly facts: readonly OrderFacts[] | null;
  readonly factTexts: string | null;
  readonly furtherTexts: string | null;
  readonly judgedBy: readonly TaskJudgedBy[] | null;
};

/** A day behind the present one that can still be acted on. */
export interface OpenDay {
  readonly localDate: string;
  readonly closesAt: string | null;
  readonly pinnedTaskId: string | null;
  readonly tasks: readonly OrderedTask[];
}

/** A day of a range. */
export interface RangeDayRow extends AgendaScope, ScopeDelta, DayNotices {
  readonly localDate: string;
  /** Of each task, by id. */
  readonly facts: readonly OrderFacts[];
  /** In the same order the JSON of each as it is answered. */
  readonly compact: readonly string[];
  /** And what took the place of each. */
  readonly successors: readonly (string | null)[];
}

/** The same as it comes. */
type StoredRangeDay = Omit<RangeDayRow, "facts" | "compact" | "successors" | "changes"> & {
  readonly changes: readonly ScopeChanged[] | null;
  readonly facts: readonly OrderFacts[] | null;
  readonly compact: string | null;
  readonly successors: readonly (string | null)[] | null;
};

const scopes = prepareQuery("agenda-scope", (from, slot: Slots<SignInKey>) =>
  from
    .selectFrom(sql<AgendaScope>`(select ${scopeFacts} from ${ownScope(slot)})`.as("own"))
    .selectAll(),
);

/** How the scope of whoever signs in stands, without reading a task; null where they are nobody's client. */
export async function findAgendaScope(
  on: SqlEntityManager | QueryExecutor,
  key: SignInKey,
): Promise<AgendaScope | null> {
  const [found] = await scopes(on, key);
  return found ?? null;
}

/** Whose day is read, which, and since when its changes are told. */
export interface AgendaKey extends SignInKey {
  /** Null for the newest one. */
  readonly date: string | null;
  readonly sinceSeq: number | null;
}

/** Without a cursor it is another text: a plan for any cursor would be dearer than one for none, each time anew. */
const agendas = prepareQuery("agenda-of-day", (from, slot: Slots<AgendaKey>) =>
  agendaOf(from, slot, null),
);
const agendasSince = prepareQuery("agenda-of-day-since", (from, slot: Slots<AgendaKey>) =>
  agendaOf(from, slot, slot("sinceSeq")),
);

function agendaOf(
  from: QueryCreator<Tables>,
  slot: Slots<AgendaKey>,
  sinceSeq: RawBuilder<number | null> | null,
) {
  return from
    .selectFrom(
      sql<StoredAgenda>`(
        select ${scopeFacts}, asked.local_date as "localDate", tasks.*, cards.*, ${dayPin} as "focusPin",
          coalesce((select day.not_offered from agenda_day day where day.relationship_id = relationship.id
            and day.local_date = asked.local_date), false) as "notOffered",
          ${oldestOpenDay} as "oldestOpenDay", ${changesSince(sinceSeq)} as changes,
          ${isWholeSince(sinceSeq)} as "changesKept"
        from ${ownScope(slot)}
        cross join lateral (
          select coalesce(${slot("date")}::date, calendar.local_date) as local_date) asked
        cross join lateral ${wholeTasks} tasks
        cross join lateral ${dayCards} cards)`.as("agenda"),
    )
    .selectAll();
}

/**
 * A day of whoever signs in, from one snapshot: its rows and the counter belong together
 * (docs/rooms/storage.md#scope-changes). Null where they are nobody's client.
 */
export async function findAgenda(
  on: SqlEntityManager | QueryExecutor,
  key: AgendaKey,
): Promise<AgendaRow | null> {
  const [found] = await (key.sinceSeq === null ? agendas : agendasSince)(on, key);
  if (found === undefined) return null;
  return {
    ...found,
    facts: found.facts ?? [],
    factTexts: valuesIn(found.factTexts),
    furtherTexts: valuesIn(found.furtherTexts),
    judgedBy: found.judgedBy ?? [],
  };
}

/** Whose days are read, from one to another, and since when their changes are told. */
export interface RangeKey extends SignInKey {
  readonly from: string;
  readonly to: string;
  readonly sinceSeq: number | null;
}

const ranges = prepareQuery("agenda-range", (from, slot: Slots<RangeKey>) =>
  rangeOf(from, slot, null),
);
const rangesSince = prepareQuery("agenda-range-since", (from, slot: Slots<RangeKey>) =>
  rangeOf(from, slot, slot("sinceSeq")),
);

function rangeOf(
  from: QueryCreator<Tables>,
  slot: Slots<RangeKey>,
  sinceSeq: RawBuilder<number | null> | null,
) {
  return from
    .selectFrom(
      sql<StoredRangeDay>`(
        select relationship.*, asked.local_date as "localDate", tasks.*, cards.*, ${dayPin} as "focusPin",
          case when asked.local_date = ${slot("from")}::date then ${changesSince(sinceSeq)} end as changes
        from (
          select relationship.id, ${scopeFacts}, ${isWholeSince(sinceSeq)} as "changesKept"
          from ${ownScope(slot)} offset 0
        ) relationship
        cross join lateral (
          select ${slot("from")}::date + ahead as local_date
          from generate_series(0, ${sql.lit(RANGE_DAYS - 1)}::int) ahead
          where ${slot("from")}::date + ahead <= ${slot("to")}::date) asked
        cross join lateral ${compactTasks} tasks
        cross join lateral ${dayCards} cards)`.as("day"),
    )
    .selectAll()
    .orderBy(sql`day."localDate"`);
}

/** Days of whoever signs in, each date from one to another, from one snapshot; empty where they are nobody's client. */
export async function listAgendas(
  on: SqlEntityManager | QueryExecutor,
  key: RangeKey,
): Promise<readonly RangeDayRow[]> {
  const rows = await (key.sinceSeq === null ? ranges : rangesSince)(on, key);
  // They are of the scope and not of a day: only the first row brings them.
  const changes = rows[0]?.changes ?? [];
  return rows.map(({ facts, compact, successors, ...day }) => ({
    ...day,
    changes,
    facts: facts ?? [],
    compact: valuesIn(compact),
    successors: successors ?? [],
  }));
}

/** JSON values of one text, each by itself. */
function valuesIn(text: string | null): readonly string[] {
  return text === null ? [] : text.split("\u001e");
}
