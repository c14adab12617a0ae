import { setTimeout as sleep } from "node:timers/promises";
import type { DayEvent } from "./plan-day.ts";
import { sendEvent, type Tally } from "./send-event.ts";
import type { Simulation } from "./simulation.ts";

/** Sends each request at its time. A phone sends one batch after the other, as phones do; nobody else waits. */
export async function sendAll(
  simulation: Simulation,
  {
    events,
    from,
    hourMs,
  }: { readonly events: readonly DayEvent[]; readonly from: number; readonly hourMs: number },
  tally: Tally,
): Promise<void> {
  const sent: Promise<void>[] = [];
  const syncs = new Map<number, Promise<void>>();
  for (const event of events) {
    await sleep(Math.max(0, from + event.hour * hourMs - performance.now()));
    const before = event.kind === "SYNC" ? syncs.get(event.person) : undefined;
    const answered = sendAfter(before, () => sendEvent(simulation, event, tally));
    if (event.kind === "SYNC") syncs.set(event.person, answered);
    // An early failure is reported when all requests are awaited.
    answered.catch(() => undefined);
    sent.push(answered);
  }
  await Promise.all(sent);
}

async function sendAfter(before: Promise<void> | undefined, send: () => Promise<void>) {
  await before;
  await send();
}
