import { type VerdictCode, VERDICT_CODES } from "../../contract/sync/vocabulary.ts";
import type { DeviceHealth, SyncHealth } from "../../contract/workouts/sync-health-schema.ts";
import { SYNC_HEALTH_LIMITS } from "../../contract/workouts/sync-health-vocabulary.ts";
import type { DeviceHealthRow, listRefusals } from "../../db/sync/health/queries.ts";
import type { IssueRow } from "../../db/workouts/issues/queries.ts";
import { countRefusedCodes } from "../../rules/workouts/health/count-refused-codes.ts";
import { syncMessageHint } from "../../rules/workouts/health/sync-message-hint.ts";
import { presentIssue } from "./present-issue.ts";

/** The health of a client's phones for a coach: of refusals only codes, and only those of this relationship. */
export function presentSyncHealth({
  relationshipId,
  devices,
  refusals,
  issues,
  now,
}: FoundHealth): SyncHealth {
  const since = new Date(now.getTime() - SYNC_HEALTH_LIMITS.refusalDays * DAY_MS).toISOString();
  const shown = refusals
    .filter((one) => one.relationshipId === relationshipId && one.decidedAt >= since)
    .map(({ code, ...one }) => ({ ...one, code: isCode(code) ? code : null }));
  const refusedBy = Map.groupBy(shown, ({ deviceId }) => deviceId);
  return {
    relationshipId,
    devices: devices.map((device): DeviceHealth => ({
      ...device,
      refused: [...countRefusedCodes(refusedBy.get(device.deviceId) ?? [])],
    })),
    issues: issues.map(presentIssue),
    messageHint: syncMessageHint({ issues: issues.map(({ kind }) => kind), devices, now }),
  };
}

/** Stored facts about a client's phones. */
export interface FoundHealth {
  readonly relationshipId: string;
  readonly devices: readonly DeviceHealthRow[];
  readonly refusals: Awaited<ReturnType<typeof listRefusals>>;
  readonly issues: readonly IssueRow[];
  readonly now: Date;
}

const DAY_MS = 86_400_000;

function isCode(code: string | null): code is VerdictCode {
  return code !== null && code in VERDICT_CODES;
}
