import type { Core } from "../core.ts";
import { pauseAfter } from "../lanes/pauses.ts";
import type { OwnScope } from "../parts/part-context.ts";
import type { Running } from "../running.ts";
import { loadScope } from "../store/load-scope.ts";
import { openConflicts } from "./read-targets.ts";
import type { ReadFailure } from "./slices/types.ts";

/**
 * Reads the newest state of what is in conflict, so that the person can decide at once (docs/rooms/device.md#reading).
 * It waits until nothing can be sent: one read then serves all conflicts of a queue, and none if the app has read them
 * meanwhile. Without a connection it tries again like a lane.
 */
export async function readConflicts(running: Running, scope: OwnScope): Promise<void> {
  const { core, lanes } = running;
  const { scopeId } = scope;
  const reading = readingOf(core);
  if (reading.has(scopeId)) return;
  reading.add(scopeId);
  try {
    for (let tries = 1; await pause(running, pauseAfter(tries, core.ports.random)); tries += 1) {
      await lanes().idle();
      if (!(await isAnyOpen(core, scopeId))) return;
      const outcome = await scope.read();
      // A conflict may have arrived during the read. A sign-in or an order is followed by a read anyway.
      if (outcome.kind === "FAILED" && !isTriedAgain(outcome.answer)) return;
    }
  } finally {
    reading.delete(scopeId);
  }
}

/** The scopes of each open device whose conflicts are being read. */
const READING = new WeakMap<Core, Set<string>>();

function readingOf(core: Core): Set<string> {
  const known = READING.get(core) ?? new Set<string>();
  READING.set(core, known);
  return known;
}

function isTriedAgain({ kind }: ReadFailure): boolean {
  return kind === "TRANSPORT" || kind === "PAUSE";
}

async function isAnyOpen(core: Core, scopeId: string): Promise<boolean> {
  const scope = await loadScope(core.ports.sql, scopeId);
  return scope !== null && (await openConflicts({ core, scope })).length > 0;
}

/** @returns false if all work of the device was stopped meanwhile. */
async function pause({ core, onStop }: Running, ms: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const end = (isOver: boolean) => {
      cancel();
      forget();
      resolve(isOver);
    };
    const cancel = core.ports.clock.after(ms, () => end(true));
    const forget = onStop(() => end(false));
  });
}
