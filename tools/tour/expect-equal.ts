import { isDeepStrictEqual } from "node:util";

/** Throws TourFailure unless both are deeply equal. */
export function expectEqual<T>(what: string, actual: T, expected: T): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new TourFailure(what, {
    expected: JSON.stringify(expected),
    actual: JSON.stringify(actual),
  });
}

/** An expectation failed; the tour ends there. */
export class TourFailure extends Error {
  readonly expected: string;
  readonly actual: string;
  constructor(what: string, { expected, actual }: { expected: string; actual: string }) {
    super(what);
    this.name = "TourFailure";
    this.expected = expected;
    this.actual = actual;
  }
}

/** Returns the value, which must be present. Throws TourFailure. */
export function expectPresent<T>(what: string, value: T | null | undefined): T {
  if (value !== null && value !== undefined) return value;
  throw new TourFailure(what, { expected: "to be there", actual: "nothing" });
}
