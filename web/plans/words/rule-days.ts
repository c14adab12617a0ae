import { WEEKDAYS } from "../../../contract/plans/vocabulary.ts";
import type { Language } from "../../texts/i18n.ts";
import type { Texts } from "../../texts/use-texts.ts";

/** How often a rule falls, and on which days: "Every 2 weeks on Monday and Friday". */
export function ruleDays(parts: RuleParts, texts: Words): string {
  const { t, language } = texts;
  const frequency = frequencyOf(parts);
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const every = t(`plans.rule.${frequency}`, { interval });
  const { weekdays, monthDays } = daysOf(parts);
  if (monthDays.length > 0) return onMonthDays(every, parts, texts);
  const days = weekdays.map((entry) => weekdayText(entry, texts));
  const isShort = frequency === "DAILY" || frequency === "WEEKLY";
  const missing = WEEKDAYS.filter((day) => !weekdays.includes(day));
  if (isShort && interval === 1 && weekdays.length > 0 && missing.length === 0)
    return t("plans.rule.DAILY", { interval });
  const [onlyMissing] = missing;
  if (isShort && interval === 1 && missing.length === 1 && onlyMissing !== undefined)
    return t("plans.rule.except", { day: t(`plans.weekday.${onlyMissing}`) });
  if (weekdays.length === 0) return t(`plans.rule.same${sameOf(parts)}`, { every });
  const listed = listedText(days, language);
  if (frequency === "DAILY" && interval > 1) return t("plans.rule.onlyOn", { every, days: listed });
  // Some weekdays of every day are those of every week.
  const week = t("plans.rule.WEEKLY", { interval });
  if (isShort) return t("plans.rule.on", { every: week, days: listed });
  if (parts.has("BYSETPOS"))
    return t("plans.rule.ofThese", { every, places: placesText(parts, texts), days: listed });
  const arePlaced = weekdays.some((entry) => /\d/.test(entry));
  return t(arePlaced ? "plans.rule.on" : "plans.rule.onEach", { every, days: listed });
}

/** Texts and formats that turn a rule into words. */
export type Words = Pick<Texts, "formats" | "language" | "t">;
export type RuleParts = ReadonlyMap<string, string>;

/** Words of a list: "Monday, Thursday and Friday". A disjunction has "or". */
export function listedText(
  words: readonly string[],
  language: Language,
  type: "conjunction" | "disjunction" = "conjunction",
): string {
  return new Intl.ListFormat(language === "en" ? "en-GB" : language, { type }).format(words);
}

/** The part of the client's first day that a rule without days repeats. A rule that names months has no other month. */
const sameOf = (parts: RuleParts) => {
  const frequency = frequencyOf(parts);
  return frequency === "YEARLY" && parts.has("BYMONTH") ? "MONTHLY" : frequency;
};

const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
const frequencyOf = (parts: RuleParts) =>
  FREQUENCIES.find((known) => known === parts.get("FREQ")) ?? "DAILY";

/** The days that a rule names, each once, in the order of the week and of the month. */
function daysOf(parts: RuleParts) {
  const list = (name: string) => [...new Set(parts.get(name)?.split(","))];
  const weekdays = list("BYDAY").toSorted((one, other) => weekPlace(one) - weekPlace(other));
  const monthDays = [...new Set(list("BYMONTHDAY").map(Number))];
  return { weekdays, monthDays: inOrder(monthDays) };
}

/** Weekdays with a place stay as they are named. */
const weekPlace = (entry: string): number => WEEKDAYS.findIndex((day) => day === entry);

/** Places from the beginning first, then those from the end. */
const inOrder = (places: readonly number[]): readonly number[] =>
  places.toSorted((one, other) => Number(one < 0) - Number(other < 0) || one - other);

/** "on the 1st and the last day", perhaps only if it is a Monday, or a chosen one of them. */
function onMonthDays(every: string, parts: RuleParts, texts: Words): string {
  const { t, language } = texts;
  const { weekdays, monthDays } = daysOf(parts);
  const dates = listedText(
    monthDays.map((day) => (day > 0 ? t("plans.rule.date", { day }) : fromEnd(-day, texts))),
    language,
  );
  const frequency = frequencyOf(parts);
  const isEachMonth = frequency === "YEARLY" && !parts.has("BYMONTH");
  const places = parts.has("BYSETPOS") ? placesText(parts, texts) : null;
  const on =
    places === null
      ? t(frequency === "DAILY" ? "plans.rule.onlyOn" : "plans.rule.on", { every, days: dates })
      : t("plans.rule.ofThese", { every, places, days: dates });
  const ofMonth = isEachMonth ? t("plans.rule.ofEachMonth", { sentence: on }) : on;
  if (weekdays.length === 0 || weekdays.length === WEEKDAYS.length) return ofMonth;
  const days = listedText(
    weekdays.map((entry) => weekdayText(entry, texts)),
    language,
    "disjunction",
  );
  return t("plans.rule.ifDay", { sentence: ofMonth, days });
}

const fromEnd = (place: number, { t }: Words): string =>
  place === 1 ? t("plans.rule.lastDate") : t("plans.rule.dateFromEnd", { place });

/** "Monday", "1st Monday", "last Friday". */
function weekdayText(entry: string, { t }: Words): string {
  const day = WEEKDAYS.find((known) => entry.endsWith(known));
  if (day === undefined) return entry;
  const name = t(`plans.weekday.${day}`);
  const place = Number(entry.slice(0, -2));
  if (place === 0) return name;
  if (place > 0) return t("plans.rule.placed", { place, day: name });
  if (place === -1) return t("plans.rule.lastPlaced", { day: name });
  return t("plans.rule.placedFromEnd", { place: -place, day: name });
}

function placesText(parts: RuleParts, { t, language }: Words): string {
  const places = new Set((parts.get("BYSETPOS") ?? "").split(",").map(Number));
  const words = inOrder([...places]).map((place) => {
    if (place > 0) return t("plans.rule.place", { place });
    return place === -1
      ? t("plans.rule.lastPlace")
      : t("plans.rule.placeFromEnd", { place: -place });
  });
  return listedText(words, language);
}
