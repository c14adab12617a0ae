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
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import type { Contact } from "../../../rules/accounts/normalize-contact.ts";
import type { SupportUser } from "../../../db/accounts/support/queries.ts";
import { readUser } from "../../accounts/read-user.ts";
import type { Operator } from "./audit-access.ts";
import { limitContactLookups } from "./limit-contact-lookups.ts";

/** A person as support sees them. */
export interface ReadPerson extends PersonBelongings {
  readonly account: SupportUser;
}

/** The account that has a contact, and the invitations to it. */
export interface FoundPerson {
  /** Null if no account has it. */
  readonly userId: string | null;
  readonly invitations: readonly Invitation[];
}

/**
 * Shows an operator the account that has a contact, and the newest invitations to it. The search and its result are
 * audited in the same transaction, even without a match; the contact itself is not.
 *
 * @throws Refusal RATE_LIMITED.
 */
export async function findPerson(
  tx: Tx,
  { contact, operator }: { readonly contact: Contact; readonly operator: Operator },
): Promise<FoundPerson> {
  const { actor, reason, role } = operator;
  await limitContactLookups(tx, actor);
  const { kind, value } = contact;
  const email = kind === "EMAIL" ? value : null;
  const phone = kind === "PHONE" ? value : null;
  const userId = await findContactHolder(tx, { email, phone }, null);
  const eventType = "USER_SOUGHT" satisfies AuthAuditEventType;
  const metadata = { reason, role };
  await appendAuthAudit(tx, { userId, eventType, provider: null, actor, metadata });
  return { userId, invitations: await listInvitationsTo(tx, contact, MOST_OF_PERSON) };
}

/**
 * Shows an account and its belongings to an operator; audited as a read of the account.
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
