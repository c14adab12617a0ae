/**
 * JSON text of an answer, built in PostgreSQL and forwarded unparsed (docs/rooms/house.md#reads-as-text). Tests of
 * each such route validate it against its schema, and so does one answer in a thousand.
 */
export interface TextAnswer {
  readonly [TEXT]: true;
  /** Null if the caller's tag is valid. */
  readonly json: string | null;
  /** The `ETag` header of the answer; null if it has none. */
  readonly tag: string | null;
}

const TEXT = Symbol("JSON text");

/** An answer of JSON text with its tag. */
export function textAnswer(json: string, tag: string | null = null): TextAnswer {
  return { [TEXT]: true, json, tag };
}

/** An answer for a caller whose tag is still valid. */
export function unchangedAnswer(tag: string): TextAnswer {
  return { [TEXT]: true, json: null, tag };
}

/** A weak ETag header: two equal tags mean equal content, not equal bytes. */
export const weakTag = (tag: string) => `W/"${tag}"`;

/** Whether an answer is already JSON text. */
export function isTextAnswer(answer: unknown): answer is TextAnswer {
  return typeof answer === "object" && answer !== null && TEXT in answer;
}

/** Joins the texts of two non-empty JSON objects without common members. */
export function joinObjects(one: string, other: string): string {
  return `${one.slice(0, -1)},${other.slice(1)}`;
}
