import type { Client } from "pg";
import type { Desk } from "../inbox/desk.ts";
import type { BenchStack } from "../stack/stack.ts";

/** What the library of exercises is measured with. */
export interface LibraryReading {
  readonly stack: BenchStack;
  readonly database: Client;
  readonly superuser: Client;
  /** Coaches of one workspace. */
  readonly desk: Desk;
  /** Where its library is. */
  readonly library: string;
}
