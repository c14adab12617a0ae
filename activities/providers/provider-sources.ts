import {
  type ProviderConfig,
  type ProviderOverride,
  providerConfigSchema,
  providerOverrideSchema,
} from "../../contract/providers/config-schema.ts";
import type { OverrideRow } from "../../db/providers/queries.ts";
import type { KnownProvider } from "../../rules/providers/known-provider.ts";
import { mergeProvider } from "../../rules/providers/merge-provider.ts";
import type { ProviderAdapters } from "../../rules/providers/provider-adapters.ts";

/** The sources of providers: files, which take precedence, and adapters that read their claims. */
export interface ProviderSources {
  readonly files: ReadonlyMap<string, ProviderConfig>;
  readonly adapters: ProviderAdapters;
}

/** Parses a stored override; null if this code cannot read it. */
export function readOverride(row: OverrideRow): ProviderOverride | null {
  const parsed = providerOverrideSchema.safeParse(row.settings);
  return parsed.success ? parsed.data : null;
}

/**
 * The present configuration of a provider. Null if it has no file and its override is not complete. An unreadable
 * override refuses all logins, because it may have been a disable.
 */
export function knownProvider(
  sources: ProviderSources,
  providerKey: string,
  row: OverrideRow | null,
): Omit<KnownProvider, "health"> | null {
  const file = sources.files.get(providerKey) ?? null;
  const override = row === null ? {} : readOverride(row);
  const merged = providerConfigSchema.safeParse(mergeProvider(providerKey, file, override));
  const adapter = sources.adapters.get(providerKey) ?? null;
  const revision = row?.revision ?? 0;
  if (override !== null && merged.success) return { config: merged.data, adapter, revision };
  return file === null ? null : { config: { ...file, status: "DISABLED" }, adapter, revision };
}
