import { setTimeout as sleep } from "node:timers/promises";

/** Asks again and again until the answer is what is wanted; fails with the last answer. */
export async function eventually<Answer>(
  ask: () => Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
  limitMs = 20_000,
): Promise<Answer> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (performance.now() > deadline) {
      throw new Error(`Not within ${limitMs} ms, but ${JSON.stringify(answer)}`);
    }
    await sleep(50);
  }
}
