import {
  ApplicationFailure,
  defineQuery,
  defineSignal,
  defineUpdate,
  setHandler,
} from "@temporalio/workflow";
import type { ActorAgenda } from "../rules/outbox/actor-agenda.ts";
import { WAKE_SIGNAL, type WakeReason } from "../contract/outbox/vocabulary.ts";
import { viewAgenda, type ActorState, type AgendaView } from "./actor-state.ts";

/** The one signal: something may be due. */
const wake = defineSignal<[reason: WakeReason, id: string, version: number]>(WAKE_SIGNAL);
const stateQuery = defineQuery<ActorState<ActorAgenda>>("state");
const agendaQuery = defineQuery<AgendaView>("agenda");
/** For operators, as is {@link retryNow}. */
const settleNow = defineUpdate<AgendaView>("settleNow");
const retryNow = defineUpdate<AgendaView>("retryNow");

/**
 * Sets every handler; call it before the first await. Handlers note what came and never throw;
 * validators are synchronous and change nothing.
 */
export function listen(state: ActorState<ActorAgenda>): void {
  setHandler(wake, (reason, id, version) => recordWake(state, { reason, id, version }), {
    description: "Something may be due: look",
  });
  setHandler(stateQuery, () => state, { description: "Everything the actor knows" });
  setHandler(agendaQuery, () => viewAgenda(state), {
    description: "What it is waiting for, since when, until when, what was tried",
  });
  setHandler(settleNow, () => nudge(state, false), {
    description: "Settle now, without waiting for the end of a pause",
    validator: () => refuseWhen(state.phase === "SETTLING" && state.dirty, "SETTLEMENT_UNDER_WAY"),
  });
  setHandler(retryNow, () => nudge(state, true), {
    description: "Try now what waits for another try",
    validator: () => refuseWhen(!hasTries(state), "NOTHING_TO_RETRY"),
  });
}

function recordWake(
  state: ActorState<ActorAgenda>,
  lastWake: NonNullable<ActorState<ActorAgenda>["lastWake"]>,
): void {
  state.dirty = true;
  state.lastWake = lastWake;
}

function nudge(state: ActorState<ActorAgenda>, retry: boolean): AgendaView {
  state.dirty = true;
  state.nudged = true;
  state.retryNow ||= retry;
  return viewAgenda(state);
}

function hasTries({ failures, agenda }: ActorState<ActorAgenda>): boolean {
  const { RETRY = 0, SETTLEMENT = 0 } = agenda?.waiting ?? {};
  return failures > 0 || RETRY + SETTLEMENT > 0;
}

function refuseWhen(refused: boolean, type: string): void {
  if (refused) throw ApplicationFailure.create({ type, message: type, nonRetryable: true });
}
