import { drawHistory } from "./draw-history.ts";
import { shrink } from "./play-history.ts";

/** Describes a history that breaks a law: the command that repeats it, the law, and as few of its steps as possible. */
export async function describeFailure(seed: number, broken: readonly string[]): Promise<string> {
  const steps = await shrink(seed, drawHistory(seed));
  return [
    `The history of seed ${seed} breaks a law: npm run test:device -- --runs 1 --seed ${seed}`,
    ...broken,
    "It still does with these steps alone:",
    ...steps.map((step) => JSON.stringify(step)),
  ].join("\n");
}
