import {
  type ProviderConfig,
  type ProviderOverride,
  providerConfigSchema,
  providerOverrideSchema,
} from "../../contract/providers/config-schema.ts";
import type { ProviderChange } from "../../contract/providers/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { newId } from "../../db/platform/new-id.ts";
import { listProviderRows } from "../../db/providers/queries.ts";
import { appendProviderAudit } from "../../db/providers/append-provider-audit.ts";
import { writeOverride } from "../../db/providers/write-override.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { type changedSettings, mergeProvider } from "../../rules/providers/merge-provider.ts";
import { knownProvider, type ProviderSources } from "./provider-sources.ts";

/** Writes the override and its audit line. Returns the audit's id and the new revision. */
export async function writeConfiguration(
  tx: Tx,
  deed: ProviderDeed & {
    readonly change: ProviderChange;
    readonly override: ProviderOverride;
    readonly changed: ReturnType<typeof changedSettings>;
  },
): Promise<{ readonly auditEventId: string; readonly revision: number }> {
  const { providerKey, change, reason, actor } = deed;
  const { oldValues, newValues } = deed.changed;
  const { revision } = await writeOverride(tx, providerKey, deed.override);
  const id = newId();
  await appendProviderAudit(tx, { id, providerKey, change, oldValues, newValues, reason, actor });
  return { auditEventId: id, revision };
}

/** The author of a configuration change, and the reason. */
export interface ProviderDeed {
  readonly providerKey: string;
  readonly reason: string | null;
  /** User id, or a keyed hash of the sign-in. */
  readonly actor: string;
  readonly requestId: string;
}

/**
 * Merges a file with a new override.
 *
 * @throws Refusal VALIDATION_FAILED.
 */
export function mergedConfig(
  sources: ProviderSources,
  providerKey: string,
  override: unknown,
): { readonly config: ProviderConfig; readonly override: ProviderOverride } {
  const read = providerOverrideSchema.safeParse(override);
  const file = sources.files.get(providerKey) ?? null;
  const merged = providerConfigSchema.safeParse(
    mergeProvider(providerKey, file, read.data ?? null),
  );
  if (read.success && merged.success) return { config: merged.data, override: read.data };
  const issues = [...(read.error?.issues ?? []), ...(merged.error?.issues ?? [])];
  throw new Refusal("VALIDATION_FAILED", {
    errors: issues.map(({ path, code, message }) => ({
      pointer: path.map((part) => `/${String(part)}`).join(""),
      code,
      message,
    })),
  });
}

/**
 * Refuses an alias of another active provider, because the owner of its sign-ins would be ambiguous.
 *
 * @throws Refusal STATE_CONFLICT.
 */
export async function refuseTakenAlias(
  tx: Tx,
  sources: ProviderSources,
  config: ProviderConfig,
): Promise<void> {
  const { overrides } = await listProviderRows(tx, []);
  const rows = new Map(overrides.map((row) => [row.providerKey, row]));
  const others = new Set([...sources.files.keys(), ...rows.keys()]);
  others.delete(config.providerKey);
  for (const key of others) {
    const other = knownProvider(sources, key, rows.get(key) ?? null)?.config;
    const isInUse = other?.keycloakAlias === config.keycloakAlias;
    if (isInUse && isActive(other) && isActive(config)) throw stateConflict("ALIAS_TAKEN");
  }
}

/** True unless the provider is disabled: its alias is in use, was, or soon will be. */
function isActive({ status }: ProviderConfig): boolean {
  return status !== "DISABLED";
}
