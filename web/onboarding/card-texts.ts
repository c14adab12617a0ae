import { placeOfZone } from "../kit/zone-time.tsx";
import type { Texts } from "../texts/use-texts.ts";
import { daysOf, isUndelivered } from "./board-columns.ts";
import type { Invitation, Onboarding } from "./board-query.ts";

/** Where the questionnaire is, in one sentence. */
export function progressText({ t, formats }: Texts, row: Onboarding, now: Date): string {
  const { questionnaire, startedAt, client } = row;
  const { status, answered, savedAt, openedAt, skippedAt } = questionnaire;
  const count = answered ?? { done: 0, all: 0 };
  const day = (instant: string) => formats.day(new Date(instant), client.timezone);
  switch (status) {
    case "READY":
      return t("onboarding.ready", { day: day(startedAt) });
    case "OPENED": {
      const since = now.getTime() - Date.parse(savedAt ?? openedAt ?? startedAt);
      const id = savedAt === null ? "onboarding.opened" : "onboarding.saved";
      return t(id, { ...count, ago: formats.span(since) });
    }
    case "SKIPPED_FOR_NOW":
      return t("onboarding.postponed", { ...count, day: day(skippedAt ?? startedAt) });
    case "COMPLETED": {
      const [days] = daysOf(row);
      return t("onboarding.completed", { ...count, days: days ?? 1 });
    }
    case "CANCELLED":
      return t("onboarding.cancelled");
    default:
      return t("onboarding.expired");
  }
}

/** Where the baseline is; null before it is its turn, and without one. */
export function baselineText({ t }: Texts, { baseline, questionnaire }: Onboarding): string | null {
  if (baseline === null) return null;
  switch (baseline.status) {
    case "COMPLETED":
      return t("onboarding.baselineComplete");
    case "CANCELLED":
      return t("onboarding.baselineWaived");
    default:
      return ["COMPLETED", "CANCELLED"].includes(questionnaire.status)
        ? t("onboarding.baselineOpen")
        : null;
  }
}

/** Says which assignments are blocked now; null if none is. */
export function blocksText({ t }: Texts, { blocks }: Onboarding): string | null {
  if (blocks.programs && blocks.nutrition) return t("onboarding.blockedBoth");
  if (blocks.programs) return t("onboarding.blockedPrograms");
  return blocks.nutrition ? t("onboarding.blockedNutrition") : null;
}

/** Reminders that were sent, and the next one at the client's place; null once everything is done without any. */
export function reminderText({ t, formats }: Texts, row: Onboarding): string | null {
  const { questionnaire, baseline, client } = row;
  const tasks = baseline === null ? [questionnaire] : [questionnaire, baseline];
  const zone = client.timezone;
  const count = tasks.reduce((sum, { remindersSent }) => sum + remindersSent, 0);
  const last = tasks
    .flatMap(({ lastReminderAt }) => lastReminderAt ?? [])
    .toSorted()
    .at(-1);
  const next = tasks.flatMap(({ nextReminderAt }) => nextReminderAt ?? []).toSorted()[0];
  if (last === undefined && next === undefined && row.tasks.done === row.tasks.all) return null;
  const sent =
    last === undefined
      ? t("onboarding.noReminder")
      : t("onboarding.reminded", { count, day: formats.day(new Date(last), zone) });
  if (next === undefined) return sent;
  const time = formats.moment(new Date(next), zone);
  return `${sent} ${t("onboarding.nextReminder", { time, place: placeOfZone(zone) })}`;
}

/** State of an invitation: the obstacle, or how long its link is open. */
export function invitationState(
  { t, formats }: Texts,
  invitation: Invitation,
  now: Date,
): InvitationState {
  const { status, expiresAt, sendAt, contact, createdAt, lastMail } = invitation;
  const left = Date.parse(expiresAt) - now.getTime();
  const sent = formats.day(new Date(lastMail?.triedAt ?? createdAt));
  const detail =
    contact.kind === "PHONE" ? t("onboarding.byLink") : t("onboarding.sentOn", { day: sent });
  const state = { tone: "", detail, isUndelivered: false };
  if (isUndelivered(invitation))
    return {
      tone: "urgent",
      tag: t("onboarding.undelivered"),
      detail: t("onboarding.bounced"),
      isUndelivered: true,
    };
  if (status === "SCHEDULED" && sendAt !== null) {
    const day = formats.day(new Date(sendAt));
    return { ...state, tag: t("onboarding.scheduled", { day }), detail: "" };
  }
  if (left <= 0) return { ...state, tone: "warn", tag: t("onboarding.linkExpired") };
  if (left < SOON_MS) {
    const day = formats.day(new Date(expiresAt));
    return { ...state, tone: "warn", tag: t("onboarding.expires", { day }) };
  }
  return { ...state, tag: t("onboarding.daysLeft", { days: Math.floor(left / DAY_MS) }) };
}

interface InvitationState {
  readonly tone: string;
  readonly tag: string;
  readonly detail: string;
  readonly isUndelivered: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const SOON_MS = 3 * DAY_MS;
