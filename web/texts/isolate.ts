/**
 * Isolates values of a message, so that none changes the direction of the words around it. This concerns a name or
 * title that runs from right to left, or has marks of direction.
 */
export function isolate(values: Values): Values {
  const entries = Object.entries(values);
  if (!entries.some(([, value]) => turns(value))) return values;
  return Object.fromEntries(
    entries.map(([name, value]) => [name, turns(value) ? `\u2068${value}\u2069` : value]),
  );
}

const turns = (value: string | number): boolean => typeof value === "string" && TURNING.test(value);

/** Letters that run from right to left, and marks that change the direction. */
const TURNING =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** Values that fill a message. */
export type Values = Readonly<Record<string, string | number>>;
