import { v5 as uuidv5 } from "uuid";
import { claimAuditLine } from "../../../db/identity/providers/claim-audit-line.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../../db/transact.ts";
import type { ClaimProblem } from "../../../rules/identity/normalize-claims.ts";
import { providerEvent, providerSubjectId } from "./tell-provider.ts";

/** A sign-in whose claims are not what its provider's configuration asks for. */
export interface ClaimsFailure {
  readonly providerKey: string;
  readonly problems: readonly ClaimProblem[];
  /** User id, or a keyed hash of the sign-in. */
  readonly actor: string;
  readonly userId: string | null;
  readonly requestId: string;
}

/** Somebody who tries again and again is told of once in this time. */
const WINDOW_MS = 900_000;

/** Tells of claims that could not be normalized: their names, never their values. */
export async function noteClaimsFailure(tx: Tx, failure: ClaimsFailure): Promise<void> {
  const { providerKey, problems, actor, userId, requestId } = failure;
  const claims = problems.map(({ claim, fault }) => `${claim}:${fault}`).join(" ");
  const now = await clockNow(tx);
  const window = Math.floor(now.getTime() / WINDOW_MS);
  const lineId = uuidv5(`${actor} ${claims} ${window}`, providerSubjectId(providerKey));
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
