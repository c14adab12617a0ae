import type { ActorStatus } from "../contract/outbox/vocabulary.ts";
import type { ActorReport } from "../rules/outbox/actor-agenda.ts";

/** What one run hands to the next. */
export interface CarriedActor {
  readonly settlements: number;
  readonly failures: number;
  readonly lastFailure: string | null;
  readonly shown: string | null;
  readonly retryNow: boolean;
}

/** Everything an actor knows. Plain JSON: queries show it, continue-as-new carries part of it. */
export interface ActorState {
  /** Woken since the last settlement began; true at first, so that each run begins with one. */
  dirty: boolean;
  /** An operator does not want to wait for the end of a pause. */
  nudged: boolean;
  /** An operator wants waiting tries to be due now. */
  retryNow: boolean;
  phase: "SETTLING" | ActorStatus;
  /** When the phase began and when it ends, by the workflow's clock; null until woken. */
  since: string;
  until: string | null;
  settlements: number;
  /** Failed settlements in a row. */
  failures: number;
  lastFailure: string | null;
  lastWake: { readonly reason: string; readonly id: string; readonly version: number } | null;
  /** Why the next settlement begins, for the reader of the history. */
  because: string;
  agenda: ActorReport | null;
  /** What the last settlement did that did anything. */
  did: readonly string[];
  /** The search attributes shown last, so that they are written on change only. */
  shown: string | null;
}

/** State of a run that begins. */
export function beginActor(carried: CarriedActor | undefined, now: Date): ActorState {
  return {
    dirty: true,
    nudged: false,
    retryNow: carried?.retryNow ?? false,
    phase: "SETTLING",
    since: now.toISOString(),
    until: null,
    settlements: carried?.settlements ?? 0,
    failures: carried?.failures ?? 0,
    lastFailure: carried?.lastFailure ?? null,
    lastWake: null,
    because: carried === undefined ? "begun" : "goes on in a new run",
    agenda: null,
    did: [],
    shown: carried?.shown ?? null,
  };
}

/** What outlives the run. */
export function carryActor(state: ActorState): CarriedActor {
  const { settlements, failures, lastFailure, shown, retryNow } = state;
  return { settlements, failures, lastFailure, shown, retryNow };
}

/** Answer to: what is it waiting for, since when, until when, what was tried. */
export interface AgendaView {
  /** One of the due reasons of the actor, or NOTHING, NEXT_TRY or SETTLEMENT_UNDER_WAY. */
  readonly waitingFor: string;
  readonly since: string;
  /** Null when only a wake-up ends the wait. */
  readonly until: string | null;
  readonly waiting: ActorReport["waiting"] | null;
  readonly tried: Pick<CarriedActor, "settlements" | "failures" | "lastFailure">;
}

/** The agenda as operators ask for it. */
export function viewAgenda(state: ActorState): AgendaView {
  const { since, until, agenda, settlements, failures, lastFailure } = state;
  return {
    waitingFor: waitingFor(state),
    since,
    until,
    waiting: agenda?.waiting ?? null,
    tried: { settlements, failures, lastFailure },
  };
}

/** The same as sentences in Markdown, for the web UI, after what the actor itself has to say. */
export function describeAgenda(state: ActorState): string {
  const { waitingFor: what, since, until, tried } = viewAgenda(state);
  const failed = tried.failures === 0 ? "none" : `${tried.failures} (${tried.lastFailure})`;
  return [
    ...(state.agenda?.details ?? []),
    `Waits for **${what}** since ${since}, until ${until ?? "it is woken"}.`,
    ...(state.did.length === 0 ? [] : [`Did last: ${state.did.join(", ")}.`]),
    `Settlements: ${tried.settlements}. Failures in a row: ${failed}.`,
  ].join("\n\n");
}

function waitingFor({ phase, agenda }: ActorState): AgendaView["waitingFor"] {
  switch (phase) {
    case "SETTLING":
      return "SETTLEMENT_UNDER_WAY";
    case "FAILING":
      return "NEXT_TRY";
    case "IDLE":
      return "NOTHING";
    case "WAITING":
      return agenda?.dueReason ?? "NOTHING";
  }
}
