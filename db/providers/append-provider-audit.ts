import type {
  HealthError,
  ProviderChange,
  ProviderHealth,
} from "../../contract/providers/vocabulary.ts";
import type { Settings } from "../../rules/providers/merge-provider.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { clockNow, json } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";

/** Appends to the configuration audit. */
export async function appendProviderAudit(tx: Tx, entry: NewProviderAudit): Promise<void> {
  const { id, providerKey, change, oldValues, newValues, reason, actor } = entry;
  const values = { oldValues: json(oldValues), newValues: json(newValues) };
  await tables(tx)
    .insertInto("authProviderAudit")
    .values({ id, providerKey, change, ...values, reason, actor, createdAt: clockNow })
    .execute();
}

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

/** One probe of a provider. */
export interface NewProviderHealth {
  readonly id: string;
  readonly providerKey: string;
  readonly status: ProviderHealth;
  readonly latencyMs: number;
  readonly errorCode: HealthError | null;
  readonly now: Date;
}

/** Stores a probe. Returns the status of the previous one, or null if it is the first. */
export async function appendProviderHealth(
  tx: Tx,
  { id, providerKey, status, latencyMs, errorCode, now }: NewProviderHealth,
): Promise<ProviderHealth | null> {
  const before = await tables(tx)
    .selectFrom("authProviderHealth")
    .where("providerKey", "=", providerKey)
    .select("status")
    .orderBy("checkedAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  await tables(tx)
    .insertInto("authProviderHealth")
    .values({ id, providerKey, status, latencyMs, errorCode, checkedAt: now })
    .execute();
  return before?.status ?? null;
}
