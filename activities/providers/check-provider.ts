import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type {
  HealthError,
  ProviderHealth,
  SetupWarning,
} from "../../contract/providers/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { dryRunClaims, judgeProviderHealth } from "../../rules/providers/judge-provider-health.ts";
import { explainProvider } from "./list-explained-providers.ts";
import type { ProbeProvider } from "./probe-provider.ts";
import type { ProviderSources } from "./provider-sources.ts";
import { recordProviderHealth } from "./record-provider-health.ts";

/**
 * Probes a provider now and stores the result. The dry run opens no session and calls no server.
 *
 * @throws Refusal NOT_FOUND, AUTH_PROVIDER_ADAPTER_MISSING, VALIDATION_FAILED for a fixture that the adapter does not
 * have.
 */
export async function checkProvider(check: ProviderCheck): Promise<CheckedProvider> {
  const { em, sources, providerKey, requestId } = check;
  const { config, warnings } = await explainProvider(em.fork(), sources, providerKey);
  const adapter = sources.adapters.get(providerKey);
  if (adapter === undefined) throw new Refusal("AUTH_PROVIDER_ADAPTER_MISSING");
  const fixtures = new Map(Object.entries(adapter.fixtures));
  const claims = check.fixture === null ? null : fixtures.get(check.fixture);
  if (claims === undefined) throw unknownFixture([...fixtures.keys()]);
  const dryRun = claims && dryRunClaims(config, adapter, claims);
  const probe = await check.probeProvider(config);
  const judged = judgeProviderHealth(probe, true);
  const { latencyMs, errorCode } = probe;
  const { status } = judged;
  const result = { providerKey, status, latencyMs, errorCode, requestId };
  const { checkedAt } = await transact(em, (tx) => recordProviderHealth(tx, result));
  return {
    status,
    latencyMs,
    errorCode,
    missingClaims: dryRun?.missingClaims ?? [],
    warnings: [...warnings, ...judged.warnings, ...(dryRun?.warnings ?? [])],
    checkedAt,
  };
}

/** A check of one provider, requested by an administrator. */
export interface ProviderCheck {
  readonly em: SqlEntityManager;
  readonly sources: ProviderSources;
  readonly probeProvider: ProbeProvider;
  readonly providerKey: string;
  /** The adapter's fixture that the dry run passes through the configuration. */
  readonly fixture: string | null;
  readonly requestId: string;
}

/** The findings of the probe and the dry run. */
export interface CheckedProvider {
  readonly status: ProviderHealth;
  readonly latencyMs: number;
  readonly errorCode: HealthError | null;
  readonly missingClaims: readonly string[];
  readonly warnings: readonly SetupWarning[];
  readonly checkedAt: Date;
}

function unknownFixture(known: readonly string[]): Refusal {
  const message = `One of ${known.join(", ")}`;
  return new Refusal("VALIDATION_FAILED", {
    errors: [{ pointer: "/dryRunClaims", code: "invalid_value", message }],
  });
}
