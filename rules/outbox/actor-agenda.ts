/** What an act tells its actor: whether anything is waited for, and when to look again. Plain JSON. */
export interface ActorAgenda<Reason extends string = string> {
  /** False when nothing is waited for: the actor may end. */
  readonly open: boolean;
  /** RFC 3339 by the product's clock; null when nothing is waited for. */
  readonly dueAt: string | null;
  readonly dueReason: Reason | null;
  /** Milliseconds until `dueAt` when this was found out: the actor's own clock may differ. */
  readonly dueInMs: number | null;
  /** How many of each kind wait. */
  readonly waiting: Readonly<Partial<Record<Reason, number>>>;
  /** What the act did, in counts and codes; empty when nothing was due. */
  readonly did: readonly string[];
  /** More is due than one call has time for: the actor goes on at once. */
  readonly more?: boolean;
  /** Nothing will ever be waited for: the actor ends at once. */
  readonly over?: boolean;
}

/** The agenda of an actor and how it is shown: what its workflow is answered. */
export interface ActorReport extends Pick<
  ActorAgenda,
  "open" | "dueAt" | "dueReason" | "dueInMs" | "waiting" | "did" | "more" | "over"
> {
  /** Its own search attributes. */
  readonly attributes: Readonly<Record<string, string | null>>;
  /** Lines of Markdown of its own, for the web UI. */
  readonly details: readonly string[];
}

/** When an actor has to look again, and why. */
export interface ActorDeadline<Reason extends string> {
  readonly at: Date;
  readonly reason: Reason;
}

/** Nothing is waited for. */
export const NOTHING_WAITS = {
  open: false,
  dueAt: null,
  dueReason: null,
  dueInMs: null,
  waiting: {},
  did: [],
} as const satisfies ActorAgenda;

/** The agenda of an actor that waits for this deadline, or for nothing. */
export function agendaUntil<Reason extends string>(
  deadline: ActorDeadline<Reason> | null,
  now: Date,
): ActorAgenda<Reason> {
  const waiting: Partial<Record<Reason, number>> = {};
  if (deadline === null) return { ...NOTHING_WAITS, waiting };
  const { at, reason } = deadline;
  const dueInMs = Math.max(0, at.getTime() - now.getTime());
  waiting[reason] = 1;
  return {
    open: true,
    dueAt: at.toISOString(),
    dueReason: reason,
    dueInMs,
    waiting,
    did: [],
  };
}

/** Counts as words of {@link ActorAgenda.did}; what did not happen is left out. */
export function counted(counts: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what} ${count}`);
}
