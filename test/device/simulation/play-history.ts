import { drawHistory } from "./draw-history.ts";
import { heal } from "./heal.ts";
import { loadParts } from "./load-parts.ts";
import { brokenEnd, brokenLaws } from "./laws/laws.ts";
import { takeStep } from "./take-step.ts";
import type { Step } from "./types.ts";
import { makeWorld, type World } from "./world.ts";

await loadParts();

/**
 * Plays a history on the real library, checks the laws after its steps, ends all faults and checks them again. The same
 * seed and steps always lead to the same end.
 */
export async function playHistory(
  seed: number,
  steps: readonly Step[] = drawHistory(seed),
): Promise<Played> {
  const world = makeWorld(seed);
  for (const [index, step] of steps.entries()) {
    await takeStep(world, step);
    // Every laws' reading opens all rows; a breach that one step makes is still there some steps later.
    if (index % STEPS_PER_LOOK !== 0) continue;
    const broken = await brokenLaws(world);
    if (broken.length > 0) return { world, broken, step: index };
  }
  const waiting = await heal(world);
  return { world, broken: await brokenEnd(world, waiting), step: steps.length };
}

const STEPS_PER_LOOK = 4;

/** How a history ended. */
export interface Played {
  readonly world: World;
  /** The laws that do not hold; empty if all do. */
  readonly broken: readonly string[];
  /** Ordinal of the step after which they did not. */
  readonly step: number;
}

/** Leaves out steps as long as the history still breaks a law. */
export async function shrink(seed: number, steps: readonly Step[]): Promise<readonly Step[]> {
  let shortest = steps;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < shortest.length;) {
      const shorter = [...shortest.slice(0, from), ...shortest.slice(from + size)];
      const { broken } = await playHistory(seed, shorter);
      if (broken.length > 0) shortest = shorter;
      else from += size;
    }
  }
  return shortest;
}
