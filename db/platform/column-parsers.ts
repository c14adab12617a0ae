import { TypeOverrides } from "pg";

/** Types of PostgreSQL by their number in its catalogue. */
const TEXT_TYPES = { date: 1082, timestamp: 1114, interval: 1186 };
const INSTANT = 1184;
/** Lists of days. */
const DATES = 1182;
const NUMBER_TYPES = { int8: 20, numeric: 1700 };

/**
 * How the driver reads columns, the same for entities and for queries: instants as dates, days and
 * intervals as text, whole and decimal numbers as numbers (none of ours leaves what a number holds).
 */
export function columnParsers(): TypeOverrides {
  const parsers = new TypeOverrides();
  for (const type of Object.values(TEXT_TYPES)) parsers.setTypeParser(type, (text) => text);
  for (const type of Object.values(NUMBER_TYPES)) parsers.setTypeParser(type, Number);
  parsers.setTypeParser(INSTANT, readInstant);
  parsers.setTypeParser(DATES, readDates);
  return parsers;
}

/**
 * An instant as a session in UTC writes it: `2026-11-26 10:00:00.123+00`. In this form the engine would read the year 1 as
 * 2001; as RFC 3339 it reads each year as it is written.
 */
function readInstant(text: string): Date {
  const isPlain = text.charAt(10) === " " && text.endsWith("+00");
  return new Date(isPlain ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text);
}

/** `{2026-11-23,2026-11-24}`: no day is ever quoted, and none of ours is null. */
function readDates(list: string): string[] {
  return list === "{}" ? [] : list.slice(1, -1).split(",");
}
