import * as z from "zod";

const count = z.coerce.number().int().positive();

/**
 * The number of histories, rounds or drawn cases of a test. The ordinary run takes at most two seconds for them. Only
 * a campaign plays the full number, and `run-campaigns.ts` a part of it.
 */
export function campaignSize(
  name:
    | "MODEL_RUNS"
    | "RACE_ROUNDS"
    | "DRAWN_CASES"
    | "CHAIN_CASES"
    | "KILL_MOMENTS"
    | "TOUR_PLAYS"
    | "LANE_OTHERS"
    | "CLOSING_PLAYERS"
    | "CONSUMERS"
    | "FAULT_ROUNDS"
    | "RECURRENCE_RULES"
    | "CALENDAR_COURSES"
    | "LOOK_OTHERS"
    | "SEASON_DAYS"
    | "SEASON_CLIENTS",
  ordinary: number,
): number {
  const full = process.env[`SIDELINE_${name}`];
  const part = process.env["SIDELINE_CAMPAIGN_PART"];
  if (full === undefined || part === undefined) return count.parse(full ?? ordinary);
  return Math.max(ordinary, Math.ceil(count.parse(full) * Number(part)));
}

/**
 * The seed of the run. A campaign draws one unless it is given (`run-campaign.ts`). The ordinary run always uses the
 * same one, so it fails only because of the change under test; campaigns try new draws.
 */
export function campaignSeed(): number {
  return z.coerce
    .number()
    .int()
    .parse(process.env["SIDELINE_SEED"] ?? ORDINARY_SEED);
}

const ORDINARY_SEED = 20_261_123;

/** Whether a calendar test walks through every time zone, or through one representative of each group. */
export const isWholeCalendar = (): boolean => process.env["SIDELINE_CALENDAR"] === "all";

/** Whether every route meets every attack, or only some of them. */
export const isEveryAttack = (): boolean => process.env["SIDELINE_ATTACKS"] === "all";

/** Whether link faults run at full length, as in their campaign; only then do tests assert on elapsed time. */
export const isEveryLink = (): boolean => process.env["SIDELINE_LINKS"] === "all";
