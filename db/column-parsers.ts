import { TypeOverrides } from "pg";

/** Types of PostgreSQL by their number in its catalogue. */
const TEXT_TYPES = { date: 1082, timestamp: 1114, interval: 1186 };
const INSTANT = 1184;
const NUMBER_TYPES = { int8: 20, numeric: 1700 };

/**
 * How the driver reads columns, the same for entities and for queries: instants as dates, days and
 * intervals as text, whole and decimal numbers as numbers (none of ours leaves what a number holds).
 */
export function columnParsers(): TypeOverrides {
  const parsers = new TypeOverrides();
  for (const type of Object.values(TEXT_TYPES)) parsers.setTypeParser(type, (text) => text);
  for (const type of Object.values(NUMBER_TYPES)) parsers.setTypeParser(type, Number);
  parsers.setTypeParser(INSTANT, (text) => new Date(text));
  return parsers;
}
