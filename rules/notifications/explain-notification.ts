import { NOTIFICATIONS } from "../../contract/notifications/notifications.ts";
import type {
  DeliveryStatus,
  NotificationCategory,
  NotificationOutcome,
  NotificationReason,
} from "../../contract/notifications/vocabulary.ts";
import { languageOf, type MessageLanguage } from "../../contract/language-of.ts";
import { writtenMoment } from "../written-time.ts";

/** Explains in the language of a BCP 47 tag why somebody was notified, or was not. */
export function explainNotification(
  notification: ExplainedNotification | null,
  locale: string | null,
): string {
  const language = languageOf(locale);
  if (notification === null) return NO_OCCASION[language];
  const { category, outcome, reason, timezone, deliverAfter, deliveries } = notification;
  const at = (sentence: Sentence, instant: string) =>
    sentence[language].replace("{when}", writtenMoment(new Date(instant), { timezone, language }));
  const [sentAt] = deliveries.flatMap((delivery) => delivery.sentAt ?? []).toSorted();
  if (sentAt !== undefined) return at(SENT, sentAt);
  const isGathered = reason === "SENT_TOGETHER" && NOTIFICATIONS[category].gatherMinutes > 0;
  if (isGathered && outcome === "SUPPRESS") return GATHERED[language];
  if (reason !== "ALLOWED" && outcome === "SUPPRESS") return WHY_NOT[reason][language];
  const waits = outcome === "DEFER" && deliverAfter !== null;
  if (!waits) return UNDER_WAY[language];
  return at(isGathered ? GATHERING : DEFERRED, deliverAfter);
}

/** The parts of a decision that are explained; instants are RFC 3339. */
export interface ExplainedNotification {
  readonly category: NotificationCategory;
  readonly outcome: NotificationOutcome;
  readonly reason: NotificationReason;
  readonly timezone: string;
  readonly deliverAfter: string | null;
  readonly deliveries: readonly {
    readonly status: DeliveryStatus;
    readonly sentAt: string | null;
  }[];
}

type Sentence = Record<MessageLanguage, string>;

const WHY_NOT: Record<Exclude<NotificationReason, "ALLOWED">, Sentence> = {
  QUIET_HOURS: {
    en: "This was not sent: your quiet hours covered the rest of its day.",
    de: "Das wurde nicht gesendet: Ihre Ruhezeit lag über dem Rest des Tages.",
  },
  MUTED: {
    en: "This was not sent: you have switched it off.",
    de: "Das wurde nicht gesendet: Sie haben es ausgeschaltet.",
  },
  NO_CHANNEL: {
    en: "This was not sent: neither push nor mail could reach you.",
    de: "Das wurde nicht gesendet: Sie waren weder per Push noch per E-Mail erreichbar.",
  },
  WINDOW_MISSED: {
    en: "This was not sent: its hours had passed.",
    de: "Das wurde nicht gesendet: Die Zeit dafür war vorbei.",
  },
  TAPERED: {
    en: "This was not sent: after the first week you are reminded on a few days only.",
    de: "Das wurde nicht gesendet: Nach der ersten Woche werden Sie nur noch an wenigen Tagen erinnert.",
  },
  ALREADY_TOLD: {
    en: "This was not sent: you were already notified of it on the same day.",
    de: "Das wurde nicht gesendet: Sie hatten am selben Tag schon davon gehört.",
  },
  RELATIONSHIP_INACTIVE: {
    en: "This was not sent: the coaching was paused or had ended.",
    de: "Das wurde nicht gesendet: Das Coaching war pausiert oder beendet.",
  },
  NOTHING_LEFT: {
    en: "This was not sent: there was nothing left for you to do about it.",
    de: "Das wurde nicht gesendet: Für Sie war nichts mehr zu tun.",
  },
  TOLD_OF_CLIENT: {
    en: "This was not sent separately: you were just notified about the same client, and it is in your inbox.",
    de: "Das wurde nicht eigens gesendet: Sie hatten gerade von derselben Person gehört, und es steht in Ihrem Posteingang.",
  },
  URGENT_STANDS: {
    en: "This was not sent: something urgent of the same client comes first.",
    de: "Das wurde nicht gesendet: Etwas Dringendes derselben Person geht vor.",
  },
  SENT_TOGETHER: {
    en: "This was not sent separately: one message was sent for several clients, and it is in your inbox.",
    de: "Das wurde nicht eigens gesendet: Eine Nachricht galt für mehrere Personen, und es steht in Ihrem Posteingang.",
  },
  IN_DIGEST: {
    en: "This was not sent separately: it was part of the daily overview.",
    de: "Das wurde nicht eigens gesendet: Es war Teil der täglichen Übersicht.",
  },
  RECIPIENT_INACTIVE: {
    en: "This was not sent: the account was not active or no longer took part.",
    de: "Das wurde nicht gesendet: Das Konto war nicht aktiv oder nicht mehr beteiligt.",
  },
};

const NO_OCCASION: Sentence = {
  en: "There was no reason to notify you.",
  de: "Dafür gab es keinen Anlass.",
};
const SENT: Sentence = { en: "This was sent on {when}.", de: "Das wurde am {when} gesendet." };
const DEFERRED: Sentence = {
  en: "This waits for the end of your quiet hours, on {when}.",
  de: "Das wartet auf das Ende Ihrer Ruhezeit, am {when}.",
};
const GATHERING: Sentence = {
  en: "This waits until {when}, so that several of its kind are one message.",
  de: "Das wartet bis zum {when}, damit mehreres dieser Art eine Nachricht wird.",
};
const GATHERED: Sentence = {
  en: "This was not sent separately: it was left to a message about several invitations.",
  de: "Das wurde nicht eigens gesendet: Es blieb einer Nachricht über mehrere Einladungen überlassen.",
};
const UNDER_WAY: Sentence = {
  en: "This is on its way. If it fails, it is retried.",
  de: "Das ist unterwegs. Wo es scheitert, wird es erneut versucht.",
};
