/** The result of an act for its actor: whether it waits for anything, and when to wake. Plain JSON. */
export interface ActorAgenda<Reason extends string = string> {
  /** False if it waits for nothing: the actor may end. */
  readonly open: boolean;
  /** RFC 3339 by the product's clock; null if it waits for nothing. */
  readonly dueAt: string | null;
  readonly dueReason: Reason | null;
  /** Milliseconds until `dueAt` at the time of the act: the actor's own clock may differ. */
  readonly dueInMs: number | null;
  /** Number of waiting items of each kind. */
  readonly waiting: Readonly<Partial<Record<Reason, number>>>;
  /** Results of the act, as counts and codes; empty if nothing was due. */
  readonly did: readonly string[];
  /** More is due than one call has time for: the actor continues at once. */
  readonly more?: boolean;
  /** It will never wait for anything again: the actor ends at once. */
  readonly over?: boolean;
}

/** The agenda of an actor and its display: the answer to its workflow. */
export interface ActorReport extends Pick<
  ActorAgenda,
  "open" | "dueAt" | "dueReason" | "dueInMs" | "waiting" | "did" | "more" | "over"
> {
  /** Its own search attributes. */
  readonly attributes: Readonly<Record<string, string | null>>;
  /** Its own lines of Markdown for the web UI. */
  readonly details: readonly string[];
}

/** When and why an actor wakes. */
export interface ActorDeadline<Reason extends string> {
  readonly at: Date;
  readonly reason: Reason;
}

/** The agenda of an actor that waits for nothing. */
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

/** Counts as entries of {@link ActorAgenda.did}; zero counts are left out. */
export function counted(counts: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what} ${count}`);
}
