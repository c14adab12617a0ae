import type { Changes } from "./changes.ts";
import type { Ports } from "./ports/ports.ts";
import type { SealedRows } from "./store/sealed-rows.ts";
import type { AppFacts, Surface } from "./types.ts";

/** The dependencies that every part of the library shares. */
export interface Core {
  readonly ports: Ports;
  readonly surface: Surface;
  readonly app: AppFacts;
  readonly rows: SealedRows;
  readonly changes: Changes;
}
