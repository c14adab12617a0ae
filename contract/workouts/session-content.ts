import type { LoggedExercise, LoggedSet } from "./session-schema.ts";

/** Content of a session: of a draft as received, of a submitted one as frozen or corrected. */
export interface SessionContent {
  readonly note: string | null;
  readonly exercises: readonly SessionExercise[];
  readonly sets: readonly SessionSet[];
}

/** An exercise of a draft. Each part has the revision that last changed it, 0 if none did. */
export interface SessionExercise extends LoggedExercise {
  readonly toldAt: { readonly note: number; readonly skip: number; readonly alternative: number };
}

/** A set of a draft, with the revision that last changed it. */
export interface SessionSet extends LoggedSet {
  readonly toldAt: number;
}
