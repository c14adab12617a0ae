import type { LoggedExercise, LoggedSet } from "./session-schema.ts";

/** An exercise of a draft, with the revision at which each part of it was told last; 0 for never. */
export interface SessionExercise extends LoggedExercise {
  readonly toldAt: { readonly note: number; readonly skip: number; readonly alternative: number };
}

/** A set of a draft, with the revision at which it was told last. */
export interface SessionSet extends LoggedSet {
  readonly toldAt: number;
}

/** All that a session holds: of a draft as it came, of a submitted one as it was frozen or corrected. */
export interface SessionContent {
  readonly note: string | null;
  readonly exercises: readonly SessionExercise[];
  readonly sets: readonly SessionSet[];
}
