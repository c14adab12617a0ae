import type { Core } from "../core.ts";
import type { Session } from "../session/types.ts";

/** The state that all lanes of a device share. */
export interface Crew {
  readonly core: Core;
  readonly session: Session;
  /** Duration of the last call that was answered; null before the first. */
  roundTripMs: number | null;
  isStopped: boolean;
  readonly reads: LaneReads;
}

/** Reads of a scope that lanes ask for. */
export interface LaneReads {
  /** A conflict of this scope arrived: its newest state is read in the background. */
  readonly onConflict: (scopeId: string) => void;
  /** Reads the scope before an operation is sent again that the server could not decide. */
  readonly beforeRetry: (scopeId: string) => Promise<unknown>;
}
