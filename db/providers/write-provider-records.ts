import { sql } from "kysely";
import type {
  HealthError,
  ProviderChange,
  ProviderHealth,
} from "../../contract/providers/vocabulary.ts";
import type { Settings } from "../../rules/providers/merge-provider.ts";
import type { Tx } from "../transact.ts";

/** One change of a configuration. */
export interface NewProviderAudit {
  readonly id: string;
  readonly providerKey: string;
  readonly change: ProviderChange;
  readonly oldValues: Settings;
  readonly newValues: Settings;
  readonly reason: string | null;
  readonly actor: string;
}

/** Appends to the configuration audit. */
export async function appendProviderAudit(tx: Tx, entry: NewProviderAudit): Promise<void> {
  await sql`
    insert into auth_provider_audit (id, provider_key, change, old_values, new_values, reason, actor,
                                     created_at)
    values (${entry.id}, ${entry.providerKey}, ${entry.change},
            ${JSON.stringify(entry.oldValues)}::jsonb, ${JSON.stringify(entry.newValues)}::jsonb,
            ${entry.reason}, ${entry.actor}, clock_now())
  `.execute(tx.getKysely());
}

/** One look at a provider. */
export interface NewProviderHealth {
  readonly id: string;
  readonly providerKey: string;
  readonly status: ProviderHealth;
  readonly latencyMs: number;
  readonly errorCode: HealthError | null;
  readonly now: Date;
}

/** Keeps a look. Returns the status of the one before, or null when it is the first. */
export async function appendProviderHealth(
  tx: Tx,
  look: NewProviderHealth,
): Promise<ProviderHealth | null> {
  const { rows } = await sql<{ status: ProviderHealth }>`
    select status from auth_provider_health where provider_key = ${look.providerKey}
     order by checked_at desc, id desc limit 1
  `.execute(tx.getKysely());
  await sql`
    insert into auth_provider_health (id, provider_key, status, latency_ms, error_code, checked_at)
    values (${look.id}, ${look.providerKey}, ${look.status}, ${look.latencyMs}, ${look.errorCode},
            ${look.now})
  `.execute(tx.getKysely());
  return rows[0]?.status ?? null;
}
