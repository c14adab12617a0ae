import { recordAttempt } from "../../activities/accounts/record-attempt.ts";
import { type ProblemCode, PROBLEMS } from "../../contract/problems.ts";
import { Refusal } from "../../contract/refusal.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { type Actor, principalOf, addressKey, identityKey } from "../guard/principal-of.ts";
import { type Counter, type Counters, type Exceeded, openCounters } from "./counters.ts";
import type { ApiDeps } from "../api-deps.ts";
import { namedToken } from "../invitations/named-token.ts";
import type { Access } from "../guard/access.ts";
import type { Endpoint, Input } from "../endpoint.ts";
import { keyedHash } from "../keyed-hash.ts";

/** The limits of suspicious attempts, shared by all processes through PostgreSQL. */
export interface Limits {
  /** Counts one request of an anonymous route. @throws Refusal RATE_LIMITED. */
  admitAnonymous(address: string, route: string): Promise<void>;
  /** Runs the attempt of a route that counts failures. @throws Refusal RATE_LIMITED. */
  attempt<T>(endpoint: Endpoint, input: AnyInput, run: () => Promise<T>): Promise<T>;
}

type AnyInput = Input<Access, unknown, unknown, unknown>;

/** Opens the limits. If their table is unreachable they admit everybody, and log that. */
export function openLimits(deps: ApiDeps): Limits {
  const counters = openCounters(deps);
  return {
    async admitAnonymous(address, route) {
      const key = addressKey(deps, address);
      const exceeded = await counters.count([{ limit: "anonymous", key }]);
      if (exceeded.length === 0) return;
      const actor = { key, userId: null, provider: null };
      await refuse({ deps, counters, exceeded, actor, route });
    },
    async attempt(endpoint, input, run) {
      if (endpoint.access === "provider") return runForProvider({ deps, counters, input, run });
      if (endpoint.countsFailures !== true) return run();
      const refuseAttempt = (exceeded: readonly Exceeded[]) => {
        const actor = principalOf(input.granted, input.request, deps);
        return refuse({ deps, counters, exceeded, actor, route: endpoint.path });
      };
      return runWithin(counters, input, { run, refuseAttempt });
    },
  };
}

/**
 * Counts before running, so that a thousand concurrent attempts are not a thousand tries. Successful attempts, and
 * those that never ran, are uncounted.
 */
async function runWithin<T>(
  counters: Counters,
  input: AnyInput,
  attempt: {
    readonly run: () => Promise<T>;
    readonly refuseAttempt: (exceeded: readonly Exceeded[]) => Promise<never>;
  },
): Promise<T> {
  const own = countersOfIdentity(input);
  const exceeded = await counters.count(own);
  if (exceeded.length > 0) {
    await counters.giveBack(own);
    await attempt.refuseAttempt(exceeded);
  }
  const shared = [...(await countersOfInvitation(input)), counterOfAddress(input)];
  const exceededByAll = await counters.count(shared);
  let moved: readonly Counter[] = [];
  try {
    return await attempt.run();
  } catch (error) {
    moved = [...own, ...shared].filter((counter) => isCounted(counter, error));
    const exceededNow = exceededByAll.filter((counter) => isCounted(counter, error));
    // Others may have failed with this invitation or behind this address. The rightful person still gets through, and
    // a failing attempt learns nothing more.
    if (exceededNow.length > 0) await attempt.refuseAttempt(exceededNow);
    throw error;
  } finally {
    await counters.giveBack([...own, ...shared].filter((counter) => !moved.includes(counter)));
  }
}

/**
 * The identity provider may send any number of valid tokens, even from an address that others forge tokens from.
 * After some forged tokens from an address the answer is RATE_LIMITED, and the audit contains it once.
 */
async function runForProvider<T>(attempt: {
  readonly deps: ApiDeps;
  readonly counters: Counters;
  readonly input: AnyInput;
  readonly run: () => Promise<T>;
}): Promise<T> {
  const { deps, counters, input, run } = attempt;
  const key = addressKey(deps, input.request.address);
  try {
    return await run();
  } catch (error) {
    const isForged = error instanceof Refusal && PROBLEMS[error.code].status < 500;
    const exceeded = isForged ? await counters.count([{ limit: "forged", key }]) : [];
    if (exceeded.length === 0) throw error;
    const actor = { key, userId: null, provider: null };
    return await refuse({ deps, counters, exceeded, actor, route: "backchannel-logout" });
  }
}

interface Refused {
  readonly deps: ApiDeps;
  readonly counters: Counters;
  readonly exceeded: readonly Exceeded[];
  readonly actor: Actor;
  readonly route: string;
}

/** Audited once per key and window. @throws Refusal RATE_LIMITED. */
async function refuse({ deps, counters, exceeded, actor, route }: Refused): Promise<never> {
  for (const counter of exceeded) {
    if (await counters.isFirstRefusal(counter)) {
      await recordRefusal(deps, { counter, actor, route });
    }
  }
  const waitMs = Math.max(...exceeded.map((counter) => counter.waitMs));
  throw new Refusal("RATE_LIMITED", { retryAfterSeconds: Math.max(1, waitMs / 1000) });
}

/** Codes of a closed link: only its holder gets them, nobody guesses one. */
const CLOSED_LINK: ReadonlySet<ProblemCode> = new Set([
  "INVITATION_EXPIRED",
  "INVITATION_REPLACED",
  "INVITATION_REVOKED",
  "INVITATION_CONSUMED",
]);

/** Whether a failed attempt counts. Many share an address, so its counter only counts possible guesses. */
function isCounted({ limit }: Counter, error: unknown): boolean {
  if (!isFailedAttempt(error)) return false;
  const isOwnLink = error instanceof Refusal && CLOSED_LINK.has(error.code);
  return !(isOwnLink && limit === "address");
}

/** Whether an error is a refusal of the attempt itself; malformed requests and our own faults are not. */
function isFailedAttempt(error: unknown): boolean {
  if (!(error instanceof Refusal)) return false;
  if (error.code === "VALIDATION_FAILED") return error.details.audit !== undefined;
  return PROBLEMS[error.code].status < 500;
}

/** The counters of the attempt's identity. */
function countersOfIdentity({ granted, deps }: AnyInput): Counter[] {
  const identity = "identity" in granted ? granted.identity : null;
  const caller = "caller" in granted ? granted.caller : null;
  const who = identity ?? caller?.identity ?? null;
  return who === null ? [] : [{ limit: "identity", key: identityKey(deps, who) }];
}

/** The counter of its address, which a whole gym may share. */
function counterOfAddress({ request, deps }: AnyInput): Counter {
  return { limit: "address", key: addressKey(deps, request.address) };
}

/** The counter of its invitation, which several people may try. */
async function countersOfInvitation({ body, deps }: AnyInput): Promise<Counter[]> {
  const token = await namedToken(body, deps.keys.invitation);
  if (token === null) return [];
  const hash = keyedHash(deps.keys.hash, "invitation-token", token);
  return [{ limit: "token", key: `token:${hash}` }];
}

async function recordRefusal(
  { database }: ApiDeps,
  { counter, actor, route }: Pick<Refused, "actor" | "route"> & { readonly counter: Exceeded },
): Promise<void> {
  const { userId, provider } = actor;
  const metadata = { limit: counter.limit, route };
  const attempt = { userId, provider, actor: counter.key, eventType: "RATE_LIMITED", metadata };
  await transact(database.em, (tx) => recordAttempt(tx, attempt));
}
