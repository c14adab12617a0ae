import { DRAIN_MS, longestStopMs } from "../../workers/stop-times.ts";
import { POSTGRES_ENDING } from "../postgres/start-server.ts";
import { DEFAULT_ENDING } from "./child-process.ts";
import type { EndingSteps } from "./process-record.ts";

type Part = keyof typeof DRAIN_MS;

const isPart = (name: string): name is Part => name in DRAIN_MS;

/** Time for the supervisor to notice the end of a process. */
const MARGIN_MS = 1_000;

/** How to end a part of the stack: a process of the product is killed only after its own limits. */
export function endingOf(name: string): EndingSteps {
  if (name === "postgres") return POSTGRES_ENDING;
  if (!isPart(name)) return DEFAULT_ENDING;
  return [
    ["SIGTERM", longestStopMs(name) + MARGIN_MS],
    ["SIGKILL", 2_000],
  ];
}
