/** Edits as a text. A number that is none, such as "12a" in a field for numbers, stays none. */
export function writeEdits(edits: unknown): string {
  return JSON.stringify(edits, (_, value: unknown) => (Number.isNaN(value) ? NO_NUMBER : value));
}

/** The edits of a text of `writeEdits`; undefined for another text. */
export function readEdits(text: string): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) => (value === NO_NUMBER ? Number.NaN : value));
  } catch {
    return undefined;
  }
}

/** Nobody types this sign. */
const NO_NUMBER = "\u0000NaN";
