import {
  ApplicationFailure,
  defineQuery,
  defineUpdate,
  setDefaultSignalHandler,
  setHandler,
} from "@temporalio/workflow";
import type { REPAIR_REASONS } from "../contract/outbox/vocabulary.ts";
import { joinTraces } from "../rules/outbox/join-traces.ts";
import { viewAgenda, type ActorState, type AgendaView } from "./actor-state.ts";

/**
 * Sets every handler; call it before the first await. Handlers record the message and never throw; validators are
 * synchronous and change nothing. A signal means that something may be due. Its name is the reason; its arguments id
 * and version are for readers of the history. The third one, if any, is passed to the act that it causes.
 */
export function listen(state: ActorState): void {
  setDefaultSignalHandler((reason, ...[id, version, traces]) => {
    state.dirty = true;
    state.traces = joinTraces(state.traces, textsIn(traces));
    state.nudged ||= ENDS_A_PAUSE.has(reason);
    state.because = reason;
    state.lastWake = { reason, id: String(id), version: Number(version) };
  });
  setHandler(stateQuery, () => state, { description: "Complete state of the actor" });
  setHandler(agendaQuery, () => viewAgenda(state), {
    description: "What it waits for, since when, until when, and what it tried",
  });
  setHandler(settleNow, () => nudge(state, false), {
    description: "Settle now, without waiting for the end of a pause",
    validator: () => refuseWhen(state.phase === "SETTLING" && state.dirty, "SETTLEMENT_UNDER_WAY"),
  });
  setHandler(retryNow, () => nudge(state, true), {
    description: "Retry now everything that waits for a retry",
    validator: () => refuseWhen(!hasTries(state), "NOTHING_TO_RETRY"),
  });
}

/** An operator may send anything. */
const textsIn = (argument: unknown): readonly string[] =>
  Array.isArray(argument) ? argument.filter((one) => typeof one === "string") : [];

const stateQuery = defineQuery<ActorState>("state");
const agendaQuery = defineQuery<AgendaView>("agenda");
/** An actor that failed because of the database, or of a fault of its release, need not wait for the end of the pause. */
const ENDS_A_PAUSE: ReadonlySet<string> = new Set([
  "DATABASE_BACK",
  "NEW_VERSION",
] satisfies (typeof REPAIR_REASONS)[number][]);
/** For operators, like {@link retryNow}. */
const settleNow = defineUpdate<AgendaView>("settleNow");
const retryNow = defineUpdate<AgendaView>("retryNow");

function nudge(state: ActorState, retry: boolean): AgendaView {
  state.dirty = true;
  state.nudged = true;
  state.because = "an operator asked";
  state.retryNow ||= retry;
  return viewAgenda(state);
}

function hasTries({ failures, agenda }: ActorState): boolean {
  const { RETRY = 0, SETTLEMENT = 0 } = agenda?.waiting ?? {};
  return failures > 0 || RETRY + SETTLEMENT > 0;
}

function refuseWhen(refused: boolean, type: string): void {
  if (refused) throw ApplicationFailure.create({ type, message: type, nonRetryable: true });
}
