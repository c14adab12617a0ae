import {
  type CsvOutcome,
  FIRST_GENERATION,
  INVITATION_MAILS_PER_DAY,
} from "../../contract/invitations/vocabulary.ts";
import type { Contact } from "../accounts/normalize-contact.ts";
import { scheduledFor } from "./invitation-window.ts";

/** A line that waits, with the invitation made for it; null for a contact that is kept no more. */
export interface LineToJudge {
  readonly line: number;
  readonly invitationId: string;
  readonly contact: Contact | null;
}

/** An invitation of a contact that stands. */
export interface KnownInvitation {
  readonly id: string;
  readonly generation: number;
  readonly isScheduled: boolean;
  readonly sendAt: Date | null;
}

/** What the lines of a slice are judged by, as it stands under their locks. */
export interface LineLimits {
  /** Contacts that are clients of the workspace. */
  readonly clients: ReadonlySet<string>;
  /** What stands, by contact. */
  readonly standing: ReadonlyMap<string, KnownInvitation>;
  /** How many more invitations may stand open. */
  readonly openLeft: number;
  /** How many more the coach may send now: none while coach or workspace are suspended. */
  readonly sendsLeft: number;
  /** How often each recipient was mailed within the day, by contact. */
  readonly mailed: ReadonlyMap<string, number>;
  /** How many the coach has scheduled before, and sends in a day. */
  readonly scheduled: { readonly before: number; readonly perDay: number };
}

/** What becomes of a line, and which invitation it comes to. */
export interface JudgedLine {
  readonly line: number;
  readonly outcome: CsvOutcome;
  /** The line's own invitation, one that stands, or none. */
  readonly invitation: Pick<KnownInvitation, "id" | "generation"> | null;
  /** From when it is sent, where it is scheduled. */
  readonly sendAt: Date | null;
}

/**
 * Judges lines in the order of their file, each as if it were invited alone after those before it
 * (docs/rooms/invitations.md#csv).
 */
export function judgeLines(
  lines: readonly LineToJudge[],
  limits: LineLimits,
  now: Date,
): readonly JudgedLine[] {
  const { clients, scheduled } = limits;
  const standing = new Map(limits.standing);
  let { openLeft, sendsLeft } = limits;
  let { before } = scheduled;
  return lines.map(({ line, invitationId, contact }): JudgedLine => {
    const none = { line, invitation: null, sendAt: null };
    if (contact === null) return { ...none, outcome: "INVALID" };
    const { kind, value } = contact;
    if (clients.has(value)) return { ...none, outcome: "ALREADY_CLIENT" };
    const found = standing.get(value);
    if (found?.isScheduled === false) return { ...none, invitation: found, outcome: "STANDING" };
    if (found === undefined && openLeft <= 0) return { ...none, outcome: "TOO_MANY_OPEN" };
    if (found === undefined) openLeft -= 1;
    const invitation = found ?? { id: invitationId, generation: FIRST_GENERATION };
    const isMailed = kind === "PHONE" || (limits.mailed.get(value) ?? 0) < INVITATION_MAILS_PER_DAY;
    if (sendsLeft > 0 && isMailed) {
      sendsLeft -= 1;
      standing.set(value, { ...invitation, isScheduled: false, sendAt: null });
      return { ...none, invitation, outcome: "INVITED" };
    }
    const sendAt = found?.sendAt ?? scheduledFor({ ...scheduled, before }, now);
    if (found === undefined) before += 1;
    standing.set(value, { ...invitation, isScheduled: true, sendAt });
    return { line, invitation, sendAt, outcome: "SCHEDULED" };
  });
}
