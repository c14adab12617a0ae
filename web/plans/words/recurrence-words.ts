import type { Recurrence } from "../../../contract/plans/recurrence-schema.ts";
import { rulePartsOf } from "../../../contract/plans/rule-parts.ts";
import { WEEKDAYS } from "../../../contract/plans/vocabulary.ts";
import { type RuleParts, type Words, listedText, ruleDays } from "./rule-days.ts";
import { monthName } from "./rule-names.ts";

/**
 * The days of a plan as a sentence: "Every 2 weeks on Monday and Friday, until 20 Dec". It covers every rule that the
 * contract takes (docs/rooms/plans.md#recurrence). Excluded dates are counted.
 */
export function recurrenceWords({ rrule, exdates }: Recurrence, texts: Words): string {
  const parts = rulePartsOf(rrule);
  const sentence = [
    inMonths(ruleDays(parts, texts), parts, texts),
    weekStart(parts, texts),
    ending(parts, texts),
    exdates.length === 0 ? null : texts.t("plans.rule.without", { count: exdates.length }),
  ];
  return sentence.filter((part) => part !== null).join(", ");
}

function inMonths(sentence: string, parts: RuleParts, texts: Words): string {
  const months = parts.get("BYMONTH");
  if (months === undefined) return sentence;
  const numbers = [...new Set(months.split(",").map(Number))].toSorted((one, other) => one - other);
  const names = numbers.map((month) => monthName(month, texts.language));
  const isOfFirstDay = !parts.has("BYDAY") && !parts.has("BYMONTHDAY");
  const isApart = isOfFirstDay && parts.get("FREQ") !== "DAILY";
  return texts.t(isApart ? "plans.rule.inMonthsApart" : "plans.rule.inMonths", {
    sentence,
    months: listedText(names, texts.language),
  });
}

/** The day on which weeks begin matters only if weeks are skipped. */
function weekStart(parts: RuleParts, { t }: Words): string | null {
  const start = parts.get("WKST") ?? "MO";
  const skipsWeeks = parts.get("FREQ") === "WEEKLY" && Number(parts.get("INTERVAL") ?? 1) > 1;
  const day = WEEKDAYS.find((known) => known === start);
  if (!skipsWeeks || day === undefined || day === "MO") return null;
  return t("plans.rule.weeksBegin", { day: t(`plans.weekday.${day}`) });
}

function ending(parts: RuleParts, { t, formats }: Words): string | null {
  const count = parts.get("COUNT");
  if (count !== undefined) return t("plans.rule.times", { count: Number(count) });
  const until = parts.get("UNTIL");
  if (until === undefined) return null;
  const date = until.replace(/^(....)(..)(..)$/, "$1-$2-$3");
  return t("plans.rule.until", { date: formats.localDate(date) });
}
