import type { Core } from "../core.ts";
import type { Session } from "../session/types.ts";

/** The state that all lanes of a device share. */
export interface Crew {
  readonly core: Core;
  readonly session: Session;
  /** Duration of the last call that was answered; null before the first. */
  roundTripMs: number | null;
  isStopped: boolean;
  /** A conflict of this scope arrived. */
  readonly onConflict: (scopeId: string) => void;
}
