import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  isCancellation,
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
} from "@temporalio/workflow";
import { defineSearchAttributeKey, type SearchAttributeUpdatePair } from "@temporalio/common";
import { ACTOR_ATTRIBUTES, type ActorStatus } from "../contract/outbox/vocabulary.ts";
import type { ActorReport } from "../rules/outbox/actor-agenda.ts";
import { doublingPause, type PauseBounds } from "../rules/outbox/doubling-pause.ts";
import { joinTraces } from "../rules/outbox/join-traces.ts";
import { buildToLeave } from "./build-to-leave.ts";
import { listen } from "./listen.ts";
import { createAlarm, type Alarm } from "./alarm.ts";
import {
  beginActor,
  carryActor,
  describeAgenda,
  type ActorState,
  type CarriedActor,
} from "./actor-state.ts";
import { workflowNow } from "./workflow-now.ts";

/**
 * The life of every actor (docs/rooms/actors.md#life): settle, wait for the next deadline or a wake-up,
 * and end after a while without work. A signal only wakes; what is due is read from PostgreSQL.
 */
export async function runActor(
  actor: Actor,
  { carried, bounds = USUAL_BOUNDS }: ActorInput,
): Promise<void> {
  const state = beginActor(carried, workflowNow());
  const alarm = createAlarm();
  listen(state);
  for (;;) {
    await settle(state, actor);
    const left = buildToLeave(carried, state);
    if (left !== null) {
      const upgrade = () => actor.upgrade({ carried: carryActor(state, left), bounds });
      if (await endRun(state, actor, upgrade)) return;
    }
    const over = await nextDeadline(state, alarm, { ...bounds, pauses: actor.pauses });
    // There is no await between this check of `dirty` and the end of the run, so no wake-up is lost.
    if (over && !state.dirty) return;
    if (isLong(bounds)) {
      const goOn = () => actor.continueAsNew({ carried: carryActor(state), bounds });
      if (await endRun(state, actor, goOn)) return;
    }
  }
}

/** Arguments of an actor's run: none at first, then the state of its previous run. */
export interface ActorInput {
  readonly carried?: CarriedActor;
  /** Only tests set other bounds. */
  readonly bounds?: ActorBounds;
}

/** How long an actor stays without work, and how long its history may grow. */
export interface ActorBounds {
  readonly lingerMs: number;
  readonly events: number;
}

/** The parts that differ between actors. */
export interface Actor {
  /** Pauses after failures. */
  readonly pauses: PauseBounds;
  /** Asks PostgreSQL what is due and settles it. */
  settle(order: Pick<ActorState, "retryNow" | "because" | "traces">): Promise<ActorReport>;
  /** Starts the next run; never returns. */
  continueAsNew(input: ActorInput): Promise<never>;
  /** Starts the next run on the current release; never returns. */
  upgrade(input: ActorInput): Promise<never>;
  /** Has the relay start the actor again, a moment after the run has ended. */
  restart(): Promise<void>;
}

/** A run gets more expensive with each event (docs/rooms/actors.md#life). */
const USUAL_BOUNDS: ActorBounds = { lingerMs: 60_000, events: 700 };

const ACTOR_STATUS = defineSearchAttributeKey("ActorStatus", ACTOR_ATTRIBUTES.ActorStatus);
const NEXT_WAKE_AT = defineSearchAttributeKey("NextWakeAt", ACTOR_ATTRIBUTES.NextWakeAt);

const LINGERS = "nothing to do: ends if nothing comes";

/** An activity that was called too early says so; calling it again immediately would not help. */
const SHORTEST_WAIT_MS = 1_000;

async function settle(state: ActorState, actor: Actor): Promise<void> {
  const { retryNow, because, traces } = state;
  const order = { retryNow, because, traces };
  Object.assign(state, { dirty: false, nudged: false, retryNow: false, traces: [] });
  enter(state, "SETTLING", null);
  try {
    state.agenda = await actor.settle(order);
    if (state.agenda.did.length > 0) state.did = state.agenda.did;
    state.settlements += 1;
    state.failures = 0;
    if (goesOn(state.agenda)) state.traces = joinTraces(traces, state.traces);
  } catch (error) {
    countFailure(state, error);
    state.retryNow ||= retryNow;
    state.traces = joinTraces(traces, state.traces);
  }
  showAttributes(state);
}

/** Whether the next act belongs to the wake of this one: a slice that follows soon does, a reminder next week does not. */
const goesOn = ({ more, dueInMs }: ActorReport) =>
  more === true || (dueInMs !== null && dueInMs <= SOON_MS);

const SOON_MS = 60_000;

/**
 * Ends the run so that another one follows. During a dormant start the relay begins that one: Temporal 1.31 would defer
 * a direct successor until the end of the delay (docs/rooms/actors.md#dormant-start).
 *
 * @returns whether the run may end; false if the relay was not asked, or a wake-up came meanwhile.
 */
async function endRun(
  state: ActorState,
  actor: Actor,
  continueDirectly: () => Promise<never>,
): Promise<boolean> {
  if (workflowNow().getTime() >= dormantUntilMs()) await continueDirectly();
  state.dirty = false;
  try {
    await actor.restart();
  } catch (error) {
    countFailure(state, error);
    return false;
  }
  // A wake-up during this last task makes Temporal refuse its result, and the task runs again.
  return !state.dirty;
}

/** The SDK reports the delay of a run's first task under the name of the intervals of cron. */
function dormantUntilMs(): number {
  const { startTime, cronScheduleToScheduleInterval = 0 } = workflowInfo();
  return startTime.getTime() + cronScheduleToScheduleInterval;
}

function countFailure(state: ActorState, error: unknown): void {
  if (isCancellation(error)) throw error;
  state.failures += 1;
  state.lastFailure = failureClassOf(error);
}

/**
 * Waits for the deadline, a wake-up or an operator, whichever comes first.
 *
 * @returns whether the actor may end: it waited for nothing for its whole linger time, or nothing can be due any
 * more.
 */
async function nextDeadline(
  state: ActorState,
  alarm: Alarm,
  { lingerMs, pauses }: Pick<ActorBounds, "lingerMs"> & Pick<Actor, "pauses">,
): Promise<boolean> {
  if (state.failures > 0) {
    const pauseMs = doublingPause(state.failures, pauses);
    enter(state, "FAILING", pauseMs);
    await condition(() => state.nudged, pauseMs, { summary: `pause after ${state.lastFailure}` });
    if (!state.nudged) state.because = "tried again after a pause";
    return false;
  }
  const { dueInMs, dueReason, dueAt, more, over } = state.agenda ?? { dueInMs: null };
  if (over === true) return true;
  if (more === true) state.because = "goes on";
  if (state.dirty || more === true) return false;
  if (dueInMs === null) {
    alarm.clear();
    enter(state, "IDLE", null);
    return !(await condition(() => state.dirty, lingerMs, { summary: LINGERS }));
  }
  const waitMs = Math.max(dueInMs, SHORTEST_WAIT_MS);
  enter(state, "WAITING", waitMs);
  alarm.set({ inMs: waitMs, summary: `${dueReason} at ${dueAt}` });
  await condition(() => state.dirty || alarm.rang);
  if (!state.dirty) state.because = `${dueReason} is due`;
  return false;
}

function enter(state: ActorState, phase: ActorState["phase"], forMs: number | null) {
  const now = workflowNow();
  state.phase = phase;
  state.since = now.toISOString();
  state.until = forMs === null ? null : new Date(now.getTime() + forMs).toISOString();
  setCurrentDetails(describeAgenda(state));
}

/** Written only on change: each write is an event and a write of the visibility store. */
function showAttributes(state: ActorState): void {
  const { agenda } = state;
  const own = Object.entries(agenda?.attributes ?? {}).map(([name, value]) => ({
    key: defineSearchAttributeKey(name, "KEYWORD"),
    value,
  }));
  const dueAt = agenda?.dueAt ?? null;
  const attributes: SearchAttributeUpdatePair[] = [
    { key: ACTOR_STATUS, value: statusOf(state) },
    { key: NEXT_WAKE_AT, value: dueAt === null ? null : new Date(dueAt) },
    ...own,
  ];
  const shown = JSON.stringify(attributes.map(({ key, value }) => [key.name, value]));
  if (shown === state.shown) return;
  state.shown = shown;
  upsertSearchAttributes(attributes);
}

function statusOf({ failures, agenda }: ActorState): ActorStatus {
  if (failures > 0) return "FAILING";
  return agenda?.open === true ? "WAITING" : "IDLE";
}

function isLong({ events }: ActorBounds): boolean {
  const { historyLength, continueAsNewSuggested } = workflowInfo();
  return historyLength >= events || continueAsNewSuggested;
}

function failureClassOf(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure) return cause.type ?? cause.name;
  return cause instanceof Error ? cause.name : "UNKNOWN";
}
