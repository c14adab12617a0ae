import type { Retention } from "../activities/privacy/prune-records.ts";
import { archiveClosedTasks } from "../activities/inbox/upkeep/archive-closed-tasks.ts";
import { pruneTaskSnapshots } from "../db/agenda/snapshots/delete-snapshots.ts";
import { pruneWithheld } from "../db/agenda/withheld/put-withheld.ts";
import { pruneInboxChanges } from "../db/inbox/changes/prune-inbox-changes.ts";
import { pruneAccesses, pruneSnapshots } from "../db/exercises/media/prune-accesses.ts";
import { pruneSourceEvents } from "../db/inbox/source-events/insert-source-event.ts";
import { redactNotes } from "../db/inbox/redact-tasks.ts";
import { pruneAuthAudit, pruneProviderLogouts } from "../db/accounts/sessions/prune-auth-audit.ts";
import { eraseOldContacts, eraseOldMemberContacts } from "../db/invitations/erase-contacts.ts";
import { pruneImportLines, pruneImports } from "../db/invitations/imports/prune-imports.ts";
import { pruneValidations } from "../db/invitations/prune-validations.ts";
import { pruneNotifications, prunePushTokens } from "../db/notifications/prune-notifications.ts";
import { forgetSkipReasons } from "../db/onboarding/purge-rows.ts";
import { pruneEmails } from "../db/outbox/insert-emails.ts";
import { pruneIdempotencyKeys } from "../db/platform/pruning/prune-idempotency-keys.ts";
import { pruneRateLimits } from "../db/platform/pruning/prune-rate-limits.ts";
import { pruneOutboxHealth } from "../db/sync/devices/prune-outbox-health.ts";
import { pruneDeviceSecrets } from "../db/sync/devices/end-device-secrets.ts";
import {
  pruneAcknowledgedOrders,
  pruneBatches,
  pruneClientBatches,
  pruneScopeChanges,
  pruneWithdrawnOrders,
} from "../db/sync/receipts/prune-sync-records.ts";
import { abandonDrafts } from "../db/workouts/sessions/abandon-drafts.ts";
import {
  pruneConflicts,
  prunePackages,
  pruneSnapshots as pruneWorkouts,
} from "../db/workouts/prune-packages.ts";
import { pruneReplacements } from "../db/sync/receipts/prune-replacements.ts";

/** The functions that delete each room's expired records; the schedule that runs them names no room. */
export const retention: Retention = {
  AUTH_AUDIT: [pruneAuthAudit],
  PROVIDER_LOGOUTS: [pruneProviderLogouts],
  IDEMPOTENCY_KEYS: [pruneIdempotencyKeys],
  INVITATION_VALIDATIONS: [pruneValidations],
  INVITATION_CONTACTS: [eraseOldContacts, eraseOldMemberContacts, pruneImportLines, pruneImports],
  SKIP_REASONS: [forgetSkipReasons],
  RATE_LIMITS: [pruneRateLimits],
  NOTIFICATIONS: [pruneNotifications],
  LETTERS: [pruneEmails],
  PUSH_TOKENS: [prunePushTokens],
  OUTBOX_HEALTH: [pruneOutboxHealth],
  SCOPE_CHANGES: [pruneScopeChanges],
  SYNC_BATCHES: [pruneBatches],
  REPLACEMENTS: [pruneReplacements],
  PURGE_ORDERS: [pruneAcknowledgedOrders, pruneWithdrawnOrders, pruneDeviceSecrets],
  WORKOUT_PACKAGES: [prunePackages, pruneWorkouts, pruneConflicts],
  CLIENT_BATCHES: [pruneClientBatches],
  OPEN_DRAFTS: [abandonDrafts],
  CLOSED_COACH_TASKS: [archiveClosedTasks],
  COACH_TASK_NOTES: [redactNotes],
  SOURCE_EVENTS: [pruneSourceEvents],
  INBOX_CHANGES: [pruneInboxChanges],
  MEDIA_ACCESSES: [pruneAccesses],
  USAGE_SNAPSHOTS: [pruneSnapshots],
  WITHHELD_OCCURRENCES: [pruneWithheld],
  TASK_SNAPSHOTS: [pruneTaskSnapshots],
};
