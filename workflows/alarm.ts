import { CancellationScope, isCancellation, sleep } from "@temporalio/workflow";
import { workflowNow } from "./workflow-now.ts";

/** A later timer is no good when the deadline moved on the clock of the facts; an earlier one asks again. */
const TOLERANCE_MS = 1_000;

/** How long until something is due, and what and when, as the web UI shows it. */
export interface Deadline {
  readonly inMs: number;
  readonly summary: string;
}

/**
 * The timer of an actor's deadline. It outlives wake-ups that change nothing of the deadline: a timer
 * for each of them would be cancelled and started, two events of a history and two writes of the server.
 */
export interface Alarm {
  /** Rings when this is due, and not at the former deadline. */
  set(deadline: Deadline): void;
  clear(): void;
  readonly rang: boolean;
}

interface Timer extends Pick<Deadline, "summary"> {
  readonly ringsAt: number;
  readonly scope: CancellationScope;
  rang: boolean;
}

/** An alarm that is not set. */
export function createAlarm(): Alarm {
  let timer: Timer | null = null;
  const clear = () => {
    timer?.scope.cancel();
    timer = null;
  };
  return {
    clear,
    set(deadline) {
      if (timer !== null && stillGood(timer, deadline)) return;
      clear();
      timer = start(deadline);
    },
    get rang() {
      return timer?.rang === true;
    },
  };
}

function stillGood(timer: Timer, { summary, inMs }: Deadline): boolean {
  if (timer.rang || timer.summary !== summary) return false;
  return timer.ringsAt <= workflowNow().getTime() + inMs + TOLERANCE_MS;
}

function start({ inMs, summary }: Deadline): Timer {
  const ringsAt = workflowNow().getTime() + inMs;
  const timer: Timer = { summary, ringsAt, scope: new CancellationScope(), rang: false };
  void timer.scope
    .run(async () => {
      await sleep(inMs, { summary });
      timer.rang = true;
    })
    .catch((error: unknown) => {
      if (!isCancellation(error)) throw error;
    });
  return timer;
}
