import { recordAttempt } from "../activities/identity/record-attempt.ts";
import { PROBLEMS } from "../contract/problem.ts";
import { Refusal } from "../contract/refusal.ts";
import { transact } from "../db/transact.ts";
import { type Actor, actorOf, addressKey, identityKey } from "./actor-of.ts";
import { type Counter, type Exceeded, openCounters } from "./counters.ts";
import type { ApiDeps } from "./deps.ts";
import type { Access, Endpoint, Input } from "./endpoint.ts";
import { keyedHash } from "./keyed-hash.ts";

type AnyInput = Input<Access, unknown, unknown, unknown>;

/** The limits of suspicious attempts, shared by all processes through PostgreSQL. */
export interface Limits {
  /** Counts one request of an anonymous route. @throws Refusal RATE_LIMITED. */
  admitAnonymous(address: string, route: string): Promise<void>;
  /** Runs the attempt of a route that counts failures. @throws Refusal RATE_LIMITED. */
  attempt<T>(endpoint: Endpoint, input: AnyInput, run: () => Promise<T>): Promise<T>;
}

/** Opens the limits. When their table cannot be reached they let everybody through, and say so. */
export function openLimits(deps: ApiDeps): Limits {
  const counters = openCounters(deps);

  const refuse = async (exceeded: readonly Exceeded[], actor: Actor, route: string) => {
    for (const counter of exceeded) {
      if (await counters.isFirstRefusal(counter)) {
        await recordRefusal(deps, { counter, actor, route });
      }
    }
    const waitMs = Math.max(...exceeded.map((counter) => counter.waitMs));
    throw new Refusal("RATE_LIMITED", { retryAfterSeconds: Math.max(1, waitMs / 1000) });
  };

  return {
    async admitAnonymous(address, route) {
      const key = addressKey(deps, address);
      const exceeded = await counters.count([{ limit: "anonymous", key }]);
      if (exceeded.length > 0) await refuse(exceeded, { key, userId: null, provider: null }, route);
    },
    async attempt(endpoint, input, run) {
      if (endpoint.countsFailures !== true) return run();
      // Counted before it runs, so that a thousand attempts at once are not a thousand tries.
      const moved = countersOf(input);
      const exceeded = await counters.count(moved);
      if (exceeded.length > 0) {
        await counters.giveBack(moved.filter(({ key }) => exceeded.every((e) => e.key !== key)));
        await refuse(exceeded, actorOf(input.granted, input.request, deps), endpoint.path);
      }
      let failed = false;
      try {
        return await run();
      } catch (error) {
        failed = isFailedAttempt(error);
        throw error;
      } finally {
        if (!failed) await counters.giveBack(moved);
      }
    },
  };
}

/** A refusal of what was asked; neither a malformed request nor our own trouble is one. */
function isFailedAttempt(error: unknown): boolean {
  if (!(error instanceof Refusal) || error.code === "VALIDATION_FAILED") return false;
  return PROBLEMS[error.code].status < 500;
}

/** Whose attempt it is: the address, the identity, and the invitation it is made with. */
function countersOf({ granted, request, body, deps }: AnyInput): Counter[] {
  const moved: Counter[] = [{ limit: "address", key: addressKey(deps, request.address) }];
  const identity = "identity" in granted ? granted.identity : null;
  const caller = "caller" in granted ? granted.caller : null;
  const who = identity ?? caller?.identity ?? null;
  if (who !== null) moved.push({ limit: "identity", key: identityKey(deps, who) });
  if (typeof body === "object" && body !== null && "invitationToken" in body) {
    const hash = keyedHash(deps.keys.hash, "invitation-token", String(body.invitationToken));
    moved.push({ limit: "token", key: `token:${hash}` });
  }
  return moved;
}

interface RateLimited {
  readonly counter: Exceeded;
  readonly actor: Actor;
  readonly route: string;
}

async function recordRefusal(deps: ApiDeps, { counter, actor, route }: RateLimited): Promise<void> {
  const { userId, provider } = actor;
  const metadata = { limit: counter.limit, route };
  const attempt = { userId, provider, actor: counter.key, eventType: "RATE_LIMITED", metadata };
  await transact(deps.database.em, (tx) => recordAttempt(tx, attempt));
}
