import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type QueryCreator, type RawBuilder, sql } from "kysely";
import type { OrderedTask } from "../../../contract/agenda/order-agenda.ts";
import type { FocusPinAnswer } from "../../../contract/agenda/notice-schema.ts";
import type { NoticeState } from "../../../contract/agenda/notice-rows.ts";
import type { CompletionSummary } from "../../../contract/agenda/schema.ts";
import { RANGE_DAYS } from "../../../contract/agenda/range-vocabulary.ts";
import type { SkipReason } from "../../../contract/quick-log/vocabulary.ts";
import type { TaskSource } from "../../../rules/agenda/agenda-task.ts";
import type { SignInKey } from "../../accounts/guard/queries.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { prepareQuery, type Slots } from "../../platform/pipeline/prepare-query.ts";
import {
  changesSince,
  isWholeSince,
  type ScopeChanged,
} from "../../platform/scopes/changes-since.ts";
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

/** The state of a client's scope: its relationship, its present day, and its counter. */
export interface AgendaScope {
  readonly relationshipId: string;
  readonly timezone: string;
  /** The newest local day. */
  readonly presentDate: string;
  /** Null while the calendar is suspended. */
  readonly nextDayAt: Date | null;
  readonly seq: number;
  readonly epoch: string;
  /** When the epoch was drawn for a restored database; null before any restore. */
  readonly restoredAt: Date | null;
  readonly now: Date;
}

/** The fields of a task that decide its position, its day's sums and its checksum. */
export interface OrderFacts extends OrderedTask {
  readonly revision: number;
  readonly completionSummary: CompletionSummary;
}

/** The other fields of a task that decide the sums and warnings of its day. */
export interface TaskJudgedBy {
  readonly skipReasons: readonly SkipReason[];
  readonly sourceRevision: number;
  readonly source: TaskSource | null;
}

/** The changes of the scope after a counter; empty without one. */
interface ScopeDelta {
  readonly changes: readonly ScopeChanged[];
  /** Whether none of them was pruned. */
  readonly changesKept: boolean;
}

/** The parts of a day in addition to its tasks. */
interface DayNotices {
  /** JSON of the cards that are not withdrawn, in order; null without any. */
  readonly cards: string | null;
  readonly cardRows: readonly NoticeState[] | null;
  readonly focusPin: FocusPinAnswer | null;
}

/** The parts of a client's day that the database builds. */
export interface AgendaRow extends AgendaScope, ScopeDelta, DayNotices {
  readonly localDate: string;
  /** Whether it was opened too late to be offered. */
  readonly notOffered: boolean;
  /** One for each task, ordered by task id. */
  readonly facts: readonly OrderFacts[];
  /** In the same order, these facts as JSON, and the JSON object of each task's other fields. */
  readonly factTexts: readonly string[];
  readonly furtherTexts: readonly string[];
  readonly judgedBy: readonly TaskJudgedBy[];
  readonly oldestOpenDay: OpenDay | null;
}

/** The row as stored: values within one text are separated, and empty lists are null. */
type StoredAgenda = Omit<AgendaRow, "facts" | "factTexts" | "furtherTexts" | "judgedBy"> & {
  readonly facts: readonly OrderFacts[] | null;
  readonly factTexts: string | null;
  readonly furtherTexts: string | null;
  readonly judgedBy: readonly TaskJudgedBy[] | null;
};

/** A day before the present one that still accepts operations. */
export interface OpenDay {
  readonly localDate: string;
  readonly closesAt: string | null;
  readonly pinnedTaskId: string | null;
  readonly tasks: readonly OrderedTask[];
}

/** A day of a range. */
export interface RangeDayRow extends AgendaScope, ScopeDelta, DayNotices {
  readonly localDate: string;
  /** One for each task, ordered by task id. */
  readonly facts: readonly OrderFacts[];
  /** In the same order, the JSON of each task as it is sent. */
  readonly compact: readonly string[];
  /** In the same order, the successor of each task. */
  readonly successors: readonly (string | null)[];
}

/** The row as stored. */
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

/** The state of the signed-in user's scope, without reading a task; null if they are nobody's client. */
export async function findAgendaScope(
  on: SqlEntityManager | QueryExecutor,
  key: SignInKey,
): Promise<AgendaScope | null> {
  const [found] = await scopes(on, key);
  return found ?? null;
}

/** The reader, the day, and the counter since which changes are wanted. */
export interface AgendaKey extends SignInKey {
  /** Null for the newest one. */
  readonly date: string | null;
  readonly sinceSeq: number | null;
}

/** A separate text without a cursor: a plan for any cursor would cost more than one for none. */
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
 * A day of the signed-in user, from one snapshot: its rows and the counter belong together
 * (docs/rooms/storage.md#scope-changes). Null if they are nobody's client.
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

/** The reader, the range of days, and the counter since which changes are wanted. */
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

/** Days of the signed-in user, one for each date of a range, from one snapshot; empty if they are nobody's client. */
export async function listAgendas(
  on: SqlEntityManager | QueryExecutor,
  key: RangeKey,
): Promise<readonly RangeDayRow[]> {
  const rows = await (key.sinceSeq === null ? ranges : rangesSince)(on, key);
  // The changes belong to the scope, not to a day: only the first row contains them.
  const changes = rows[0]?.changes ?? [];
  return rows.map(({ facts, compact, successors, ...day }) => ({
    ...day,
    changes,
    facts: facts ?? [],
    compact: valuesIn(compact),
    successors: successors ?? [],
  }));
}

/** Splits the JSON values of one text. */
function valuesIn(text: string | null): readonly string[] {
  return text === null ? [] : text.split("\u001e");
}
