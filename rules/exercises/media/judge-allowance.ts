import { ALLOWANCE, type AllowanceClosedBy } from "../../../contract/exercises/media-vocabulary.ts";

/** Limits of a plan; null where it has none. */
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

/** The allowance of one provider as it stands. */
export interface Allowance {
  /** What the configuration says, and what the provider's account said last. */
  readonly configured: PlanLimits;
  readonly told: PlanLimits;
  /** What was used beside what we counted, as the account told last. */
  readonly drift: Amounts;
  /** The provider refused: nothing is asked before its account was read again. */
  readonly closedBy: AllowanceClosedBy | null;
  /** What we counted may have been forgotten: nothing new is asked before the account was read. */
  readonly awaitsUsage: boolean;
  /** What one workspace may take of what is ours. */
  readonly sharePercent: number;
}

/** What was used in the window of each, by everybody and by the workspace that asks. */
export interface Used extends Amounts {
  readonly ofWorkspace: Amounts;
}

/** What is asked for: an exercise that has a place by any access, or needs one; and the minutes of its video. */
export interface Wanted {
  readonly isKnown: boolean;
  readonly minutes: number;
}

/** What stands in the way. */
export type AllowanceFault =
  | "CLOSED"
  | "AWAITS_USAGE"
  | "NO_PLACE"
  | "NO_MINUTES"
  | "SHARE_OF_PLACES"
  | "SHARE_OF_MINUTES";

/** Of a plan's limits the lower of what was configured and told: an account that says more widens nothing. */
function planLimits({ configured, told }: Pick<Allowance, "configured" | "told">) {
  return {
    exercises: lowest(configured.exercises, told.exercises),
    minutes: lowest(configured.minutes, told.minutes),
  };
}

/** What we may use of the plan (docs/rooms/exercises.md#allowance). */
export function ownLimits(allowance: Pick<Allowance, "configured" | "told">): PlanLimits {
  const plan = planLimits(allowance);
  return {
    exercises: percentOf(plan.exercises, ALLOWANCE.ownPercent),
    minutes: percentOf(plan.minutes, ALLOWANCE.ownPercent),
  };
}

/** What one workspace may take of it alone: what is left of ten or more places is kept for the others. */
export function workspaceLimits(
  allowance: Pick<Allowance, "configured" | "told" | "sharePercent">,
): PlanLimits {
  const own = ownLimits(allowance);
  const keptPercent = 100 - Math.min(allowance.sharePercent, ALLOWANCE.mostSharePercent);
  return {
    exercises: own.exercises === null ? null : own.exercises - part(own.exercises, keptPercent),
    minutes: own.minutes === null ? null : own.minutes - part(own.minutes, keptPercent),
  };
}

/**
 * Whether a video may be asked for (docs/rooms/exercises.md#allowance): its exercise has a place, or there is a free
 * one; and its minutes are left, for what was seen before too.
 *
 * @returns null where it may, else what stands in the way.
 */
export function judgeAllowance(
  allowance: Allowance,
  used: Used,
  wanted: Wanted,
): AllowanceFault | null {
  if (allowance.closedBy !== null) return "CLOSED";
  const excess = excessOf(allowance, used, wanted.minutes);
  if (excess.minutes > 0) return "NO_MINUTES";
  if (excess.ofWorkspace.minutes > 0) return "SHARE_OF_MINUTES";
  if (wanted.isKnown) return null;
  if (allowance.awaitsUsage) return "AWAITS_USAGE";
  if (excess.places > 0) return "NO_PLACE";
  return excess.ofWorkspace.places > 0 ? "SHARE_OF_PLACES" : null;
}

/** By how much another exercise, and so many minutes, would go beyond what may be used; nothing where they would not. */
export function excessOf(allowance: Allowance, used: Used, minutes: number) {
  const own = ownLimits(allowance);
  const shared = workspaceLimits(allowance);
  const { drift } = allowance;
  return {
    places: beyond(used.exercises + drift.exercises + 1, own.exercises),
    minutes: beyond(used.minutes + drift.minutes + minutes, own.minutes),
    ofWorkspace: {
      places: beyond(used.ofWorkspace.exercises + 1, shared.exercises),
      minutes: beyond(used.ofWorkspace.minutes + minutes, shared.minutes),
    },
  };
}

/** Whether so much is used that somebody is told. */
export function isNearlyUsed(
  allowance: Pick<Allowance, "configured" | "told" | "drift">,
  used: Amounts,
): boolean {
  const plan = planLimits(allowance);
  const reaches = (amount: number, limit: number | null) =>
    limit !== null && amount * 100 >= limit * ALLOWANCE.warnPercent;
  return (
    reaches(used.exercises + allowance.drift.exercises, plan.exercises) ||
    reaches(used.minutes + allowance.drift.minutes, plan.minutes)
  );
}

/**
 * What the account says beyond what we know of, at least nothing: somebody else uses the key, or we forgot. It takes the
 * place of what was found before.
 *
 * @param ours what counts of the accesses that began before the account was asked. Those that began meanwhile
 *   may be in its answer or not: left out here, they count twice at most until the next time, never not at all.
 */
export function driftOf(account: Amounts, ours: Amounts): Amounts {
  return {
    exercises: Math.max(0, account.exercises - ours.exercises),
    minutes: Math.max(0, Math.ceil(account.minutes - ours.minutes)),
  };
}

/** Minutes that a video counts, begun ones whole. */
export function minutesOf(videoSeconds: number | null): number {
  if (videoSeconds === null) return ALLOWANCE.unknownMinutes;
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
