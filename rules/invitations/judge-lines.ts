import {
  type CsvFault,
  type CsvOutcome,
  FIRST_GENERATION,
  INVITATION_MAILS_PER_DAY,
} from "../../contract/invitations/vocabulary.ts";
import type { Contact } from "../accounts/normalize-contact.ts";
import { scheduledFor } from "./invitation-expiry.ts";

/**
 * Judges lines in file order, each as if it were invited alone after the earlier ones
 * (docs/rooms/invitations.md#csv).
 */
export function judgeLines(
  lines: readonly LineToJudge[],
  limits: LineLimits,
  now: Date,
): readonly JudgedLine[] {
  const { clients, members, scheduled } = limits;
  const known = new Map(limits.known);
  let { openLeft, sendsLeft } = limits;
  let { before } = scheduled;
  return lines.map(({ line, invitationId, contact }): JudgedLine => {
    const none = { line, invitation: null, sendAt: null, fault: null };
    if (contact === null) return { ...none, outcome: "INVALID", fault: "contact" };
    const { kind, value } = contact;
    if (members.has(value)) return { ...none, outcome: "INVALID", fault: "member" };
    if (clients.has(value)) return { ...none, outcome: "ALREADY_CLIENT" };
    const found = known.get(value);
    if (found?.isScheduled === false) return { ...none, invitation: found, outcome: "STANDING" };
    if (found === undefined && openLeft <= 0) return { ...none, outcome: "TOO_MANY_OPEN" };
    if (found === undefined) openLeft -= 1;
    const invitation = found ?? { id: invitationId, generation: FIRST_GENERATION };
    const isMailed = kind === "PHONE" || (limits.mailed.get(value) ?? 0) < INVITATION_MAILS_PER_DAY;
    if (sendsLeft > 0 && isMailed) {
      sendsLeft -= 1;
      known.set(value, { ...invitation, isScheduled: false, sendAt: null });
      return { ...none, invitation, outcome: "INVITED" };
    }
    const sendAt = found?.sendAt ?? scheduledFor({ ...scheduled, before }, now);
    if (found === undefined) before += 1;
    known.set(value, { ...invitation, isScheduled: true, sendAt });
    return { ...none, invitation, sendAt, outcome: "SCHEDULED" };
  });
}

/** A waiting line with the invitation made for it; null if its contact was deleted. */
export interface LineToJudge {
  readonly line: number;
  readonly invitationId: string;
  readonly contact: Contact | null;
}

/** An open invitation of a contact. */
export interface KnownInvitation {
  readonly id: string;
  readonly generation: number;
  readonly isScheduled: boolean;
  readonly sendAt: Date | null;
}

/** The limits for the lines of a slice, read under their locks. */
export interface LineLimits {
  /** Contacts that are already clients of the workspace. */
  readonly clients: ReadonlySet<string>;
  /** Contacts of members who do not own the workspace. */
  readonly members: ReadonlySet<string>;
  /** Open invitations by contact. */
  readonly known: ReadonlyMap<string, KnownInvitation>;
  /** How many more invitations may be open. */
  readonly openLeft: number;
  /** How many more the coach may send now: none while coach or workspace is suspended. */
  readonly sendsLeft: number;
  /** How many mails each contact received within the day. */
  readonly mailed: ReadonlyMap<string, number>;
  /** How many the coach has scheduled already, and sends in a day. */
  readonly scheduled: { readonly before: number; readonly perDay: number };
}

/** The outcome of a line, and its invitation. */
export interface JudgedLine {
  readonly line: number;
  readonly outcome: CsvOutcome;
  /** The line's own invitation, an already open one, or none. */
  readonly invitation: Pick<KnownInvitation, "id" | "generation"> | null;
  /** When it is sent, if scheduled. */
  readonly sendAt: Date | null;
  /** Why it is INVALID; null otherwise. */
  readonly fault: CsvFault | null;
}
