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
  const days = weekdays.map((entry) => weekdayText(entry, texts));
  const isShort = frequency === "DAILY" || frequency === "WEEKLY";
  const missing = WEEKDAYS.filter((day) => !weekdays.includes(day));
  if (isShort && interval === 1 && weekdays.length > 0 && missing.length === 0)
    return t("plans.rule.DAILY", { interval });
  const [onlyMissing] = missing;
  if (isShort && interval === 1 && missing.length === 1 && onlyMissing !== undefined)
    return t("plans.rule.except", { day: t(`plans.weekday.${onlyMissing}`) });
  if (monthDays.length > 0) return onMonthDays(every, parts, texts);
  if (weekdays.length === 0) return t(`plans.rule.same${frequency}`, { every });
  const listed = listedText(days, language);
  if (isShort && frequency === "DAILY") return t("plans.rule.onlyOn", { every, days: listed });
  if (isShort) return t("plans.rule.on", { every, days: listed });
  if (parts.has("BYSETPOS"))
    return t("plans.rule.ofThese", { every, places: placesText(parts, texts), days: listed });
  const arePlaced = weekdays.some((entry) => /\d/.test(entry));
  return t(arePlaced ? "plans.rule.on" : "plans.rule.onEach", { every, days: listed });
}

/** Texts and formats that turn a rule into words. */
export type Words = Pick<Texts, "formats" | "language" | "t">;
export type RuleParts = ReadonlyMap<string, string>;

/** Words of a list: "Monday, Thursday and Friday". */
export function listedText(words: readonly string[], language: Language): string {
  return new Intl.ListFormat(language === "en" ? "en-GB" : language, {
    type: "conjunction",
  }).format(words);
}

const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
const frequencyOf = (parts: RuleParts) =>
  FREQUENCIES.find((known) => known === parts.get("FREQ")) ?? "DAILY";

function daysOf(parts: RuleParts) {
  const list = (name: string) => parts.get(name)?.split(",") ?? [];
  return { weekdays: list("BYDAY"), monthDays: list("BYMONTHDAY").map(Number) };
}

/** "on the 1st and the last day", perhaps only if it is a Monday, or a chosen one of them. */
function onMonthDays(every: string, parts: RuleParts, texts: Words): string {
  const { t, language } = texts;
  const { weekdays, monthDays } = daysOf(parts);
  const dates = listedText(
    monthDays.map((day) => (day > 0 ? t("plans.rule.date", { day }) : fromEnd(-day, texts))),
    language,
  );
  const isEachMonth = frequencyOf(parts) === "YEARLY" && !parts.has("BYMONTH");
  const places = parts.has("BYSETPOS") ? placesText(parts, texts) : null;
  const on =
    places === null
      ? t("plans.rule.on", { every, days: dates })
      : t("plans.rule.ofThese", { every, places, days: dates });
  const ofMonth = isEachMonth ? t("plans.rule.ofEachMonth", { sentence: on }) : on;
  if (weekdays.length === 0) return ofMonth;
  const days = listedText(
    weekdays.map((entry) => weekdayText(entry, texts)),
    language,
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
  const places = (parts.get("BYSETPOS") ?? "").split(",").map(Number);
  const words = places.map((place) => {
    if (place > 0) return t("plans.rule.place", { place });
    return place === -1
      ? t("plans.rule.lastPlace")
      : t("plans.rule.placeFromEnd", { place: -place });
  });
  return listedText(words, language);
}
