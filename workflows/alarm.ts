import { CancellationScope, isCancellation, sleep } from "@temporalio/workflow";
import { workflowNow } from "./workflow-now.ts";

/**
 * The timer of an actor's deadline. It survives wake-ups that do not change the deadline. Cancelling and restarting
 * it each time would cost two history events and two server writes.
 */
export interface Alarm {
  /** Moves the timer to this deadline. */
  set(deadline: Deadline): void;
  clear(): void;
  readonly rang: boolean;
}

/**
 * Maximum delay of a timer after the deadline, which follows the database's clock. A timer that rings early only
 * causes another poll.
 */
const TOLERANCE_MS = 1_000;

/** How long until something is due, with its name and instant for the web UI. */
export interface Deadline {
  readonly inMs: number;
  readonly summary: string;
}

interface Timer extends Pick<Deadline, "summary"> {
  readonly ringsAt: number;
  readonly scope: CancellationScope;
  rang: boolean;
}

/** Creates an alarm that is not set. */
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
