const TEXT = Symbol("JSON text");

/**
 * JSON text of an answer, made in PostgreSQL and passed through unparsed (docs/rooms/house.md#reads-as-text). That it
 * is of its route's schema is proved by the tests of each such route, and by one answer in a thousand.
 */
export interface TextAnswer {
  readonly [TEXT]: true;
  /** Null where the caller has what goes by the tag. */
  readonly json: string | null;
  /** What the answer goes by, as in the header `ETag`; null for one that goes by none. */
  readonly tag: string | null;
}

/** An answer of JSON text, and what it goes by. */
export function textAnswer(json: string, tag: string | null = null): TextAnswer {
  return { [TEXT]: true, json, tag };
}

/** Says that the caller has what goes by this tag, and that it holds still. */
export function unchangedAnswer(tag: string): TextAnswer {
  return { [TEXT]: true, json: null, tag };
}

/** Whether an answer is JSON text already. */
export function isTextAnswer(answer: unknown): answer is TextAnswer {
  return typeof answer === "object" && answer !== null && TEXT in answer;
}

/** The texts of two JSON objects that have no member in common, neither of them empty, as the text of one. */
export function joinObjects(one: string, other: string): string {
  return `${one.slice(0, -1)},${other.slice(1)}`;
}
