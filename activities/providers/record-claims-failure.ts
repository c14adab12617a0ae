import { claimAuditLine } from "../../db/providers/claim-audit-line.ts";
import { idFromAt } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import type { ClaimProblem } from "../../rules/providers/read-claims.ts";
import { providerEvent, providerSubjectId } from "./provider-event.ts";

/** Reports claims that could not be normalized, by name and never by value. */
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

/** A sign-in whose claims do not satisfy its provider's configuration. */
export interface ClaimsFailure {
  readonly providerKey: string;
  readonly problems: readonly ClaimProblem[];
  /** User id, or a keyed hash of the sign-in. */
  readonly actor: string;
  readonly userId: string | null;
  readonly requestId: string;
}

/** A valid token of a provider that is not configured. */
export interface UnknownProviderSeen {
  /** The alias in the token. */
  readonly alias: string;
  /** A keyed hash of the sign-in. */
  readonly actor: string;
  readonly requestId: string;
}

/** Repeated attempts of one person are reported once in this window, ms. */
const WINDOW_MS = 900_000;

/** An alias is a short name without spaces; anything else is not echoed. */
const ALIAS = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Reports a sign-in of a provider that is not configured. Usually the provider's alias differs between the issuer and
 * this configuration.
 */
export async function recordUnknownProvider(tx: Tx, seen: UnknownProviderSeen): Promise<void> {
  const { alias, actor, requestId } = seen;
  const providerKey = ALIAS.test(alias) ? alias : "unknown";
  const problems = [{ claim: "identity_provider", fault: "UNKNOWN" } as const];
  await recordClaimsFailure(tx, { providerKey, problems, actor, userId: null, requestId });
}
