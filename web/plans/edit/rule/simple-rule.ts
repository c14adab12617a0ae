import { rulePartsOf } from "../../../../contract/plans/rule-parts.ts";
import { WEEKDAYS } from "../../../../contract/plans/vocabulary.ts";

/** A rule that the editor's fields show: days or weeks, weekdays, and an end. */
export interface SimpleRule {
  readonly frequency: "DAILY" | "WEEKLY" | "MONTHLY";
  readonly interval: number;
  readonly weekdays: readonly Weekday[];
  readonly end: RuleEnd;
}

export type Weekday = (typeof WEEKDAYS)[number];
export type RuleEnd =
  | { readonly kind: "NEVER" }
  | { readonly kind: "COUNT"; readonly count: number }
  | { readonly kind: "UNTIL"; readonly date: string };

/** A rule as fields; null for one that has more than the fields show, which is then edited as text. */
export function readSimpleRule(rrule: string): SimpleRule | null {
  const parts = rulePartsOf(rrule);
  if ([...parts.keys()].some((name) => !SHOWN.has(name))) return null;
  const frequency = FREQUENCIES.find((known) => known === parts.get("FREQ"));
  const named = parts.get("BYDAY")?.split(",") ?? [];
  const weekdays = WEEKDAYS.filter((day) => named.includes(day));
  if (frequency === undefined || weekdays.length !== named.length) return null;
  if (frequency === "MONTHLY" && named.length > 0) return null;
  return { frequency, interval: Number(parts.get("INTERVAL") ?? 1), weekdays, end: endOf(parts) };
}

const SHOWN: ReadonlySet<string> = new Set(["FREQ", "INTERVAL", "BYDAY", "COUNT", "UNTIL"]);
export const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY"] as const;

function endOf(parts: ReadonlyMap<string, string>): RuleEnd {
  const count = parts.get("COUNT");
  if (count !== undefined) return { kind: "COUNT", count: Number(count) };
  const until = parts.get("UNTIL");
  if (until === undefined) return { kind: "NEVER" };
  return { kind: "UNTIL", date: until.replace(/^(....)(..)(..)$/, "$1-$2-$3") };
}

/** The fields as a rule. */
export function writeRule({ frequency, interval, weekdays, end }: SimpleRule): string {
  const days = frequency === "MONTHLY" ? [] : WEEKDAYS.filter((day) => weekdays.includes(day));
  return [
    `FREQ=${frequency}`,
    interval === 1 ? null : `INTERVAL=${interval}`,
    days.length === 0 ? null : `BYDAY=${days.join(",")}`,
    end.kind === "COUNT" ? `COUNT=${end.count}` : null,
    end.kind === "UNTIL" ? `UNTIL=${end.date.replaceAll("-", "")}` : null,
  ]
    .filter((part) => part !== null)
    .join(";");
}
