import { setTimeout as sleep } from "node:timers/promises";
import type { Child } from "./child-process.ts";

export type SupervisedPartOptions = {
  readonly name: string;
  readonly start: () => Promise<Child>;
  readonly say: (line: string) => void;
  /** Aborted before the part is stopped on purpose. */
  readonly stopping: AbortSignal;
};

const FIRST_PAUSE_MS = 500;
/** Once the part works again, nobody should wait much longer for it. */
const LONGEST_PAUSE_MS = 5_000;

/**
 * Starts a part and keeps it running. An unexpected end is logged, and the part is restarted after a pause, which
 * grows while it does not become ready. The first start has to succeed; its error is thrown.
 */
export async function startSupervisedPart(options: SupervisedPartOptions): Promise<void> {
  void keepUp(options, await options.start());
}

async function keepUp(options: SupervisedPartOptions, first: Child): Promise<void> {
  for (let child: Child | null = first; child !== null; child = await startAgain(options)) {
    const end = await child.ended;
    if (options.stopping.aborted) return;
    options.say(`${options.name} ended unexpectedly (${end.signal ?? `code ${end.code}`})`);
  }
}

async function startAgain({
  name,
  say,
  start,
  stopping,
}: SupervisedPartOptions): Promise<Child | null> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    await sleep(pauseMs, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return null;
    try {
      const child = await start();
      say(`${name} runs again`);
      return child;
    } catch (error) {
      if (!stopping.aborted) say(`${name} could not be restarted: ${String(error)}`);
    }
  }
}
