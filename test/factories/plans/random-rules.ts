import { rruleSchema } from "../../../contract/plans/recurrence-schema.ts";
import { PLAN_LIMITS } from "../../../contract/plans/vocabulary.ts";
import { addDays } from "../../../rules/local-day.ts";
import type { Draw } from "../draw.ts";

/** Maximum number of days of a rule. */
export const MOST_DAYS = 366 * PLAN_LIMITS.recurrenceYears;

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

/** A rule of our grammar. */
export function drawRule(draw: Draw): string {
  for (;;) {
    const rule = anyRule(draw);
    if (rruleSchema.safeParse(rule).success && !isDisputed(rule)) return rule;
  }
}

/** Positions that may name the same date are counted twice by the second library. */
const isDisputed = (rule: string) => rule.includes("COUNT") && rule.includes("BYSETPOS=1,-1");

function anyRule(draw: Draw): string {
  const often = (of: number) => draw.below(of) === 0;
  const frequency = draw.pick(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]);
  const interval = often(5) ? draw.below(999) : draw.below(6);
  const placed = (frequency === "MONTHLY" || frequency === "YEARLY") && often(2);
  const weekday = () => (placed ? placeOf(draw, frequency) : "") + draw.pick(WEEKDAYS);
  const monthDay = () => String((often(3) ? -1 : 1) * (1 + draw.below(31)));
  const position = draw.pick(["-1", "1", "2", "3", "1,-1", String(1 + draw.below(366))]);
  return [
    `FREQ=${frequency}`,
    ...(often(2) ? [`INTERVAL=${String(interval + 1)}`] : []),
    ...(often(2) ? [`BYDAY=${some(draw, 4, weekday)}`] : []),
    ...(often(3) ? [`BYMONTHDAY=${some(draw, 4, monthDay)}`] : []),
    ...(often(3) ? [`BYMONTH=${some(draw, 4, () => String(1 + draw.below(12)))}`] : []),
    ...(often(4) ? [`BYSETPOS=${position}`] : []),
    ...(often(3) ? [`WKST=${draw.pick(WEEKDAYS)}`] : []),
    ...endOf(draw),
  ].join(";");
}

function endOf(draw: Draw): readonly string[] {
  const ending = draw.below(5);
  if (ending === 0) return [`COUNT=${String(1 + draw.below(60))}`];
  if (ending > 1) return [];
  return [`UNTIL=${addDays("2026-06-01", draw.below(4_000)).replaceAll("-", "")}`];
}

function placeOf(draw: Draw, frequency: string): string {
  const most = frequency === "YEARLY" && draw.below(3) === 0 ? 53 : 5;
  return String(draw.pick([1, -1]) * (1 + draw.below(most)));
}

function some(draw: Draw, most: number, entry: () => string): string {
  return [...new Set(Array.from({ length: 1 + draw.below(most) }, entry))].join(",");
}

const SCRAPS = [
  "FREQ=DAILY",
  "FREQ=YEARLY",
  "FREQ=MONTHLY",
  "FREQ=WEEKLY",
  "FREQ=SECONDLY",
  "FREQ=",
  "BYMONTH=2",
  "BYMONTHDAY=30",
  "BYMONTHDAY=31,-31",
  "BYMONTH=13",
  "BYDAY=-53SU",
  "BYDAY=5MO",
  "BYSETPOS=366",
  "BYSETPOS=-366",
  "BYSETPOS=0",
  "INTERVAL=999",
  "INTERVAL=0",
  "WKST=XX",
  "COUNT=1826",
  "COUNT=99999",
  "UNTIL=00010101",
  "UNTIL=99991231",
  "UNTIL=20270231",
  "BYHOUR=8",
  "BYYEARDAY=366",
  "BYWEEKNO=53",
  "DTSTART=20260101",
  "\nEXDATE:20260101",
  "=",
  "",
];

/** Text that resembles a rule, and now and then a rule that hardly ever falls. */
export function drawGarbage(draw: Draw): string {
  const parts = Array.from({ length: 1 + draw.below(5) }, () => draw.pick(SCRAPS));
  const first = draw.below(3) === 0 ? [] : [draw.pick(SCRAPS.slice(0, 4))];
  return [...first, ...parts].join(draw.pick([";", ";", ";", ";;", ","]));
}
