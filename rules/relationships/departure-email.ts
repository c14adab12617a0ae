import { languageOf, type MessageLanguage } from "../../contract/language-of.ts";
import { PAGE_PATHS } from "../../contract/page-paths.ts";
import type { EmailContent } from "../accounts/email-content.ts";
import { ABOUT_COACHING, writeEmail } from "../accounts/write-email.ts";
import { coachAppLink } from "../workspaces/coach-app-link.ts";
import { placeOf } from "../workspaces/place-of.ts";
import { writtenDay } from "../written-time.ts";

/**
 * The mail to the other party of a relationship when a person asks for the deletion of their account, or calls it off.
 * It is sent while that person still has a name (docs/rooms/relationships.md#news).
 */
export function departureEmail(reader: DepartureReader): EmailContent {
  const { as, name, otherName, workspaceId, workspaceName } = reader;
  const { locale, timezone, goneAt, publicUrl } = reader;
  const language = languageOf(locale);
  const where = placeOf(workspaceName, [name, otherName]);
  const day = goneAt === null ? null : writtenDay(goneAt, { timezone, language });
  const words = { other: otherName, where };
  const written =
    day === null ? STAYS[as][language](words) : LEAVES[as][language]({ ...words, day });
  const { label, ...rest } = written;
  const own = `${publicUrl}${PAGE_PATHS.clientApp}`;
  const step = { label, url: as === "CLIENT" ? own : coachAppLink(publicUrl, workspaceId) };
  return writeEmail({ language, reader: name, ...rest, step, why: ABOUT_COACHING[language] });
}

/** The reader, and the person who leaves or stays. */
export interface DepartureReader {
  readonly as: "CLIENT" | "COACH";
  readonly name: string;
  /** BCP 47. */
  readonly locale: string | null;
  readonly timezone: string | null;
  readonly otherName: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  /** When the other account is deleted for good; null if the deletion was called off. */
  readonly goneAt: Date | null;
  /** Address of our pages. */
  readonly publicUrl: string;
}

interface Words {
  readonly other: string;
  /** Empty, or ` in` the workspace. */
  readonly where: string;
}
interface Written {
  readonly subject: string;
  readonly body: readonly string[];
  readonly label: string;
}
type Texts<In> = Record<DepartureReader["as"], Record<MessageLanguage, (words: In) => Written>>;

const LEAVES: Texts<Words & { readonly day: string }> = {
  COACH: {
    en: ({ other, where, day }) => ({
      subject: `${other} is leaving Sideline`,
      body: [
        `${other} asked for the deletion of the account. On ${day} the coaching${where} ends, and what ${other} recorded is erased.`,
        `Until then ${other} can call it off.`,
      ],
      label: "Open the app",
    }),
    de: ({ other, where, day }) => ({
      subject: `${other} verlässt Sideline`,
      body: [
        `${other} hat die Löschung des Kontos beantragt. Am ${day} endet das Coaching${where}, und alles Eingetragene wird gelöscht.`,
        `Bis dahin kann ${other} die Löschung zurücknehmen.`,
      ],
      label: "App öffnen",
    }),
  },
  CLIENT: {
    en: ({ other, where, day }) => ({
      subject: `${other} is leaving Sideline`,
      body: [
        `Your coach ${other} asked for the deletion of the account and stops coaching you${where} on ${day}, unless ${other} calls it off.`,
        "If the workspace has another coach, that coach takes over. Otherwise your coaching ends. Your account and everything you logged stay yours.",
      ],
      label: "See what is planned today",
    }),
    de: ({ other, where, day }) => ({
      subject: `${other} verlässt Sideline`,
      body: [
        `Ihr Coach ${other} hat die Löschung des Kontos beantragt und coacht Sie${where} nur noch bis zum ${day}, sofern ${other} das nicht zurücknimmt.`,
        "Hat der Arbeitsbereich einen weiteren Coach, übernimmt dieser. Sonst endet Ihr Coaching. Ihr Konto und alles Eingetragene behalten Sie.",
      ],
      label: "Plan für heute ansehen",
    }),
  },
};

const STAYS: Texts<Words> = {
  COACH: {
    en: ({ other, where }) => ({
      subject: `${other} stays with Sideline`,
      body: [`${other} called off the deletion of the account. The coaching${where} goes on.`],
      label: "Open the app",
    }),
    de: ({ other, where }) => ({
      subject: `${other} bleibt bei Sideline`,
      body: [
        `${other} hat die Löschung des Kontos zurückgenommen. Das Coaching${where} geht weiter.`,
      ],
      label: "App öffnen",
    }),
  },
  CLIENT: {
    en: ({ other, where }) => ({
      subject: `${other} stays your coach`,
      body: [`${other} called off the deletion of the account. Your coaching${where} goes on.`],
      label: "See what is planned today",
    }),
    de: ({ other, where }) => ({
      subject: `${other} bleibt Ihr Coach`,
      body: [
        `${other} hat die Löschung des Kontos zurückgenommen. Ihr Coaching${where} geht weiter.`,
      ],
      label: "Plan für heute ansehen",
    }),
  },
};

/** A person asked for the deletion of the account, or called it off: the event for each of their partners. */
export type DepartureEvent = "PartnerDeletionRequested" | "PartnerDeletionCancelled";
