import { MEDIA_QUOTA, type QuotaClosedBy } from "../../../contract/exercises/media-vocabulary.ts";

/**
 * Whether a video may be requested (docs/rooms/exercises.md#allowance). Its exercise must have a place or find a free
 * one, and its minutes must be left, even if it was seen before.
 *
 * @returns null if it may, otherwise the limit that forbids it.
 */
export function judgeMediaQuota(
  quota: MediaQuota,
  used: Used,
  wanted: Wanted,
): MediaQuotaFault | null {
  if (quota.closedBy !== null) return "CLOSED";
  const excess = excessOf(quota, used, wanted.minutes);
  if (excess.minutes > 0) return "NO_MINUTES";
  if (excess.ofWorkspace.minutes > 0) return "SHARE_OF_MINUTES";
  if (wanted.isKnown) return null;
  if (quota.awaitsUsage) return "AWAITS_USAGE";
  if (excess.places > 0) return "NO_PLACE";
  return excess.ofWorkspace.places > 0 ? "SHARE_OF_PLACES" : null;
}

/** Limits of a plan; null means unlimited. */
export interface PlanLimits {
  /** Different exercises within 30 days. */
  readonly exercises: number | null;
  readonly minutes: number | null;
}

/** An amount of both things that a plan limits. */
export interface Amounts {
  readonly exercises: number;
  readonly minutes: number;
}

/** The present quota of one provider. */
export interface MediaQuota {
  /** Limits from the configuration, and from the provider's account at its last read. */
  readonly configured: PlanLimits;
  readonly reported: PlanLimits;
  /** Usage of the account beyond our own count, at its last read. */
  readonly drift: Amounts;
  /** The provider refused: no request before its account has been read again. */
  readonly closedBy: QuotaClosedBy | null;
  /** Our count may be incomplete: no new exercise before the account has been read. */
  readonly awaitsUsage: boolean;
  /** The share of our quota that one workspace may use. */
  readonly sharePercent: number;
}

/** Usage within each window, by everybody and by the requesting workspace. */
export interface Used extends Amounts {
  readonly ofWorkspace: Amounts;
}

/** The request: whether its exercise has a place already, and the minutes of its video. */
export interface Wanted {
  readonly isKnown: boolean;
  readonly minutes: number;
}

/** Why a request is refused. */
export type MediaQuotaFault =
  | "CLOSED"
  | "AWAITS_USAGE"
  | "NO_PLACE"
  | "NO_MINUTES"
  | "SHARE_OF_PLACES"
  | "SHARE_OF_MINUTES";

/**
 * The lower of the configured and the reported limit: an account that reports more does not widen the configured one.
 */
function planLimits({ configured, reported }: Pick<MediaQuota, "configured" | "reported">) {
  return {
    exercises: lowest(configured.exercises, reported.exercises),
    minutes: lowest(configured.minutes, reported.minutes),
  };
}

/** The part of the plan that we may use (docs/rooms/exercises.md#allowance). */
export function ownLimits(quota: Pick<MediaQuota, "configured" | "reported">): PlanLimits {
  const plan = planLimits(quota);
  return {
    exercises: percentOf(plan.exercises, MEDIA_QUOTA.ownPercent),
    minutes: percentOf(plan.minutes, MEDIA_QUOTA.ownPercent),
  };
}

/** The quota of one workspace: of ten or more places, a rest is reserved for the others. */
export function workspaceLimits(
  quota: Pick<MediaQuota, "configured" | "reported" | "sharePercent">,
): PlanLimits {
  const own = ownLimits(quota);
  const reservedPercent = 100 - Math.min(quota.sharePercent, MEDIA_QUOTA.mostSharePercent);
  return {
    exercises: own.exercises === null ? null : own.exercises - part(own.exercises, reservedPercent),
    minutes: own.minutes === null ? null : own.minutes - part(own.minutes, reservedPercent),
  };
}

/** By how much one more exercise and these minutes exceed the limits; 0 if they do not. */
export function excessOf(quota: MediaQuota, used: Used, minutes: number) {
  const own = ownLimits(quota);
  const shared = workspaceLimits(quota);
  const { drift } = quota;
  return {
    places: beyond(used.exercises + drift.exercises + 1, own.exercises),
    minutes: beyond(used.minutes + drift.minutes + minutes, own.minutes),
    ofWorkspace: {
      places: beyond(used.ofWorkspace.exercises + 1, shared.exercises),
      minutes: beyond(used.ofWorkspace.minutes + minutes, shared.minutes),
    },
  };
}

/** Whether usage is high enough to warn. */
export function isNearlyUsed(
  quota: Pick<MediaQuota, "configured" | "reported" | "drift">,
  used: Amounts,
): boolean {
  const plan = planLimits(quota);
  const reaches = (amount: number, limit: number | null) =>
    limit !== null && amount * 100 >= limit * MEDIA_QUOTA.warnPercent;
  return (
    reaches(used.exercises + quota.drift.exercises, plan.exercises) ||
    reaches(used.minutes + quota.drift.minutes, plan.minutes)
  );
}

/**
 * Account usage that our own count does not explain, at least 0: somebody else uses the key, or our count was lost. The
 * caller replaces the former difference by it.
 *
 * @param ours usage by accesses that began before the account was queried. The account's answer may or may not include
 *   later ones. Without them here, a later access counts twice at most until the next query, and is never missed.
 */
export function differenceOf(account: Amounts, ours: Amounts): Amounts {
  return {
    exercises: Math.max(0, account.exercises - ours.exercises),
    minutes: Math.max(0, Math.ceil(account.minutes - ours.minutes)),
  };
}

/** Minutes that a video counts, rounded up. */
export function minutesOf(videoSeconds: number | null): number {
  if (videoSeconds === null) return MEDIA_QUOTA.unknownMinutes;
  return Math.max(1, Math.ceil(videoSeconds / 60));
}

function lowest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

function percentOf(limit: number | null, percent: number): number | null {
  return limit === null ? null : part(limit, percent);
}

const part = (amount: number, percent: number) => Math.floor((amount * percent) / 100);

const beyond = (amount: number, limit: number | null) =>
  limit === null ? 0 : Math.max(0, amount - limit);
