import { claimAuditLine } from "../../db/providers/claim-audit-line.ts";
import { idFromAt } from "../../db/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import type { ClaimProblem } from "../../rules/providers/normalize-claims.ts";
import { providerEvent, providerSubjectId } from "./emit-provider-event.ts";

/** A sign-in whose claims are not what its provider's configuration asks for. */
export interface ClaimsFailure {
  readonly providerKey: string;
  readonly problems: readonly ClaimProblem[];
  /** User id, or a keyed hash of the sign-in. */
  readonly actor: string;
  readonly userId: string | null;
  readonly requestId: string;
}

/** A good token of a provider that nobody configured. */
export interface UnknownProviderSeen {
  /** As the token names it. */
  readonly alias: string;
  /** A keyed hash of the sign-in. */
  readonly actor: string;
  readonly requestId: string;
}

/** Somebody who tries again and again is told of once in this time. */
const WINDOW_MS = 900_000;

/** Tells of claims that could not be normalized: their names, never their values. */
export async function recordClaimsFailure(tx: Tx, failure: ClaimsFailure): Promise<void> {
  const { providerKey, problems, actor, userId, requestId } = failure;
  const claims = problems.map(({ claim, fault }) => `${claim}:${fault}`).join(" ");
  const now = await clockNow(tx);
  const windowStart = now.getTime() - (now.getTime() % WINDOW_MS);
  const lineId = idFromAt(providerSubjectId(providerKey), `${actor} ${claims}`, windowStart);
  const line = {
    userId,
    eventType: "CLAIMS_REFUSED",
    provider: providerKey,
    actor,
    metadata: { claims },
  };
  if (!(await claimAuditLine(tx, lineId, line))) return;
  const event = providerEvent("ProviderClaimsNormalizationFailed", providerKey, {
    refs: { claims },
  });
  await appendEvents(tx, [event], { now, requestId });
}

/** An alias is a short name of the provider's own; anything else is not repeated. */
const ALIAS = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Tells of a sign-in whose claims nobody can normalize, for its provider is not configured: most often
 * the alias of a provider is not the same on both sides.
 */
export async function recordUnknownProvider(tx: Tx, seen: UnknownProviderSeen): Promise<void> {
  const { alias, actor, requestId } = seen;
  const providerKey = ALIAS.test(alias) ? alias : "unknown";
  const problems = [{ claim: "identity_provider", fault: "UNKNOWN" } as const];
  await recordClaimsFailure(tx, { providerKey, problems, actor, userId: null, requestId });
}
