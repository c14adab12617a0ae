import type { InvitationTrouble } from "../../contract/invitations/vocabulary.ts";
import type { MessageLanguage } from "../../contract/language-of.ts";
import { writtenDay } from "../written-time.ts";

/**
 * The text of the e-mail to a coach about invitations that expire, have expired or could not be delivered. It names
 * each person, or their contact if the coach gave no name (docs/rooms/invitations.md#contacts).
 */
export function invitationNotice(
  invitations: readonly NoticedInvitation[],
  reading: { readonly language: MessageLanguage; readonly timezone: string },
): { readonly title: string; readonly body: readonly string[] } {
  const { title, several, body, more } = TEXTS[reading.language];
  const [first] = invitations;
  const kinds = TROUBLES.flatMap((trouble) => {
    const some = invitations.filter((one) => one.trouble === trouble);
    return some.length === 0 ? [] : [{ trouble, some }];
  });
  return {
    title:
      invitations.length === 1 && first !== undefined
        ? title[first.trouble](first.inviteeName ?? first.contact)
        : several(invitations.length),
    body: kinds.map(({ trouble, some }) => {
      const named = some.slice(0, MOST_NAMED).map((one) => personOf(one, reading));
      const rest = some.length - named.length;
      const people = rest === 0 ? named : [...named, more(rest)];
      return [body[trouble], ...people.map((one) => `• ${one}`)].join("\n");
    }),
  };
}

/** An invitation that needs its coach. */
export interface NoticedInvitation {
  readonly trouble: InvitationTrouble;
  /** The name that the coach gave, if any. */
  readonly inviteeName: string | null;
  readonly contact: string;
  readonly expiresAt: Date;
}

/** The more urgent first. */
const TROUBLES = ["BOUNCED", "EXPIRING", "EXPIRED"] as const satisfies InvitationTrouble[];

/** People who are named for each reason; a file has up to 200. */
const MOST_NAMED = 10;

function personOf(
  { trouble, inviteeName, contact, expiresAt }: NoticedInvitation,
  { language, timezone }: { readonly language: MessageLanguage; readonly timezone: string },
): string {
  const day = writtenDay(expiresAt, { language, timezone });
  const when = { BOUNCED: [], EXPIRED: [day], EXPIRING: [TEXTS[language].until(day)] };
  const details = [...(inviteeName === null ? [] : [contact]), ...when[trouble]];
  const who = inviteeName ?? contact;
  return details.length === 0 ? who : `${who} (${details.join(", ")})`;
}

interface NoticeTexts {
  readonly title: Readonly<Record<InvitationTrouble, (who: string) => string>>;
  readonly several: (count: number) => string;
  readonly body: Readonly<Record<InvitationTrouble, string>>;
  readonly until: (day: string) => string;
  readonly more: (count: number) => string;
}

const TEXTS: Readonly<Record<MessageLanguage, NoticeTexts>> = {
  en: {
    title: {
      EXPIRING: (who) => `Your invitation to ${who} expires soon`,
      EXPIRED: (who) => `Your invitation to ${who} has expired`,
      BOUNCED: (who) => `Your invitation to ${who} could not be delivered`,
    },
    several: (count) => `${count} of your invitations need your attention`,
    body: {
      EXPIRING:
        "Not accepted yet, and the link closes soon. If you send the invitation again, it is open for another 14 days:",
      EXPIRED: "Expired without an answer. You can send the invitation again:",
      BOUNCED:
        "The e-mail could not be delivered. Send the invitation again, check the address or pass the link on yourself:",
    },
    until: (day) => `until ${day}`,
    more: (count) => `and ${count} more`,
  },
  de: {
    title: {
      EXPIRING: (who) => `Ihre Einladung an ${who} läuft bald ab`,
      EXPIRED: (who) => `Ihre Einladung an ${who} ist abgelaufen`,
      BOUNCED: (who) => `Ihre Einladung an ${who} konnte nicht zugestellt werden`,
    },
    several: (count) => `${count} Ihrer Einladungen brauchen Ihre Aufmerksamkeit`,
    body: {
      EXPIRING:
        "Noch nicht angenommen, und der Link gilt nicht mehr lange. Wenn Sie die Einladung erneut senden, gilt sie wieder 14 Tage:",
      EXPIRED: "Ohne Antwort abgelaufen. Sie können die Einladung erneut senden:",
      BOUNCED:
        "Die E-Mail konnte nicht zugestellt werden. Senden Sie die Einladung erneut, prüfen Sie die Adresse oder geben Sie den Link selbst weiter:",
    },
    until: (day) => `bis ${day}`,
    more: (count) => `und ${count} weitere`,
  },
};
