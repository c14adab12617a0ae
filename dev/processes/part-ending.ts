import { DRAIN_MS, longestStopMs } from "../../workers/stop-times.ts";
import { POSTGRES_ENDING } from "../postgres/postgres.ts";
import { DEFAULT_ENDING } from "./child-process.ts";
import type { EndingSteps } from "./process-record.ts";

type Part = keyof typeof DRAIN_MS;

const isPart = (name: string): name is Part => name in DRAIN_MS;

/** The supervisor's own scheduling, between the end of a process and its notice of it. */
const MARGIN_MS = 1_000;

/** How a part of the stack is ended: a process of the product is killed only after its own limits have run out. */
export function endingOf(name: string): EndingSteps {
  if (name === "postgres") return POSTGRES_ENDING;
  if (!isPart(name)) return DEFAULT_ENDING;
  return [
    ["SIGTERM", longestStopMs(name) + MARGIN_MS],
    ["SIGKILL", 2_000],
  ];
}
