import { DRAIN_MS, longestStopMs } from "../../workers/stop-times.ts";
import { POSTGRES_ENDING } from "../postgres/start-server.ts";
import { DEFAULT_ENDING } from "./child-process.ts";
import type { EndingSteps } from "./process-record.ts";

type Part = keyof typeof DRAIN_MS;

const isPart = (name: string): name is Part => name in DRAIN_MS;

/** Time for the supervisor to notice the end of a process. */
const MARGIN_MS = 1_000;

/**
 * How to end a part of the stack: a process of the product is killed only after its own limits. One of several has a
 * number behind its name: `api-2`, `database_2`.
 */
export function endingOf(name: string): EndingSteps {
  const part = name.replace(/[-_]\d+$/, "");
  if (part === "postgres" || part === "database") return POSTGRES_ENDING;
  if (!isPart(part)) return DEFAULT_ENDING;
  return [
    ["SIGTERM", longestStopMs(part) + MARGIN_MS],
    ["SIGKILL", 2_000],
  ];
}
