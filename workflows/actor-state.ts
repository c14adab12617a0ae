import type { ActorStatus } from "../contract/outbox/vocabulary.ts";
import type { ActorReport } from "../rules/outbox/actor-agenda.ts";

/** All state of an actor. It is plain JSON: queries show it, and continue-as-new carries part of it. */
export interface ActorState {
  /** Woken since the last settlement began. It is true at first, so that each run begins with a settlement. */
  dirty: boolean;
  /** An operator wants to skip the rest of a pause. */
  nudged: boolean;
  /** An operator wants waiting retries to be due now. */
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
  /** Why the next settlement begins; for readers of the history. */
  because: string;
  /** Traces that wakes bring for the act that they cause; the workflow only passes them on. */
  traces: readonly string[];
  agenda: ActorReport | null;
  /** Actions of the last settlement that had any. */
  did: readonly string[];
  /** The search attributes written last, so that they are written only on change. */
  shown: string | null;
}

/**
 * State that one run hands to the next. It is a contract between releases, in both directions: a run of an older one
 * starts from it after a rollback. Fields are only added, and each may be absent (docs/rooms/actors.md#versions).
 */
export interface CarriedActor {
  readonly settlements: number;
  readonly failures: number;
  readonly lastFailure: string | null;
  readonly shown: string | null;
  readonly retryNow: boolean;
  /** The build that the previous run left for the current one; absent if it ended for another reason. */
  readonly leftBuild?: string;
  /** Absent if there are none. */
  readonly traces?: readonly string[];
}

/** Initial state of a run. */
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
    traces: carried?.traces ?? [],
    agenda: null,
    did: [],
    shown: carried?.shown ?? null,
  };
}

/** The state that the next run gets, with the build that this run leaves, if it moves to another one. */
export function carryActor(state: ActorState, leftBuild: string | null = null): CarriedActor {
  const { settlements, failures, lastFailure, shown, retryNow, traces } = state;
  const own = { settlements, failures, lastFailure, shown, retryNow };
  const carried = traces.length === 0 ? own : { ...own, traces };
  return leftBuild === null ? carried : { ...carried, leftBuild };
}

/** Answers what the actor waits for, since when, until when, and what it tried. */
export interface AgendaView {
  /** One of the due reasons of the actor, or NOTHING, NEXT_TRY or SETTLEMENT_UNDER_WAY. */
  readonly waitingFor: string;
  readonly since: string;
  /** Null if only a wake-up ends the wait. */
  readonly until: string | null;
  readonly waiting: ActorReport["waiting"] | null;
  readonly tried: Pick<CarriedActor, "settlements" | "failures" | "lastFailure">;
}

/** The agenda in the form shown to operators. */
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

/** The same as sentences in Markdown for the web UI, after the actor's own text. */
export function describeAgenda(state: ActorState): string {
  const { waitingFor: what, since, until, tried } = viewAgenda(state);
  const failed = tried.failures === 0 ? "none" : `${tried.failures} (${tried.lastFailure})`;
  return [
    ...(state.agenda?.details ?? []),
    `Waits for **${what}** since ${since}, until ${until ?? "it is woken"}.`,
    ...(state.did.length === 0 ? [] : [`Last actions: ${state.did.join(", ")}.`]),
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
