import type { PlanContent } from "../../../contract/plans/content-schema.ts";
import type { Texts } from "../../texts/use-texts.ts";

/** The times of a plan, and what else counts for every kind, in words. */
export function timeWords(content: PlanTimes, { t }: Pick<Texts, "t">): string | null {
  const { startTime, dueTime } = content;
  const due = dueTime === END_OF_DAY ? t("plans.endOfDay") : dueTime;
  if (startTime !== null && due !== null) return t("plans.fromTo", { from: startTime, due });
  if (startTime !== null) return t("plans.from", { from: startTime });
  return due === null ? null : t("plans.dueBy", { due });
}

type PlanTimes = Pick<PlanContent, "dueTime" | "startTime">;

/** As a due time, this is the end of the day. */
const END_OF_DAY = "00:00";

/** Seconds as people read them at the gym: 150 is "2:30". */
export function clockText(seconds: number): string {
  const rest = String(seconds % 60).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${rest}`;
}

/** "2:30" or "150" in seconds; null for nothing, NaN for what is no time. */
export function secondsOf(typed: string): number | null {
  const text = typed.trim();
  if (text === "") return null;
  const found = /^(?:(\d{1,3}):([0-5]\d)|(\d{1,5}))$/.exec(text);
  if (found === null) return Number.NaN;
  const [, minutes, seconds, plain] = found;
  return plain === undefined ? Number(minutes) * 60 + Number(seconds) : Number(plain);
}
