import { setTimeout as sleep } from "node:timers/promises";
import type { ContainerEngine } from "./container-engine.ts";
import { inspectPart } from "./inspect-part.ts";

/**
 * Waits until a part of the compose file is healthy. Throws after twenty minutes.
 *
 * @param formerPid is the process of a part that is started again; another one has to run.
 */
export async function untilHealthy(
  engine: ContainerEngine,
  part: string,
  formerPid = 0,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = await inspectPart(engine, part).catch(() => null);
    const state = found?.State;
    if (state?.Running === true && state.Pid !== formerPid && state.Health?.Status === "healthy")
      return;
    await sleep(1_000);
  }
  throw new Error(`${part} was not healthy within twenty minutes.`);
}

const ROUNDS = 1_200;
