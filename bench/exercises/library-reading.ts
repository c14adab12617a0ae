import type { Client } from "pg";
import type { Desk } from "../inbox/desk.ts";
import type { BenchStack } from "../stack/stack.ts";

/** Context of the library's measurements. */
export interface LibraryReading {
  readonly stack: BenchStack;
  readonly database: Client;
  readonly superuser: Client;
  /** Coaches of one workspace. */
  readonly desk: Desk;
  /** Path of its library. */
  readonly library: string;
}
