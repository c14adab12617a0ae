import * as z from "zod";

const count = z.coerce.number().int().positive();

/** How much a campaign plays, by the name of its variable; an ordinary run plays a share of what a test asks for. */
const ORDINARY_SHARE = {
  MODEL_RUNS: third,
  RACE_ROUNDS: bothOrders,
  DRAWN_CASES: quarter,
  CHAIN_CASES: quarter,
  RECURRENCE_RULES: quarter,
  CALENDAR_COURSES: third,
  CONSUMERS: third,
  LANE_OTHERS: half,
  LOOK_OTHERS: whole,
  CLOSING_PLAYERS: whole,
  KILL_MOMENTS: whole,
  DEVICE_KILLS: whole,
  BROWSER_KILLS: whole,
  SCREENS: half,
  TOUR_PLAYS: whole,
  FAULT_ROUNDS: whole,
  ROLLING_ACTORS: quarter,
  SEASON_DAYS: whole,
  SEASON_CLIENTS: whole,
} as const;

function whole(size: number): number {
  return size;
}
function half(size: number): number {
  return Math.ceil(size / 2);
}
function third(size: number): number {
  return Math.ceil(size / 3);
}
function quarter(size: number): number {
  return Math.ceil(size / 4);
}
/** Races change their order from round to round. */
function bothOrders(rounds: number): number {
  return Math.min(rounds, 2);
}

/**
 * The number of histories, rounds or drawn cases of a test. A campaign plays the number in its environment variable,
 * and `run-campaigns.ts` a part of it. The ordinary run plays a share of the size that the test requests.
 */
export function campaignSize(name: keyof typeof ORDINARY_SHARE, size: number): number {
  const full = process.env[`SIDELINE_${name}`];
  const part = process.env["SIDELINE_CAMPAIGN_PART"];
  if (full === undefined) return ORDINARY_SHARE[name](size);
  if (part === undefined) return count.parse(full);
  return Math.max(size, Math.ceil(count.parse(full) * Number(part)));
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
