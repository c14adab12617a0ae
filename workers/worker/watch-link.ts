import type { ConnectionLike } from "@temporalio/client";
import type { NativeConnection } from "@temporalio/worker";
import { setTimeout as sleep } from "node:timers/promises";
import { openTemporalLink } from "../outside/open-temporal-link.ts";
import type { TemporalServer } from "../outside/temporal-options.ts";
import type { Watched } from "../watch/watch-progress.ts";

/** Monitors that the server answers on the connection that the worker polls with. */
export function watchLink(
  connection: NativeConnection,
  server: TemporalServer,
  stop: AbortSignal,
): LinkWatch {
  let answeredAt = performance.now();
  let away = false;
  let silent = false;
  let returns = 0;
  const run = async () => {
    while (!stop.aborted) {
      const probedAt = performance.now();
      const answered = await answers(connection);
      silent = !answered && performance.now() - probedAt >= ANSWER_MS / 2;
      if (answered) {
        answeredAt = performance.now();
        if (away) returns += 1;
        away = false;
      } else {
        away = true;
      }
      await sleep(EVERY_MS, undefined, { signal: stop, ref: false }).catch(() => undefined);
    }
  };
  void run();
  return {
    name: "the link to Temporal",
    returns: () => returns,
    stalledMs: () => Math.max(0, performance.now() - answeredAt - EVERY_MS - ANSWER_MS),
    limitMs: LIMIT_MS,
    // If the server refuses, the worker waits. On a silent link running tasks are lost, and the SDK does not recover
    // even if it resumes. The process then restarts, whether or not a new one would be better off.
    wouldGetOn: async () => silent || (await temporalAnswersAfresh(server)),
  };
}

const ANSWER_MS = 2_000;
const EVERY_MS = 1_000;

/**
 * The library needs 45 s to detect a dead link to Temporal, and loses its calls until then: a restarted worker is
 * back sooner.
 */
const LIMIT_MS = 2_000;

/** Monitors a worker's connection to Temporal. */
export interface LinkWatch extends Watched {
  /** How often the server answered again after an outage. */
  returns(): number;
}

/** Whether Temporal answers on a new connection. */
export async function temporalAnswersAfresh(server: TemporalServer): Promise<boolean> {
  const link = openTemporalLink(server);
  try {
    return await answers(link);
  } finally {
    await link.close();
  }
}

async function answers(
  link: Pick<ConnectionLike, "withDeadline" | "workflowService">,
): Promise<boolean> {
  try {
    await link.withDeadline(Date.now() + ANSWER_MS, () => link.workflowService.getSystemInfo({}));
    return true;
  } catch {
    return false;
  }
}
