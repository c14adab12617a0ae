import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ProviderConfig, ProviderOverride } from "../../contract/providers/config-schema.ts";
import type { SetupWarning } from "../../contract/providers/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import {
  type AuditSummaryRow,
  type HealthRow,
  listAuditSummaries,
  listProviderRows,
  listSessionReviews,
  type SessionReviewSummary,
} from "../../db/providers/queries.ts";
import { setupWarnings } from "../../rules/providers/judge-provider-health.ts";
import { knownProvider, type ProviderSources, readOverride } from "./provider-sources.ts";

/** All providers with the present state of the tables, ordered by key. */
export async function listExplainedProviders(
  em: SqlEntityManager,
  sources: ProviderSources,
): Promise<readonly ExplainedProvider[]> {
  const { overrides, health } = await listProviderRows(em, [...sources.files.keys()]);
  const audits = await listAuditSummaries(em);
  const reviews = new Map(
    (await listSessionReviews(em)).map(({ providerKey, review }) => [providerKey, review]),
  );
  const rows = new Map(overrides.map((row) => [row.providerKey, row]));
  const probes = new Map(health.map((probe) => [probe.providerKey, probe]));
  const summaries = new Map(audits.map((summary) => [summary.providerKey, summary]));
  const keys = [...new Set([...sources.files.keys(), ...rows.keys()])].toSorted();
  return keys.flatMap((key): ExplainedProvider[] => {
    const row = rows.get(key) ?? null;
    const known = knownProvider(sources, key, row);
    if (known === null) return [];
    const override = row && readOverride(row);
    return [
      {
        config: known.config,
        file: sources.files.get(key) ?? null,
        override: override && Object.keys(override).length > 0 ? override : null,
        health: probes.get(key) ?? null,
        audit: summaries.get(key) ?? null,
        review: reviews.get(key) ?? null,
        warnings: setupWarnings(known.config, known.adapter !== null),
      },
    ];
  });
}

/** A provider with everything an administrator may want to know of it. */
export interface ExplainedProvider {
  readonly config: ProviderConfig;
  readonly file: ProviderConfig | null;
  readonly override: ProviderOverride | null;
  readonly health: HealthRow | null;
  readonly audit: AuditSummaryRow | null;
  readonly review: SessionReviewSummary | null;
  readonly warnings: readonly SetupWarning[];
}

/**
 * One provider, explained.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function explainProvider(
  em: SqlEntityManager,
  sources: ProviderSources,
  providerKey: string,
): Promise<ExplainedProvider> {
  const all = await listExplainedProviders(em, sources);
  const found = all.find(({ config }) => config.providerKey === providerKey);
  if (found === undefined) throw new Refusal("NOT_FOUND");
  return found;
}
