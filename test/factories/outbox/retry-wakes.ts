import { setTimeout as sleep } from "node:timers/promises";
import type { WakeActor } from "../../../activities/outbox/wake-actor.ts";

const TRIES = 15;

/** Wakes an actor as the relay does: a failed wake-up is retried after a second. */
export function retryWakes(wakeActor: WakeActor): WakeActor {
  return async (wake) => {
    for (let tries = 1; ; tries += 1) {
      const failure = await wakeActor(wake);
      if (failure === null || tries === TRIES) return failure;
      await sleep(1_000);
    }
  };
}
