import {
  type AliasableExpression,
  expressionBuilder,
  type ExpressionWrapper,
  sql,
  type Expression,
  type RawBuilder,
  type SqlBool,
} from "kysely";
import type { JsonOf } from "../../tables.ts";

/** A part of a statement that refers to no table: its inputs are given. */
type Part<Value> = ExpressionWrapper<unknown, never, Value>;

const build = expressionBuilder<unknown>();
const { cast, fn, lit, val } = build;

// Parts of statements that rooms share, typed by what they take and yield.

/** The product's time, when the statement runs. */
export const clockNow = fn<Date>("clock_now");

/** Real time, regardless of the product's clock. */
export const realNow = fn<Date>("clock_timestamp");

/** The product's time in milliseconds since the epoch. */
export const clockMillis = cast<number>(build(epochOf(clockNow), "*", lit(1000)), "bigint");

/** An id created by the database. */
export const idFromDatabase = fn<string>("uuidv7");

/** The product's time a number of seconds ago; a negative number means the future. */
export function secondsAgo(seconds: number): Part<Date> {
  return combined(clockNow, "-", interval("secs", seconds));
}

/** An instant a number of days later. */
export function daysLater(instant: Expression<Date>, days: number): Part<Date> {
  return combined(instant, "+", interval("days", days));
}

/** An interval of days or seconds. */
export function interval(unit: "days" | "secs", count: number): RawBuilder<string> {
  return sql<string>`make_interval(${sql.id(unit)} => ${count})`;
}

/** The calendar day a number of days before another. */
export function daysBefore(day: Expression<string>, days: number): Part<string> {
  return combined(day, "-", cast(val(days), "integer"));
}

/** Applies an operator to two values whose types differ for the compiler; the result is in parentheses. */
export function combined<Value>(
  left: Expression<unknown>,
  operator: "+" | "-" | "=" | "||" | "?",
  right: Expression<unknown>,
): Part<Value> {
  return build.parens(build(left, operator, right)).$castTo<Value>();
}

/** The seconds of an interval, or of an instant since the epoch. */
function epochOf(time: Expression<unknown>): RawBuilder<number> {
  return sql<number>`extract(epoch from ${time})`;
}

/** How many seconds ago an instant was; null for a null instant. */
export function secondsSince(instant: Expression<Date | null>): Part<number | null> {
  return secondsOf(combined(clockNow, "-", instant));
}

/** The same by the machine's clock, regardless of the product's time. */
export function realSecondsSince(instant: Expression<Date | null>): Part<number | null> {
  return secondsOf(combined(fn<Date>("now"), "-", instant));
}

/** A value that the statement evaluates once, so that it can bound an index scan. */
export function evaluatedOnce<Value>(value: Expression<Value>): RawBuilder<Value> {
  return sql<Value>`(select ${value})`;
}

/** The length of an interval in seconds. */
export function secondsOf(length: Expression<string>): Part<number> {
  return cast(epochOf(length), "float8");
}

/** The calendar day of an instant in UTC. */
export function utcDay(instant: Expression<Date>): Part<string> {
  return cast(inUtc(instant), "date");
}

/** The same as `at time zone`. */
function inUtc(instant: Expression<Date | null>): Part<Date> {
  return fn("timezone", [sql.lit("UTC"), instant]);
}

/** Whole seconds until a number of seconds after an instant have passed. */
export function secondsUntil(instant: Expression<Date>, seconds: number): Part<number> {
  const left = build(epochOf(combined(instant, "-", clockNow)), "+", seconds);
  return cast(fn("ceil", [left]), "integer");
}

/** An instant as RFC 3339 in UTC with milliseconds, as it is sent. */
export function instantText<Instant extends Date | null>(
  instant: Expression<Instant>,
): Part<TextOf<Instant>> {
  return fn("to_char", [inUtc(instant), sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')]);
}

type TextOf<Instant> = Instant extends Date ? string : Instant;

/**
 * How many rows a part of a statement wrote.
 *
 * @throws a database error if the number differs from the planned one: the whole transaction is rolled back.
 */
export function requireRows(
  target: string,
  written: Expression<{ readonly count: number }>,
  planned: number,
): AliasableExpression<number> {
  return fn<number>("require_rows", [val(target), written, val(planned)]);
}

/** Whether a condition is true; null counts as false. */
export function holds(condition: Expression<SqlBool | null>): Part<boolean> {
  return fn("coalesce", [condition, lit(false)]);
}

/** A value in the form that a jsonb column accepts. */
export function json<Value>(value: Value): Part<JsonOf<Value>> {
  return cast(val(JSON.stringify(value)), "jsonb");
}

/** A JSON object of the given parts in their order, as it is sent. */
export function jsonInOrder(parts: Readonly<Record<string, Expression<unknown>>>): Part<unknown> {
  return fn("json_build_object", pairsOf(parts));
}

function pairsOf(parts: Readonly<Record<string, Expression<unknown>>>) {
  return Object.entries(parts).flatMap(([name, part]) => [sql.lit(name), part]);
}

/** One JSON object of the given parts. */
export function jsonObject<Parts extends Record<string, Expression<unknown>>>(
  parts: Parts,
): Part<ObjectOf<Parts>> {
  return fn("jsonb_build_object", pairsOf(parts));
}

type ObjectOf<Parts> = {
  readonly [Name in keyof Parts]: Parts[Name] extends Expression<infer Value>
    ? InJson<Value>
    : never;
};

/** JSON has no instants: convert them to text first. */
type InJson<Value> = [Extract<Value, Date>] extends [never] ? Value : never;

/** The entries of a query with one column, `entry`, as one JSON list in its order. */
export function jsonList<Entry>(
  entries: AliasableExpression<{ readonly entry: Entry }>,
): Part<Entry[]> {
  const empty = cast<Entry[]>(sql.lit("[]"), "jsonb");
  return build
    .selectFrom(entries.as("entries"))
    .select(
      fn<Entry[]>("coalesce", [fn("jsonb_agg", [sql.ref("entries.entry")]), empty]).as("list"),
    )
    .$asScalar();
}

/** A condition on an optional value; without the value it is always true. */
export function given<Value>(
  value: Value | null,
  condition: (value: Value) => Expression<SqlBool>,
): Expression<SqlBool> {
  return value === null ? lit(true) : condition(value);
}

/** A field of a JSON object as text; null if it is absent. */
export function jsonText<Value>(
  object: Expression<Value>,
  field: keyof Value & string,
): RawBuilder<string | null> {
  return fieldOf(object, "->>", field);
}

/** Whether a list of texts in a field of a JSON object contains a text. */
export function listsText<Value>(
  object: Expression<Value>,
  field: keyof Value & string,
  text: Expression<string>,
): Part<SqlBool> {
  return combined(fieldOf(object, "->", field), "?", text);
}

function fieldOf<Value>(object: Expression<unknown>, arrow: "->" | "->>", field: string) {
  return sql<Value>`${object} ${sql.raw(arrow)} ${sql.lit(field)}`;
}

/** Whether a field of this name has this text, at any depth of a jsonb column. */
export function holdsDeep<Value>(
  column: Expression<Value>,
  field: string,
  text: string,
): Part<SqlBool> {
  const path = sql.lit(`$.**.${field} ? (@ == $text)`);
  return fn("jsonb_path_exists", [column, path, jsonObject({ text: cast(val(text), "text") })]);
}

/** Whether a jsonb column equals this value. */
export function jsonEquals<Value>(column: Expression<Value>, value: Value): Part<SqlBool> {
  return combined(column, "=", json(value));
}

/** Any of these ids: `where("id", "=", anyOf(ids))`. The statement's text does not depend on their number. */
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${ids}::uuid[])`;
}

/** Values as literals in the statement's text, where the planner sees which rows they exclude. */
export function literals<Value>(...values: readonly Value[]): RawBuilder<Value>[] {
  return values.map((value) => sql.lit(value));
}

/** The rows of several queries, each with its own order and limit; give it an alias. */
export function allOf<Row>(queries: readonly Expression<Row>[]): RawBuilder<Row> {
  return sql<Row>`(${sql.join(queries, sql` union all `)})`;
}

/** Texts as rows of one column, `value`, to select from. */
export function textRows(texts: readonly string[]): RawBuilder<{ value: string }> {
  return sql<{ value: string }>`(select unnest(${[...texts]}::text[]) as value)`;
}

/**
 * Order by an id where another column selects the rows. When ordered by the bare id, PostgreSQL might scan the
 * primary key of the whole table instead.
 */
export function inOrderOf(id: Expression<string>): Part<string> {
  return cast(id, "text");
}
