import type { CsvFault, CsvOutcome } from "../../contract/invitations/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { attempt } from "../../db/platform/savepoint.ts";
import type { Tx } from "../../db/transact.ts";
import type { Contact } from "../../rules/accounts/normalize-contact.ts";
import type { InviteeLine } from "../../rules/invitations/read-invitees.ts";
import { type ClientInvite, openInvitation } from "./invite-client.ts";

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
  readonly retryAfterSeconds: number | null;
}

/**
 * Invites the people of a file in its order, each as if invited alone, in one transaction: a line that is refused leaves
 * nothing and holds no other up. What is beyond a limit is not kept: the file can be sent again, and who is invited then
 * is answered as standing (docs/rules.md#invitations-csv).
 *
 * @throws Refusal WORKSPACE_SUSPENDED, VALIDATION_FAILED for a questionnaire that the workspace cannot assign.
 */
export async function inviteByCsv(tx: Tx, input: CsvInvite): Promise<readonly CsvLineOutcome[]> {
  const { lines, ...invite } = input;
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
  const nothing = { line, invitationId: null, contact: null, fault, retryAfterSeconds: null };
  if (fault !== null) return { ...nothing, outcome: "INVALID" };
  const { contact, name } = one;
  const tried = await attempt(tx, () => openInvitation(tx, { ...invite, contact, name }));
  const told = { ...nothing, contact };
  if (tried.kind === "DONE") {
    const { invitation, isNew } = tried.result;
    return { ...told, invitationId: invitation.id, outcome: isNew ? "INVITED" : "STANDING" };
  }
  if (!(tried.fault instanceof Refusal)) throw tried.fault;
  const { code, details } = tried.fault;
  switch (code) {
    case "ALREADY_CLIENT":
      return { ...told, outcome: "ALREADY_CLIENT" };
    case "STATE_CONFLICT":
      return { ...told, outcome: "TOO_MANY_OPEN" };
    case "RATE_LIMITED": {
      const { retryAfterSeconds = null } = details;
      return { ...told, outcome: "OVER_LIMIT", retryAfterSeconds };
    }
    default:
      throw tried.fault;
  }
}
