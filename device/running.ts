import type { Core } from "./core.ts";
import type { Lanes } from "./lanes/run-lanes.ts";
import type { Session } from "./session/types.ts";

/** The parts of an open device. */
export interface Running {
  readonly core: Core;
  readonly session: Session;
  /** The present lanes; a sign-out stops them, and the next sign-in starts new ones. */
  readonly lanes: () => Lanes;
  /** Stops the lanes, or starts new ones. */
  readonly restart: (next: "STOPPED" | "STARTED") => void;
}
