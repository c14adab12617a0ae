import * as z from "zod";
import { localDateSchema } from "../wire.ts";
import { rulePartsOf } from "./rule-parts.ts";
import { PLAN_LIMITS } from "./vocabulary.ts";

/** Days of the week, optionally with their position in the month or year: `MO`, `1MO`, `-1FR`. */
const WEEKDAY = "(?:[+-]?[1-9][0-9]?)?(?:MO|TU|WE|TH|FR|SA|SU)";
const PLAIN_WEEKDAYS = listOf("(?:MO|TU|WE|TH|FR|SA|SU)");
const PLACED_WEEKDAYS = listOf("[+-]?(?:[1-9]|[1-4][0-9]|5[0-3])(?:MO|TU|WE|TH|FR|SA|SU)");
const PLACED_IN_MONTH = listOf("[+-]?[1-5](?:MO|TU|WE|TH|FR|SA|SU)");

/** Values that each part of a rule may have. There are no times of day, because a plan falls on dates. */
const PARTS: Readonly<Record<string, RegExp>> = {
  FREQ: /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9][0-9]{0,2}$/,
  COUNT: /^[1-9][0-9]{0,3}$/,
  UNTIL: /^[0-9]{8}$/,
  BYDAY: listOf(WEEKDAY),
  BYMONTHDAY: listOf("[+-]?(?:[1-9]|[12][0-9]|3[01])"),
  BYMONTH: listOf("(?:[1-9]|1[0-2])"),
  BYSETPOS: listOf("[+-]?[1-9][0-9]{0,2}"),
  WKST: /^(?:MO|TU|WE|TH|FR|SA|SU)$/,
};

/** A recurrence rule of RFC 5545 over dates: frequency first, each part once, nothing finer than a day. */
export const rruleSchema = z
  .string()
  .max(300)
  .refine(hasKnownParts, { error: "Not a rule over dates: FREQ=DAILY, WEEKLY, MONTHLY or YEARLY" })
  .refine(isTakenAlike, { error: "These parts cannot be combined" })
  .refine((rule) => isDate(rulePartsOf(rule).get("UNTIL")), { error: "UNTIL is not a date" })
  .refine((rule) => Number(rulePartsOf(rule).get("COUNT") ?? 0) <= PLAN_LIMITS.recurrenceCount, {
    error: "Too many occurrences",
  })
  .refine((rule) => !(rulePartsOf(rule).has("COUNT") && rulePartsOf(rule).has("UNTIL")), {
    error: "Both COUNT and UNTIL",
  });

export const recurrenceSchema = z
  .strictObject({
    rrule: rruleSchema,
    exdates: z
      .array(localDateSchema)
      .max(PLAN_LIMITS.exdates)
      .refine((dates) => new Set(dates).size === dates.length, { error: "A date is named twice" })
      .default([]),
  })
  .meta({
    id: "PlanRecurrence",
    description:
      "The days of a plan, in the zone of the relationship: an RRULE of RFC 5545 over dates, which begins on the first day of the assignment, e.g. `FREQ=WEEKLY;BYDAY=MO,FR`, without the `exdates`.",
  });
export type Recurrence = z.output<typeof recurrenceSchema>;

function hasKnownParts(rule: string): boolean {
  const parts = rule.split(";").map((part) => part.split("="));
  const names = parts.map(([name]) => name);
  return (
    names[0] === "FREQ" &&
    new Set(names).size === names.length &&
    parts.every(([name = "", value, more]) => {
      const allowed = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
      return more === undefined && value !== undefined && allowed?.test(value) === true;
    })
  );
}

/**
 * Whether the parts fit together. Combinations that RFC 5545 forbids are refused, and so are those that libraries
 * interpret differently (docs/rooms/plans.md#recurrence).
 */
function isTakenAlike(rule: string): boolean {
  const parts = rulePartsOf(rule);
  const frequency = parts.get("FREQ");
  const picksDays = parts.has("BYDAY") || parts.has("BYMONTHDAY");
  const isLong = frequency === "MONTHLY" || frequency === "YEARLY";
  if (parts.has("BYSETPOS") && !(isLong && picksDays)) return false;
  if (parts.has("BYMONTHDAY") && frequency === "WEEKLY") return false;
  const weekdays = parts.get("BYDAY");
  if (weekdays === undefined || PLAIN_WEEKDAYS.test(weekdays)) return true;
  return placesIn(parts).test(weekdays) && !parts.has("BYMONTHDAY");
}

/** A weekday's position counts within the month, or within the year if the rule names no month. */
function placesIn(parts: ReadonlyMap<string, string>): RegExp {
  const frequency = parts.get("FREQ");
  if (frequency === "YEARLY" && !parts.has("BYMONTH")) return PLACED_WEEKDAYS;
  return frequency === "MONTHLY" || frequency === "YEARLY" ? PLACED_IN_MONTH : NOWHERE;
}

const NOWHERE = /^(?!)/;

function isDate(until: string | undefined): boolean {
  if (until === undefined) return true;
  return localDateSchema.safeParse(until.replace(/^(....)(..)(..)$/, "$1-$2-$3")).success;
}

function listOf(entry: string): RegExp {
  return new RegExp(`^${entry}(?:,${entry}){0,30}$`);
}
