import type { ProviderConfig, ProviderPatch } from "../../contract/providers/config-schema.ts";
import type { SetupWarning } from "../../contract/providers/vocabulary.ts";
import type { Surface } from "../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { lockProvider, lockProviderAliases } from "../../db/providers/lock-provider.ts";
import { findOverride } from "../../db/providers/write-override.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { judgeLogin } from "../../rules/providers/judge-login.ts";
import { eventsOfChange, needsReason } from "../../rules/providers/events-of-change.ts";
import { setupWarnings } from "../../rules/providers/judge-provider-health.ts";
import { changedSettings, patchOverride } from "../../rules/providers/merge-provider.ts";
import type { ProviderClaims } from "../../rules/providers/read-claims.ts";
import { knownProvider, type ProviderSources, readOverride } from "./provider-sources.ts";
import { orderSessionReview } from "./review-provider-sessions.ts";
import { providerEvent } from "./provider-event.ts";
import {
  mergedConfig,
  type ProviderDeed,
  refuseTakenAlias,
  writeConfiguration,
} from "./write-configuration.ts";

/**
 * Changes the override of a provider's file; idempotent.
 *
 * @throws Refusal
 * - NOT_FOUND, VALIDATION_FAILED
 * - REASON_REQUIRED for anything but the display settings
 * - STATE_CONFLICT when the alias is taken, sessions are to end while the provider is open, or the administrator would
 *   lock themselves out
 */
export async function changeProvider(
  tx: Tx,
  sources: ProviderSources,
  amendment: ProviderAmendment,
): Promise<ChangedProvider> {
  const { providerKey, patch, revokeSessions, identity, ...who } = amendment;
  await lockProviderAliases(tx);
  await lockProvider(tx, providerKey);
  const row = await findOverride(tx, providerKey);
  const before = knownProvider(sources, providerKey, row);
  if (before === null) throw new Refusal("NOT_FOUND");
  const patched = patchOverride(row && readOverride(row), patch);
  const { config, override } = mergedConfig(sources, providerKey, patched);
  const changed = changedSettings(before.config, config);
  const isGrave = needsReason(changed.names) || revokeSessions;
  if (isGrave && amendment.reason === null) throw new Refusal("REASON_REQUIRED");
  if (revokeSessions && config.status !== "DISABLED") throw stateConflict("PROVIDER_NOT_DISABLED");
  if (changed.names.length > 0 && locksOut(config, identity))
    throw stateConflict("WOULD_LOCK_YOU_OUT");
  await refuseTakenAlias(tx, sources, config);
  const warnings = setupWarnings(config, before.adapter !== null);
  if (changed.names.length === 0 && !revokeSessions) {
    return { auditEventId: null, reviewId: null, warnings };
  }
  const { auditEventId, revision: version } = await writeConfiguration(tx, {
    ...who,
    providerKey,
    change: "CHANGED",
    override,
    changed,
  });
  const now = await clockNow(tx);
  const refs = { auditEventId };
  const events = eventsOfChange(before.config, config, changed.names).map((type) =>
    providerEvent(type, providerKey, { version, refs }),
  );
  await appendEvents(tx, events, { now, requestId: amendment.requestId });
  const { actor, requestId } = amendment;
  if (revokeSessions) await orderSessionReview(tx, { providerKey, auditEventId, actor, requestId });
  return { auditEventId, reviewId: revokeSessions ? auditEventId : null, warnings };
}

/** A change of a provider's configuration by an administrator. */
export interface ProviderAmendment extends ProviderDeed {
  readonly patch: ProviderPatch;
  /** Security disable: the sessions that began through this provider are ended as well. */
  readonly revokeSessions: boolean;
  /** The administrator's own sign-in, which the change must not lock out. */
  readonly identity: OwnSignIn;
}

/** The fields of a sign-in that its provider's configuration judges. */
type OwnSignIn = ProviderClaims & { readonly provider: string; readonly surface: Surface };

/** The result of a change. */
export interface ChangedProvider {
  /** Null if nothing changed. */
  readonly auditEventId: string | null;
  /** The review that ends the sessions; the caller runs it after the commit. */
  readonly reviewId: string | null;
  readonly warnings: readonly SetupWarning[];
}

/** An administrator who disables their own provider could not sign in to undo it. */
function locksOut(config: ProviderConfig, own: OwnSignIn): boolean {
  if (own.provider !== config.providerKey) return false;
  const login = { surface: own.surface, claims: own, problems: [], isTestSubject: false };
  return judgeLogin(config, login) !== null;
}
