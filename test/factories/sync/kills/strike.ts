import { setTimeout as sleep } from "node:timers/promises";
import type { FaultStack } from "../../../harness/fault-stack.ts";
import type { FaultyWay } from "../../../harness/faulty-way.ts";
import { SERVERS } from "../../../harness/linked-parts.ts";
import type { Draw } from "../../draw.ts";

/** How a link fails, and how it is repaired. The repair is missing if new connections pass without one. */
const WAY_FAULTS: Readonly<
  Record<string, readonly [(way: FaultyWay) => void, ((way: FaultyWay) => void)?]>
> = {
  "is reset": [(way) => way.reset()],
  "is cut": [(way) => way.cut()],
  "falls silent": [(way) => way.silence()],
  "is frozen, and goes on": [(way) => way.silence(), (way) => way.heal()],
  "brings no answer back": [(way) => way.deafen(), (way) => way.heal()],
  "swallows, and goes on": [(way) => way.swallow(), (way) => way.heal()],
  "swallows, and is replaced": [(way) => way.swallow(), (way) => way.replace()],
  "is slow": [(way) => way.delay(300), (way) => way.delay(0)],
};

/** A process is killed as by a power cut, gets a stop signal, or is suspended for a while. */
const PROCESS_FAULTS = ["SIGKILL", "SIGTERM", "SIGSTOP"] as const;

/** Strikes the stack with one fault, waits, and mends it; returns a description of the fault. */
export async function strike(stack: FaultStack, draw: Draw): Promise<string> {
  const pauseMs = 500 + draw.below(4_000);
  switch (draw.below(5)) {
    case 0: {
      const ofTen = 1 + draw.below(10);
      await stack.endBackends(ofTen);
      return `${ofTen} of ten backends are ended`;
    }
    case 1: {
      const part = draw.pick(stack.parts);
      const signal = draw.pick(PROCESS_FAULTS);
      part.signal(signal);
      await sleep(pauseMs);
      if (signal === "SIGSTOP") part.signal("SIGCONT");
      return `${part.name} gets ${signal}`;
    }
    case 2: {
      const door = draw.below(stack.doors.length);
      return await strikeWay(draw.pick(stack.doors), `the way of phones (${door})`, {
        draw,
        pauseMs,
      });
    }
    default: {
      const part = draw.pick(stack.parts);
      const server = draw.pick(SERVERS);
      return await strikeWay(part.links[server], `${part.name} to the ${server}`, {
        draw,
        pauseMs,
      });
    }
  }
}

async function strikeWay(
  way: FaultyWay,
  name: string,
  { draw, pauseMs }: { readonly draw: Draw; readonly pauseMs: number },
): Promise<string> {
  const kind = draw.pick(Object.keys(WAY_FAULTS));
  const [act, mend] = WAY_FAULTS[kind] ?? [];
  act?.(way);
  await sleep(pauseMs);
  mend?.(way);
  return `${name} ${kind}`;
}
