import type { RequestHandler } from "express";

/** How a dependency is doing. */
export interface DependencyState {
  readonly state: "up" | "degraded" | "down";
  /** Why it is not up, in words that are safe to show; null when it is up. */
  readonly reason: string | null;
}

/** Something the API depends on; a check that throws or takes too long is down. */
export interface DependencyCheck {
  readonly name: string;
  /** Whether readiness fails with it; others are reported as degraded. */
  readonly required: boolean;
  readonly check: () => Promise<DependencyState> | DependencyState;
}

const CHECK_TIMEOUT_MS = 2_000;

/** `GET /health/live`: the process answers; asks nobody. */
export const showLive: RequestHandler = (_req, res) => {
  res.json({ status: "live" });
};

/** `GET /health/ready`: 200 while every required dependency serves, otherwise 503. */
export function showReady(
  checks: readonly DependencyCheck[],
  isStopping: () => boolean,
): RequestHandler {
  return async (_req, res) => {
    const entries = await statesOf(checks);
    const serves = entries.every(isServed) && !isStopping();
    res.status(serves ? 200 : 503).json({
      status: statusOf(serves, isStopping()),
      dependencies: Object.fromEntries(entries),
    });
  };
}

/** Whether every required dependency serves, and the process goes on: readiness without the details. */
export async function isServing({
  checks,
  isStopping,
}: {
  readonly checks: readonly DependencyCheck[];
  readonly isStopping: () => boolean;
}): Promise<boolean> {
  return (await statesOf(checks)).every(isServed) && !isStopping();
}

type Named = readonly [name: string, state: DependencyState];

function statesOf(checks: readonly DependencyCheck[]): Promise<readonly Named[]> {
  return Promise.all(checks.map(async (check) => [check.name, await stateOf(check)] as const));
}

const isServed = ([, { state }]: Named) => state !== "down";

function statusOf(serves: boolean, stopping: boolean): string {
  if (stopping) return "stopping";
  return serves ? "ready" : "not-ready";
}

async function stateOf({ check, required }: DependencyCheck): Promise<DependencyState> {
  const found = await withTimeout(check);
  return found.state === "down" && !required ? { ...found, state: "degraded" } : found;
}

async function withTimeout(check: DependencyCheck["check"]): Promise<DependencyState> {
  const late = Promise.withResolvers<DependencyState>();
  const timer = setTimeout(
    () => late.resolve({ state: "down", reason: "no answer in time" }),
    CHECK_TIMEOUT_MS,
  );
  try {
    return await Promise.race([check(), late.promise]);
  } catch (error) {
    return { state: "down", reason: reasonOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** A code where there is one: messages name hosts and statements. */
function reasonOf(error: unknown): string {
  for (let cause = error; Error.isError(cause); cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return "not reachable";
}
