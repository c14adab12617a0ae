import type { Core } from "./core.ts";
import type { Lanes } from "./lanes/run-lanes.ts";
import type { LazyActs } from "./online/lazy-acts.ts";
import type { Tokens } from "./ports/sign-in.ts";
import type { Session } from "./session/types.ts";

/** The parts of an open device. */
export interface Running {
  readonly core: Core;
  readonly session: Session;
  /** The present lanes; a sign-out stops them, and the next sign-in starts new ones. */
  readonly lanes: () => Lanes;
  /** The person who signed in without an account, in memory only; null if there is none. */
  readonly newcomer: { tokens: Tokens | null };
  /** The present online acts; they stop and start with the lanes. */
  readonly acts: () => LazyActs;
  /** Calls back when the lanes stop; the returned function ends that. */
  readonly onStop: (callback: () => void) => () => void;
  /** Stops the lanes and acts, or starts new ones. */
  readonly restart: (next: "STOPPED" | "STARTED") => void;
}
