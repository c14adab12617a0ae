import type { HealthError, ProviderHealth } from "../../contract/providers/vocabulary.ts";
import { newId } from "../../db/platform/new-id.ts";
import { lockProvider } from "../../db/providers/lock-provider.ts";
import { appendProviderHealth } from "../../db/providers/append-provider-audit.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { providerEvent } from "./provider-event.ts";

/** Stores the result of a probe, and emits an event if the provider's health changed. */
export async function recordProviderHealth(
  tx: Tx,
  probe: ProbedHealth,
): Promise<{ readonly checkedAt: Date; readonly changed: boolean }> {
  const { providerKey, status, requestId } = probe;
  await lockProvider(tx, providerKey);
  const now = await clockNow(tx);
  const former = await appendProviderHealth(tx, { ...probe, id: newId(), now });
  const changed = former !== status && !(former === null && status === "HEALTHY");
  if (changed) {
    const refs = { from: former, to: status, errorCode: probe.errorCode };
    const event = providerEvent("AuthProviderHealthChanged", providerKey, { refs });
    await appendEvents(tx, [event], { now, requestId });
  }
  return { checkedAt: now, changed };
}

/** The result of probing a provider. */
export interface ProbedHealth {
  readonly providerKey: string;
  readonly status: ProviderHealth;
  readonly latencyMs: number;
  readonly errorCode: HealthError | null;
  readonly requestId: string | null;
}
