import { TypeOverrides } from "pg";

/**
 * How the driver reads columns, for entities and queries alike. Instants become dates, days and intervals text, whole
 * and decimal numbers numbers (all of ours are within the safe range).
 */
export function columnParsers(): TypeOverrides {
  const parsers = new TypeOverrides();
  for (const type of Object.values(TEXT_TYPES)) parsers.setTypeParser(type, (text) => text);
  for (const type of Object.values(NUMBER_TYPES)) parsers.setTypeParser(type, Number);
  parsers.setTypeParser(INSTANT, readInstant);
  parsers.setTypeParser(DATES, readDates);
  return parsers;
}

/** OIDs of PostgreSQL's types. */
const TEXT_TYPES = { date: 1082, timestamp: 1114, interval: 1186 };
const INSTANT = 1184;
/** Array of days. */
const DATES = 1182;
const NUMBER_TYPES = { int8: 20, numeric: 1700 };

/**
 * An instant as a session in UTC writes it: `2026-11-26 10:00:00.123+00`. JavaScript would read the year 1 as 2001 in
 * this form; as RFC 3339 it reads every year as written.
 */
function readInstant(text: string): Date {
  const isPlain = text.charAt(10) === " " && text.endsWith("+00");
  return new Date(isPlain ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text);
}

/** `{2026-11-23,2026-11-24}`: days are never quoted, and none of ours is null. */
function readDates(list: string): string[] {
  return list === "{}" ? [] : list.slice(1, -1).split(",");
}
