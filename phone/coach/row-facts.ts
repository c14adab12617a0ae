import type { InboxRow } from "../../device/coach/types.ts";
import type { Moments } from "../texts/moments.ts";
import type { Language } from "../texts/texts.ts";
import type { CoachTexts } from "./texts/en.ts";

/** Where a row stands: refused acts first, then open ones, then those that are decided on this device. */
export function groupOf({ accepted, expected, refused }: InboxRow): RowGroup {
  if (refused.length > 0) return "ATTENTION";
  const status = expected?.status ?? accepted.status;
  if (ACTIVE.includes(status)) return "OPEN";
  if (expected !== null && expected.status !== accepted.status) return "WAITING";
  return status === "SNOOZED" ? "LATER" : "DONE";
}

export type RowGroup = keyof CoachTexts["groups"];
export const ROW_GROUPS = ["ATTENTION", "OPEN", "WAITING", "LATER", "DONE"] as const;
const ACTIVE: readonly string[] = ["OPEN", "IN_PROGRESS"];

/** Describes a row by its facts if the coach may read them, otherwise by the reason of the task. */
export function sentenceOf({ accepted }: InboxRow, texts: CoachTexts, language: Language): string {
  if (accepted.sentence !== null) return accepted.sentence[language];
  const known: Readonly<Record<string, string>> = texts.why;
  return known[accepted.why.code] ?? accepted.why.sentence;
}

/** The kind of a task in words. */
export function typeName({ accepted }: InboxRow, texts: CoachTexts): string {
  const known: Readonly<Record<string, string>> = texts.taskTypes;
  return known[accepted.taskType] ?? texts.taskTypeUnknown;
}

/** The due time or the end of the snooze in words; null if it has neither. */
export function timeWords(row: InboxRow, { texts, moments, now }: Spoken): string | null {
  const { accepted, expected } = row;
  const snoozedUntil = expected === null ? accepted.snoozedUntil : expected.snoozedUntil;
  const isSnoozed = (expected?.status ?? accepted.status) === "SNOOZED";
  if (isSnoozed && snoozedUntil !== null)
    return texts.snoozedUntil(moments.dayAndTime(Date.parse(snoozedUntil), now));
  if (accepted.dueAt === null) return null;
  const dueAt = Date.parse(accepted.dueAt);
  const time = moments.dayAndTime(dueAt, now);
  return dueAt < now ? texts.overdue(time) : texts.due(time);
}

/** A status in words. */
export function statusWords(status: string, texts: CoachTexts): string {
  const known: Readonly<Record<string, string>> = texts.status;
  return known[status] ?? texts.statusUnknown;
}

interface Spoken {
  readonly texts: CoachTexts;
  readonly moments: Moments;
  readonly now: number;
}
