import {
  type AliasableExpression,
  expressionBuilder,
  sql,
  type Expression,
  type RawBuilder,
  type SqlBool,
} from "kysely";
import type { JsonOf } from "./tables.ts";

// Parts of statements that the query builder has no word for, typed by what they take and yield.

/** The product's time, as it stands when the statement runs. */
export const clockNow = sql<Date>`clock_now()`;

/** Real time, whatever the product's clock was set to. */
export const realNow = sql<Date>`clock_timestamp()`;

/** The product's time in milliseconds of the epoch. */
export const clockMillis = sql<number>`(extract(epoch from clock_now()) * 1000)::bigint`;

/** An id made in the database. */
export const idFromDatabase = sql<string>`uuidv7()`;

/** The product's time so many seconds ago; less than nothing is ahead. */
export function secondsAgo(seconds: number): RawBuilder<Date> {
  return sql<Date>`clock_now() - make_interval(secs => ${seconds})`;
}

/** An instant so many days later. */
export function daysLater(instant: Expression<Date>, days: number): RawBuilder<Date> {
  return sql<Date>`${instant} + make_interval(days => ${days})`;
}

/** A calendar day so many days before another. */
export function daysBefore(day: Expression<string>, days: number): RawBuilder<string> {
  return sql<string>`(${day} - ${days}::int)`;
}

/** How many seconds ago an instant was; null where there is none. */
export function secondsSince(instant: Expression<Date | null>): RawBuilder<number | null> {
  return sql`extract(epoch from clock_now() - ${instant})::float8`;
}

/** The same by the clock of the machine, whatever the product's time is. */
export function realSecondsSince(instant: Expression<Date | null>): RawBuilder<number | null> {
  return sql`extract(epoch from now() - ${instant})::float8`;
}

/** A value that a statement asks for once, so that it can bound an index. */
export function askedOnce<Value>(value: Expression<Value>): RawBuilder<Value> {
  return sql<Value>`(select ${value})`;
}

/** The length of an interval in seconds. */
export function secondsOf(interval: Expression<string>): RawBuilder<number> {
  return sql<number>`extract(epoch from ${interval})::float8`;
}

/** The calendar day of an instant in UTC. */
export function utcDay(instant: Expression<Date>): RawBuilder<string> {
  return sql<string>`(${instant} at time zone 'UTC')::date`;
}

/** In how many whole seconds it will be so long after an instant. */
export function secondsUntil(instant: Expression<Date>, seconds: number): RawBuilder<number> {
  return sql<number>`ceil(extract(epoch from ${instant} - clock_now()) + ${seconds})::int`;
}

/** An instant as RFC 3339 in UTC with milliseconds, as it goes out. */
export function instantText<Instant extends Date | null>(
  instant: Expression<Instant>,
): RawBuilder<TextOf<Instant>> {
  return sql`to_char((${instant}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

type TextOf<Instant> = Instant extends Date ? string : Instant;

/**
 * How many rows a part of a statement wrote.
 *
 * @throws a fault of the database where they are not as many as planned: all that the transaction wrote goes.
 */
export function requireRows(
  target: string,
  written: Expression<{ readonly count: number }>,
  planned: number,
): AliasableExpression<number> {
  const { fn, val } = expressionBuilder();
  return fn<number>("require_rows", [val(target), written, val(planned)]);
}

/** Whether a condition is met; what cannot be told counts as not met. */
export function holds(condition: Expression<SqlBool | null>): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${condition}, false)`;
}

/** A value as a jsonb column takes it. */
export function json<Value>(value: Value): RawBuilder<JsonOf<Value>> {
  return sql`${JSON.stringify(value)}::jsonb`;
}

/** One JSON object of the given parts. */
export function jsonObject<Parts extends Record<string, Expression<unknown>>>(
  parts: Parts,
): RawBuilder<ObjectOf<Parts>> {
  const pairs = Object.entries(parts).map(([name, part]) => sql`${sql.lit(name)}, ${part}`);
  return sql`jsonb_build_object(${sql.join(pairs)})`;
}

type ObjectOf<Parts> = {
  readonly [Name in keyof Parts]: Parts[Name] extends Expression<infer Value>
    ? InJson<Value>
    : never;
};

/** JSON knows no instants: as a part they are text first. */
type InJson<Value> = [Extract<Value, Date>] extends [never] ? Value : never;

/** The entries that a query of one column, `entry`, yields, as one JSON list in its order. */
export function jsonList<Entry>(
  entries: Expression<{ readonly entry: Entry }>,
): RawBuilder<readonly Entry[]> {
  return sql`(select coalesce(jsonb_agg(entries.entry), '[]') from ${entries} as entries)`;
}

/** A condition on a value that may not be given: then it is always met. */
export function given<Value>(
  value: Value | null,
  condition: (value: Value) => Expression<SqlBool>,
): Expression<SqlBool> {
  return value === null ? expressionBuilder().lit(true) : condition(value);
}

/** A field of a JSON object as text; null where it is not there. */
export function jsonText<Value>(
  object: Expression<Value>,
  field: keyof Value & string,
): RawBuilder<string | null> {
  return sql`${object} ->> ${sql.lit(field)}`;
}

/** Whether a list of texts, a field of a JSON object, has a text. */
export function listsText<Value>(
  object: Expression<Value>,
  field: keyof Value & string,
  text: Expression<string>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`${object} -> ${sql.lit(field)} ? ${text}`;
}

/** Whether somewhere within a jsonb column a field of this name has this text. */
export function holdsDeep<Value>(
  column: Expression<Value>,
  field: string,
  text: string,
): RawBuilder<SqlBool> {
  const path = sql.lit(`$.**.${field} ? (@ == $text)`);
  return sql<SqlBool>`jsonb_path_exists(${column}, ${path}, jsonb_build_object('text', ${text}::text))`;
}

/** Whether a jsonb column holds just this value. */
export function jsonEquals<Value>(column: Expression<Value>, value: Value): RawBuilder<boolean> {
  return sql<boolean>`${column} = ${JSON.stringify(value)}::jsonb`;
}

/** Any of these ids: `where("id", "=", anyOf(ids))`, one text however many there are. */
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${ids}::uuid[])`;
}

/** Texts as rows of one column, `value`, to select from. */
export function textRows(texts: readonly string[]): RawBuilder<{ value: string }> {
  return sql<{ value: string }>`(select unnest(${[...texts]}::text[]) as value)`;
}

/**
 * What to order by an id where the rows are found by whose they are. By the id itself the database might choose to
 * walk a table of everybody's in that order.
 */
export function inOrderOf(id: Expression<string>): RawBuilder<string> {
  return sql<string>`${id}::text`;
}
