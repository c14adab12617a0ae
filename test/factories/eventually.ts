import { setTimeout as sleep } from "node:timers/promises";
import { WorkflowNotFoundError } from "@temporalio/client";

/** The limit of every wait: longer than anything takes, and shorter than the limit of a test. */
const LIMIT_MS = 150_000;

/**
 * Polls until the answer satisfies the condition; fails with the last answer. A workflow that does not exist yet is
 * polled again.
 */
export async function eventually<Answer>(
  ask: () => Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
  limitMs = LIMIT_MS,
): Promise<Answer> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const answer = await orNull(ask);
    if (answer !== null && isWanted(answer)) return answer;
    if (performance.now() > deadline) {
      throw new Error(`Not within ${limitMs} ms, but ${JSON.stringify(answer)}`);
    }
    await sleep(50);
  }
}

async function orNull<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
