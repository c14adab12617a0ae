import * as z from "zod";

const count = z.coerce.number().int().positive();

/**
 * Histories, rounds or drawn cases of a test. In the ordinary run they take two seconds at most; at
 * their full number they are a campaign's, which asks for it.
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
  return count.parse(process.env[`SIDELINE_${name}`] ?? ordinary);
}

/**
 * The seed of a campaign, which draws one unless it is told (`run-campaign.ts`). The ordinary run has the same each time:
 * what fails there fails by the change at hand, and what a new draw would find is for the campaign to find.
 */
export function campaignSeed(): number {
  return z.coerce
    .number()
    .int()
    .parse(process.env["SIDELINE_SEED"] ?? ORDINARY_SEED);
}

const ORDINARY_SEED = 20_261_123;

/** Whether a walk through a calendar takes every zone, or those of which each stands for others. */
export const isWholeCalendar = (): boolean => process.env["SIDELINE_CALENDAR"] === "all";

/** Whether every route meets every attack, or each some of them. */
export const isEveryAttack = (): boolean => process.env["SIDELINE_ATTACKS"] === "all";

/** Whether links are played at length, by their campaign: only there the clock decides. */
export const isEveryLink = (): boolean => process.env["SIDELINE_LINKS"] === "all";
