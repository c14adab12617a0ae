import type { ConnectionLike } from "@temporalio/client";
import type { NativeConnection } from "@temporalio/worker";
import { setTimeout as sleep } from "node:timers/promises";
import { openTemporalLink } from "../outside/temporal-link.ts";
import type { Watched } from "../watch/watch-progress.ts";

const ANSWER_MS = 2_000;
const EVERY_MS = 1_000;

/**
 * The worker's link to Temporal. The library finds out after 45 s that it is dead, and what it asked on it is
 * lost until then: a worker begun anew is there sooner.
 */
const LIMIT_MS = 2_000;

/** The link of a worker, watched. */
export interface LinkWatch extends Watched {
  /** How often the server answered again after it had not. */
  returns(): number;
}

/** Watches that the server answers on the connection that the worker polls by. */
export function watchLink(
  connection: NativeConnection,
  address: string,
  stop: AbortSignal,
): LinkWatch {
  let answeredAt = performance.now();
  let away = false;
  let silent = false;
  let returns = 0;
  const run = async () => {
    while (!stop.aborted) {
      const askedAt = performance.now();
      const answered = await answers(connection);
      silent = !answered && performance.now() - askedAt >= ANSWER_MS / 2;
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
    // A server that refuses is waited for. On a link that is silent the tasks under way are lost, and where it
    // goes on the SDK does not get over them: it is given up whether or not another would be better off.
    wouldGetOn: async () => silent || (await temporalAnswersAfresh(address)),
  };
}

/** Whether Temporal answers somebody who comes anew. */
export async function temporalAnswersAfresh(address: string): Promise<boolean> {
  const link = openTemporalLink(address);
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
