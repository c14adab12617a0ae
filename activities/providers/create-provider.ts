import type { ProviderConfig } from "../../contract/providers/config-schema.ts";
import type { SetupWarning } from "../../contract/providers/vocabulary.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { lockProvider, lockProviderAliases } from "../../db/providers/lock-provider.ts";
import { findCreation, type OverrideRow } from "../../db/providers/queries.ts";
import { findOverride } from "../../db/providers/write-override.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { setupWarnings } from "../../rules/providers/judge-provider-health.ts";
import { changedSettings } from "../../rules/providers/merge-provider.ts";
import { knownProvider, type ProviderSources } from "./provider-sources.ts";
import { providerEvent } from "./provider-event.ts";
import { type ProviderDeed, refuseTakenAlias, writeConfiguration } from "./write-configuration.ts";

/**
 * Creates a provider without a file: its override is complete. Creating an identical provider again is a no-op.
 *
 * @throws Refusal STATE_CONFLICT when the key or the alias is taken.
 */
export async function createProvider(
  tx: Tx,
  sources: ProviderSources,
  deed: Omit<ProviderDeed, "providerKey"> & { readonly config: ProviderConfig },
): Promise<CreatedProvider> {
  const { config, ...who } = deed;
  const { providerKey, ...override } = config;
  await lockProviderAliases(tx);
  await lockProvider(tx, providerKey);
  const warnings = setupWarnings(config, sources.adapters.has(providerKey));
  if (sources.files.has(providerKey)) throw stateConflict("KEY_TAKEN");
  const row = await findOverride(tx, providerKey);
  if (row !== null)
    return { auditEventId: await creationOf(tx, sources, { config, row }), warnings };
  await refuseTakenAlias(tx, sources, config);
  const changed = changedSettings(null, config);
  const { auditEventId, revision: version } = await writeConfiguration(tx, {
    ...who,
    providerKey,
    change: "CREATED",
    override,
    changed,
  });
  const refs = { auditEventId };
  const events = [providerEvent("AuthProviderCreated", providerKey, { version, refs })];
  if (config.status === "ENABLED") {
    events.push(providerEvent("AuthProviderEnabled", providerKey, { version, refs }));
  }
  await appendEvents(tx, events, { now: await clockNow(tx), requestId: deed.requestId });
  return { auditEventId, warnings };
}

/** The result of creating a provider. */
export interface CreatedProvider {
  readonly auditEventId: string;
  readonly warnings: readonly SetupWarning[];
}

/**
 * The audit event of an identical provider that was created before.
 *
 * @throws Refusal STATE_CONFLICT if the existing provider differs.
 */
async function creationOf(
  tx: Tx,
  sources: ProviderSources,
  { config, row }: { readonly config: ProviderConfig; readonly row: OverrideRow },
): Promise<string> {
  const { providerKey } = config;
  const known = knownProvider(sources, providerKey, row);
  const isSame = known !== null && changedSettings(known.config, config).names.length === 0;
  const auditEventId = isSame ? await findCreation(tx, providerKey) : null;
  if (auditEventId === null) throw stateConflict("KEY_TAKEN");
  return auditEventId;
}
