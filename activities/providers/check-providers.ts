import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { listProviderRows } from "../../db/providers/queries.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { judgeProviderHealth } from "../../rules/providers/judge-provider-health.ts";
import { forEachAlone } from "../for-each-alone.ts";
import type { ProbeProvider } from "./probe-provider.ts";
import { knownProvider, type ProviderSources } from "./provider-sources.ts";
import { recordProviderHealth } from "./record-provider-health.ts";

/**
 * Probes each active provider and stores its health. One that is away or cannot be stored does not delay the others.
 *
 * @returns how many were checked, and how many changed their health.
 * @throws AggregateError once all others are stored, if one failed.
 */
export async function checkProviders(
  deps: CheckDeps,
): Promise<{ readonly checkedCount: number; readonly changedCount: number }> {
  const { em, sources } = deps;
  const { overrides } = await listProviderRows(em.fork(), []);
  const rows = new Map(overrides.map((row) => [row.providerKey, row]));
  const keys = [...new Set([...sources.files.keys(), ...rows.keys()])].toSorted();
  const used = keys.flatMap((key) => {
    const known = knownProvider(sources, key, rows.get(key) ?? null);
    const isUsed = known !== null && !["DRAFT", "DISABLED"].includes(known.config.status);
    return isUsed ? [known] : [];
  });
  // Together: one after the other, a silent issuer would use up the time of the last ones.
  const probes = await Promise.allSettled(used.map(({ config }) => deps.probeProvider(config)));
  const probed = new Map(
    used.map((known, place) => [known.config.providerKey, { known, outcome: probes[place] }]),
  );
  const changedCount = await forEachAlone(probed.keys(), async (providerKey) => {
    const { known, outcome } = probed.get(providerKey) ?? {};
    if (known === undefined || outcome === undefined) return false;
    if (outcome.status === "rejected") throw outcome.reason;
    const probe = outcome.value;
    const { latencyMs, errorCode } = probe;
    const { status } = judgeProviderHealth(probe, known.adapter !== null);
    const result = { providerKey, status, latencyMs, errorCode, requestId: null };
    const { changed } = await transact(em, (tx) => recordProviderHealth(tx, result));
    return changed;
  });
  return { checkedCount: used.length, changedCount };
}

export interface CheckDeps {
  readonly em: SqlEntityManager;
  readonly sources: ProviderSources;
  readonly probeProvider: ProbeProvider;
}
