import {
  HINT_OF_ISSUE,
  type WorkoutIssueKind,
} from "../../../contract/workouts/issue-vocabulary.ts";
import {
  SYNC_HEALTH_LIMITS,
  type SyncMessageHint,
} from "../../../contract/workouts/sync-health-vocabulary.ts";

/**
 * The one message that helps a client most. In order: a workout in conflict, refused entries, a phone that keeps
 * entries or an old plan, its clock. Null if nothing is wrong.
 */
export function syncMessageHint({ issues, devices, now }: SyncState): SyncMessageHint | null {
  const [issue] = issues;
  if (issue !== undefined) return HINT_OF_ISSUE[issue];
  if (devices.some(hasRefusals)) return "ASK_TO_READ_REFUSALS";
  if (devices.some((device) => isBehind(device, now))) return "ASK_TO_OPEN_APP";
  return devices.some(hasWrongClock) ? "ASK_TO_CHECK_CLOCK" : null;
}

/** Known facts about a client's phones. */
export interface SyncState {
  /** Kinds of the unresolved issues, newest first. */
  readonly issues: readonly WorkoutIssueKind[];
  readonly devices: readonly SyncedDevice[];
  readonly now: Date;
}

/** The part of a phone's health that a message may be about; instants are RFC 3339. */
export interface SyncedDevice {
  readonly lastSyncAt: string | null;
  readonly outbox: {
    readonly depth: number;
    readonly rejected: number | null;
    readonly conflicted: number | null;
  } | null;
  readonly plan: { readonly revision: number; readonly presentRevision: number } | null;
  readonly clock: { readonly offsetMs: number } | null;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

function hasRefusals({ outbox }: SyncedDevice): boolean {
  return outbox !== null && (outbox.rejected ?? 0) + (outbox.conflicted ?? 0) > 0;
}

/** A phone that was silent for a day and keeps entries, or an older revision of the plan. */
function isBehind({ lastSyncAt, outbox, plan }: SyncedDevice, now: Date): boolean {
  const silentMs = lastSyncAt === null ? 0 : now.getTime() - Date.parse(lastSyncAt);
  const isSilent = silentMs > SYNC_HEALTH_LIMITS.quietHours * HOUR_MS;
  const hasOldPlan = plan !== null && plan.revision < plan.presentRevision;
  return isSilent && (hasOldPlan || (outbox?.depth ?? 0) > 0);
}

function hasWrongClock({ clock }: SyncedDevice): boolean {
  return clock !== null && Math.abs(clock.offsetMs) > SYNC_HEALTH_LIMITS.clockMinutes * MINUTE_MS;
}
