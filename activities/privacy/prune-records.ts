import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { PrunedRecords } from "../../contract/privacy/vocabulary.ts";
import {
  pruneAuthAudit,
  pruneProviderLogouts,
} from "../../db/accounts/sessions/prune-auth-records.ts";
import { pruneValidations } from "../../db/invitations/prune-validations.ts";
import { pruneNotifications, prunePushTokens } from "../../db/notifications/prune-notifications.ts";
import { pruneIdempotencyKeys } from "../../db/platform/prune-idempotency-keys.ts";
import { pruneRateLimits } from "../../db/platform/prune-rate-limits.ts";
import { pruneOutboxHealth } from "../../db/sync/devices/prune-outbox-health.ts";
import {
  pruneBatches,
  prunePurgeOrders,
  pruneScopeChanges,
} from "../../db/sync/receipts/prune-sync-records.ts";
import { pruneReplacements } from "../../db/sync/receipts/prune-replacements.ts";
import { transact, type Tx } from "../../db/transact.ts";

/** Rows of one slice: short enough for any lock. */
const SLICE = 1_000;

/** Which records. */
export interface PruneRecordsInput {
  readonly records: PrunedRecords;
}

/** What one slice took away; while `full`, there may be more. */
export interface PrunedSlice {
  readonly deletedCount: number;
  readonly full: boolean;
}

const PRUNE: Readonly<Record<PrunedRecords, (tx: Tx, limit: number) => Promise<number>>> = {
  AUTH_AUDIT: pruneAuthAudit,
  PROVIDER_LOGOUTS: pruneProviderLogouts,
  IDEMPOTENCY_KEYS: pruneIdempotencyKeys,
  INVITATION_VALIDATIONS: pruneValidations,
  RATE_LIMITS: pruneRateLimits,
  NOTIFICATIONS: pruneNotifications,
  PUSH_TOKENS: prunePushTokens,
  OUTBOX_HEALTH: pruneOutboxHealth,
  SCOPE_CHANGES: pruneScopeChanges,
  SYNC_BATCHES: pruneBatches,
  REPLACEMENTS: pruneReplacements,
  PURGE_ORDERS: prunePurgeOrders,
};

/** Takes a slice of records away whose time is over. Interrupted or repeated, it goes on where it was. */
export async function pruneRecords(
  em: SqlEntityManager,
  { records }: PruneRecordsInput,
): Promise<PrunedSlice> {
  const deletedCount = await transact(em, (tx) => PRUNE[records](tx, SLICE));
  return { deletedCount, full: deletedCount === SLICE };
}
