import type { DueReason } from "../../contract/outbox/vocabulary.ts";

/** Nothing of any kind waits. */
export const NOTHING_WAITS: Readonly<Record<DueReason, number>> = {
  SETTLEMENT: 0,
  RETRY: 0,
  UNDO_WINDOW: 0,
  STUCK_OUTBOX: 0,
  PURGE: 0,
  DELETION: 0,
  REMINDER: 0,
  RETENTION: 0,
  LOOK: 0,
};

/** What an act tells its actor: whether anything is waited for, and when to look again. Plain JSON. */
export interface ActorAgenda {
  /** False when nothing is waited for: the actor may end. */
  readonly open: boolean;
  /** RFC 3339 by the product's clock; null when nothing is waited for. */
  readonly dueAt: string | null;
  readonly dueReason: DueReason | null;
  /** Milliseconds until `dueAt` when this was found out: the actor's own clock may differ. */
  readonly dueInMs: number | null;
  /** How many of each kind wait. */
  readonly waiting: Readonly<Record<DueReason, number>>;
}
