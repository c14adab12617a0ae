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

/** How the process stands, and each dependency of it. */
export interface Readiness {
  readonly status: "ready" | "not-ready" | "stopping";
  readonly dependencies: Readonly<Record<string, DependencyState>>;
}

/** An answer serves everybody who asks within this time: whoever asks in haste asks no dependency. */
const KEPT_MS = 1_000;

/** Makes what tells whether the process is ready: while it is, every required dependency serves. */
export function openReadiness(
  checks: readonly DependencyCheck[],
  isStopping: () => boolean,
): () => Promise<Readiness> {
  let asked: Promise<readonly Named[]> | null = null;
  let askedAt = 0;
  return async () => {
    if (asked === null || performance.now() - askedAt > KEPT_MS) {
      asked = statesOf(checks);
      askedAt = performance.now();
    }
    const states = await asked;
    const status = statusOf(states.every(isServed), isStopping());
    return { status, dependencies: Object.fromEntries(states) };
  };
}

/**
 * `GET /health/ready`: 200 while every required dependency serves, otherwise 503. What it is made of is told
 * inside (workers/health-server.ts), not to whoever finds the address.
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

/** A code where there is one: messages name hosts and statements. */
function reasonOf(error: unknown): string {
  for (let cause = error; Error.isError(cause); cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return "not reachable";
}
