import type { AuthAuditEventType } from "../../../contract/accounts/vocabulary.ts";
import { MOST_OF_PERSON } from "../../../contract/sync/support/person-schema.ts";
import { appendAuthAudit } from "../../../db/accounts/append-auth-audit.ts";
import type { Invitation } from "../../../db/invitations/invitation.ts";
import { listInvitationsTo } from "../../../db/invitations/queries.ts";
import { findContactHolder } from "../../../db/accounts/registration/find-contact-holder.ts";
import {
  getPersonBelongings,
  type PersonBelongings,
} from "../../../db/sync/support/person/queries.ts";
import type { Tx } from "../../../db/transact.ts";
import type { Contact } from "../../../rules/accounts/normalize-contact.ts";
import type { SupportUser } from "../../../db/accounts/support/queries.ts";
import { readUser } from "../../accounts/read-user.ts";
import type { Operator } from "./audit-access.ts";

/** Who goes by a contact, and who was invited by it. */
export interface FoundPerson {
  /** Null where no account holds it. */
  readonly userId: string | null;
  readonly invitations: readonly Invitation[];
}

/**
 * The account that holds a contact, and the newest invitations to it, to an operator. That somebody looked, and whom was found,
 * is audited in the same transaction, also of a look in vain; the contact itself is not.
 */
export async function findPerson(
  tx: Tx,
  { contact, operator }: { readonly contact: Contact; readonly operator: Operator },
): Promise<FoundPerson> {
  const { kind, value } = contact;
  const email = kind === "EMAIL" ? value : null;
  const phone = kind === "PHONE" ? value : null;
  const userId = await findContactHolder(tx, { email, phone }, null);
  const { actor, reason, role } = operator;
  const eventType = "USER_SOUGHT" satisfies AuthAuditEventType;
  const metadata = { reason, role };
  await appendAuthAudit(tx, { userId, eventType, provider: null, actor, metadata });
  return { userId, invitations: await listInvitationsTo(tx, contact, MOST_OF_PERSON) };
}

/** A person as support sees one. */
export interface ReadPerson extends PersonBelongings {
  readonly account: SupportUser;
}

/**
 * Shows an account and what belongs to it to an operator, audited as a look at the account.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function readPerson(
  tx: Tx,
  { userId, operator }: { readonly userId: string; readonly operator: Operator },
): Promise<ReadPerson> {
  const { actor, reason, role } = operator;
  const account = await readUser(tx, { userId, actor, role, reason });
  return { account, ...(await getPersonBelongings(tx, userId)) };
}
