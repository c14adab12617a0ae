import type { Step } from "../types.ts";

/** A guard of the library: a condition or a step of its code that a history needs. */
export interface Guard {
  /** The property that it guards. */
  readonly name: string;
  /** From the root of the repository. */
  readonly file: string;
  /** Occurs once in the file; `without` takes its place. */
  readonly text: string;
  readonly without: string;
  /** Breaks a law without the guard, after a person signed in and the day was read. */
  readonly history: readonly Step[];
}
