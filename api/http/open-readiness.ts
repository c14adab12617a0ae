import type { RequestHandler } from "express";

/** Opens the readiness check: ready while every required dependency works. */
export function openReadiness(
  checks: readonly DependencyCheck[],
  isStopping: () => boolean,
): () => Promise<Readiness> {
  let probe: Promise<readonly Named[]> | null = null;
  let probedAt = 0;
  return async () => {
    if (probe === null || performance.now() - probedAt > KEPT_MS) {
      probe = statesOf(checks);
      probedAt = performance.now();
    }
    const states = await probe;
    const status = statusOf(states.every(isServed), isStopping());
    return { status, dependencies: Object.fromEntries(states) };
  };
}

/** The state of a dependency. */
export interface DependencyState {
  readonly state: "up" | "degraded" | "down";
  /** Why it is not up, in words that are safe to show; null if it is up. */
  readonly reason: string | null;
}

/** A dependency of the API; a check that throws or times out counts as down. */
export interface DependencyCheck {
  readonly name: string;
  /** Whether readiness fails with it; otherwise it is reported as degraded. */
  readonly required: boolean;
  readonly check: () => Promise<DependencyState> | DependencyState;
}

const CHECK_TIMEOUT_MS = 2_000;

/** `GET /health/live`: the process answers; it checks no dependency. */
export const showLive: RequestHandler = (_req, res) => {
  res.json({ status: "live" });
};

/** The state of the process and of each dependency. */
export interface Readiness {
  readonly status: "ready" | "not-ready" | "stopping";
  readonly dependencies: Readonly<Record<string, DependencyState>>;
}

/** A result is reused for this time: frequent callers cause no further checks. */
const KEPT_MS = 1_000;

/**
 * `GET /health/ready`: 200 while every required dependency works, otherwise 503. Details are only shown internally
 * (workers/start-health-server.ts).
 */
export function showReady(readiness: () => Promise<Readiness>): RequestHandler {
  return async (_req, res) => {
    const { status } = await readiness();
    res.status(status === "ready" ? 200 : 503).json({ status });
  };
}

type Named = readonly [name: string, state: DependencyState];

function statesOf(checks: readonly DependencyCheck[]): Promise<readonly Named[]> {
  return Promise.all(checks.map(async (check) => [check.name, await stateOf(check)] as const));
}

const isServed = ([, { state }]: Named) => state !== "down";

function statusOf(serves: boolean, stopping: boolean): Readiness["status"] {
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

/** The error code if there is one: messages contain hosts and statements. */
function reasonOf(error: unknown): string {
  for (let cause = error; Error.isError(cause); cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return "not reachable";
}
