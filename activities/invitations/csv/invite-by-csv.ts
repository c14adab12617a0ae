import type { CsvFault, CsvOutcome } from "../../../contract/invitations/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { lockUser } from "../../../db/accounts/guard/lock-rows.ts";
import { lockScheduledInvitations } from "../../../db/invitations/lock-rows.ts";
import { attempt } from "../../../db/platform/savepoint.ts";
import { lockWorkspace } from "../../../db/workspaces/lock-rows.ts";
import type { Invitation } from "../../../db/invitations/invitation.ts";
import type { Tx } from "../../../db/transact.ts";
import type { Contact } from "../../../rules/accounts/normalize-contact.ts";
import type { InviteeLine } from "../../../rules/invitations/read-invitees.ts";
import { openInvitation } from "../invite-client.ts";
import { holdRecipients } from "../limit-invitations.ts";
import type { ClientInvite } from "../prepare-invitation.ts";
import { scheduleInvitation } from "./schedule-invitation.ts";

/** People of a file whom a coach invites. */
export interface CsvInvite extends Omit<ClientInvite, "contact" | "name"> {
  readonly lines: readonly InviteeLine[];
}

/** What became of a line. */
export interface CsvLineOutcome {
  readonly line: number;
  readonly outcome: CsvOutcome;
  readonly invitationId: string | null;
  readonly contact: Contact | null;
  readonly fault: CsvFault | null;
  /** From when an invitation that is SCHEDULED is sent. */
  readonly sendAt: Date | null;
}

/**
 * Invites the people of a file in its order, each as if invited alone, in one transaction: a line that is refused leaves
 * nothing and holds no other up. What is beyond a limit is scheduled for the days that follow; the file sent again, who
 * is invited by then is answered as standing (docs/rules.md#invitations-csv).
 *
 * @throws Refusal WORKSPACE_SUSPENDED, VALIDATION_FAILED for a questionnaire that the workspace cannot assign.
 */
export async function inviteByCsv(tx: Tx, input: CsvInvite): Promise<readonly CsvLineOutcome[]> {
  const { lines, ...invite } = input;
  const { workspaceId, invitedByUserId, invitationKey } = invite;
  // Each line would lock its own, and from the second on behind those of the first (docs/architecture.md#lock-order).
  await lockUser(tx, invitedByUserId);
  const contacts = lines.flatMap((one) => (one.fault === null ? [one.contact] : []));
  await lockScheduledInvitations(tx, { workspaceId, contacts });
  await lockWorkspace(tx, workspaceId);
  const emails = contacts.flatMap(({ kind, value }) => (kind === "EMAIL" ? [value] : []));
  await holdRecipients(tx, { emails, invitationKey });
  const outcomes: CsvLineOutcome[] = [];
  for (const one of lines) outcomes.push(await inviteLine(tx, invite, one));
  return outcomes;
}

async function inviteLine(
  tx: Tx,
  invite: Omit<CsvInvite, "lines">,
  one: InviteeLine,
): Promise<CsvLineOutcome> {
  const { line, fault } = one;
  const nothing = { line, invitationId: null, contact: null, fault, sendAt: null };
  if (fault !== null) return { ...nothing, outcome: "INVALID" };
  const { contact, name } = one;
  const tried = await attempt(tx, () => inviteOrSchedule(tx, { ...invite, contact, name }));
  const told = { ...nothing, contact };
  if (tried.kind === "DONE") {
    const { invitation, outcome } = tried.result;
    return { ...told, outcome, invitationId: invitation.id, sendAt: invitation.sendAt };
  }
  if (!(tried.fault instanceof Refusal)) throw tried.fault;
  switch (tried.fault.code) {
    case "ALREADY_CLIENT":
      return { ...told, outcome: "ALREADY_CLIENT" };
    case "STATE_CONFLICT":
      return { ...told, outcome: "TOO_MANY_OPEN" };
    default:
      throw tried.fault;
  }
}

async function inviteOrSchedule(
  tx: Tx,
  invite: ClientInvite,
): Promise<{ readonly invitation: Invitation; readonly outcome: CsvOutcome }> {
  const tried = await attempt(tx, () => openInvitation(tx, invite));
  if (tried.kind === "DONE") {
    const { invitation, isNew } = tried.result;
    return { invitation, outcome: isNew ? "INVITED" : "STANDING" };
  }
  const { fault } = tried;
  if (!(fault instanceof Refusal) || fault.code !== "RATE_LIMITED") throw fault;
  const invitation = await scheduleInvitation(tx, invite);
  return { invitation, outcome: invitation.status === "SCHEDULED" ? "SCHEDULED" : "STANDING" };
}
