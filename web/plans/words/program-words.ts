import type { PlanContent } from "../../../contract/plans/content-schema.ts";
import type { Texts } from "../../texts/use-texts.ts";
import { listedText } from "./rule-days.ts";

/** A program in words: its weeks, their days, and the weeks with fewer sessions. */
export function programWords(
  { weeks }: Pick<Program, "weeks">,
  { t, language }: Pick<Texts, "language" | "t">,
): readonly string[] {
  const counts = weeks.map(({ days }) => days.length);
  const most = Math.max(...counts);
  const numbers = new Set(weeks.flatMap(({ days }) => days.map(({ dayNumber }) => dayNumber)));
  const days = listedText([...numbers].toSorted((one, other) => one - other).map(String), language);
  const lighter = counts.flatMap((count, week) => (count < most ? [String(week + 1)] : []));
  const sessions = counts.reduce((sum, count) => sum + count, 0);
  if (sessions === 0)
    return [t("plans.program.noSessions", { weeks: weeks.length }), t("plans.program.starts")];
  return [
    t("plans.program.weeks", { weeks: weeks.length, sessions, count: numbers.size, days }),
    ...(lighter.length === 0
      ? []
      : [
          t("plans.program.lighter", {
            count: lighter.length,
            weeks: listedText(lighter, language),
          }),
        ]),
    t("plans.program.starts"),
  ];
}

export type Program = Extract<PlanContent, { readonly kind: "PROGRAM" }>;
export type ProgramDay = Program["weeks"][number]["days"][number];
export type ProgramExercise = ProgramDay["exercises"][number];

/** The letter of each title of a day, by its first appearance: "Legs" is A. Days with one title share a letter. */
export function dayLetters(weeks: Program["weeks"]): ReadonlyMap<string, string> {
  const titles = [...new Set(weeks.flatMap(({ days }) => days.map(({ title }) => title)))];
  return new Map(titles.map((title, place) => [title, letterOf(place)]));
}

/** A to Z, then A2 to Z2 and so on. */
function letterOf(place: number): string {
  const letter = String.fromCodePoint(A + (place % LETTERS));
  const round = Math.floor(place / LETTERS);
  return round === 0 ? letter : `${letter}${round + 1}`;
}

const A = 65;
const LETTERS = 26;

/** The number of days that have the same title as one. */
export function daysWithTitle(weeks: Program["weeks"], title: string): number {
  return weeks.flatMap(({ days }) => days).filter((day) => day.title === title).length;
}

/** A day of a program, by its week, both from 1. */
export interface DayPlace {
  readonly week: number;
  readonly day: number;
}

/** The first training day of a program. */
export function firstPlace(weeks: Program["weeks"]): DayPlace {
  const week = weeks.findIndex(({ days }) => days.length > 0);
  const numbers = weeks[week]?.days.map(({ dayNumber }) => dayNumber) ?? [];
  return { week: Math.max(0, week) + 1, day: numbers.length === 0 ? 1 : Math.min(...numbers) };
}

/** The training of a day; null for a day of rest. */
export function dayAt(weeks: Program["weeks"], { week, day }: DayPlace): ProgramDay | null {
  return weeks[week - 1]?.days.find(({ dayNumber }) => dayNumber === day) ?? null;
}
