import { readAuthEvents } from "../../../activities/sync/support/read-auth-events.ts";
import { findPerson, readPerson } from "../../../activities/sync/support/read-person.ts";
import { userParamsSchema } from "../../../contract/accounts/support-schema.ts";
import {
  findPersonSchema,
  foundPersonSchema,
  supportAuthEventsSchema,
  supportPersonSchema,
} from "../../../contract/sync/support/person-schema.ts";
import { newestEmails } from "../../../db/outbox/queries.ts";
import { clockNow } from "../../../db/platform/transactions/transact.ts";
import { contactOf } from "../../accounts/contact-of.ts";
import { act, type Endpoint } from "../../endpoint.ts";
import { presentSupportInvitation } from "../../invitations/present-invitation.ts";
import { alarmLookups } from "./alarm-lookups.ts";
import { operatorOf } from "./operator-of.ts";

const source = "docs/rooms/wire.md#support-access";

/** POST with a body, so that no contact appears in a URL or an access log. */
const find = act({
  method: "POST",
  path: "/api/v1/support/people/find",
  name: "findPerson",
  summary: "The account with a contact, and invitations to it; needs a reason, audited",
  source,
  access: "support",
  permission: "users.read",
  needsReason: true,
  body: findPersonSchema,
  answer: foundPersonSchema,
  idempotency: "none",
  handle: async ({ tx, body, ...input }) => {
    const contact = contactOf(body);
    const { deps, request } = input;
    const { userId, invitations } = await alarmLookups(deps, request.requestId, () =>
      findPerson(tx, { contact, operator: operatorOf(input) }),
    );
    const emails = await newestEmails(
      tx,
      invitations.map(({ id }) => id),
    );
    const now = await clockNow(tx);
    const shown = invitations.map((one) =>
      presentSupportInvitation(one, emails.get(one.id) ?? null, now),
    );
    return { userId, invitations: shown };
  },
});

const person = act({
  method: "GET",
  path: "/api/v1/support/users/{userId}",
  name: "readSupportPerson",
  summary:
    "A person's account, memberships, devices, mails, sign-ins, sessions and onboarding; audited",
  source,
  access: "support",
  permission: "users.read",
  needsReason: true,
  params: userParamsSchema,
  answer: supportPersonSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "none",
  handle: async ({ tx, params, ...input }) => {
    const seen = await readPerson(tx, { ...params, operator: operatorOf(input) });
    const { account, workspaces, relationships, devices, mails, letters: emails } = seen;
    const { signIns, sessions, onboarding } = seen;
    const { id: userId, roles, ...rest } = account;
    return {
      account: { userId, roles: [...roles], ...rest },
      workspaces: [...workspaces],
      relationships: [...relationships],
      devices: [...devices],
      mails: [...mails],
      letters: [...emails],
      signIns: [...signIns],
      sessions: [...sessions],
      onboarding: [...onboarding],
    };
  },
});

const authEvents = act({
  method: "GET",
  path: "/api/v1/support/users/{userId}/auth-events",
  name: "listAuthEvents",
  summary: "Types and instants of a person's auth audit, newest first; needs a reason, audited",
  source,
  access: "support",
  permission: "auth-audit.read",
  needsReason: true,
  params: userParamsSchema,
  answer: supportAuthEventsSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "none",
  handle: async ({ tx, params, ...input }) => {
    const events = await readAuthEvents(tx, { ...params, operator: operatorOf(input) });
    return { items: events };
  },
});

/** Support routes from a contact to a person and their records. */
export const supportPersonEndpoints: readonly Endpoint[] = [find, person, authEvents];
