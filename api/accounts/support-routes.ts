import type { z } from "zod";
import {
  grantSupport,
  revokeSupportGrant,
} from "../../activities/accounts/support/grant-support.ts";
import { readUser } from "../../activities/accounts/read-user.ts";
import { endSessions } from "../../activities/accounts/support/end-sessions.ts";
import { reinstateUser, suspendUser } from "../../activities/accounts/support/suspend-user.ts";
import {
  accountActSchema,
  accountStateSchema,
  endedSessionsSchema,
  grantParamsSchema,
  sessionsEndingSchema,
  supportGrantingSchema,
  supportGrantPageSchema,
  supportGrantSchema,
  supportUserSchema,
  userParamsSchema,
} from "../../contract/accounts/support-schema.ts";
import { pageQuerySchema } from "../../contract/wire.ts";
import type { SupportGrant } from "../../db/accounts/support-grant.ts";
import { listSupportGrants } from "../../db/accounts/support/queries.ts";
import type { User } from "../../db/accounts/user.ts";
import { principalOf } from "../guard/principal-of.ts";
import type { OperatorAccess } from "../guard/caller.ts";
import type { ApiDeps } from "../api-deps.ts";
import { aboutNobodyElse } from "../about.ts";
import { act, type Endpoint, read, type RequestFacts } from "../endpoint.ts";
import { readIdPage } from "../id-page.ts";

const source = "docs/rooms/accounts.md#statuses, docs/rooms/wire.md#support-access";
const usersPath = "/api/v1/admin/users/{userId}";
const grantsPath = "/api/v1/admin/support-grants";

const user = act({
  method: "GET",
  path: usersPath,
  name: "readUser",
  summary: "Account as support sees it; needs a reason, audited",
  source,
  access: "support",
  permission: "users.read",
  needsReason: true,
  params: userParamsSchema,
  answer: supportUserSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "none",
  handle: async ({ tx, granted, params, request, deps }) => {
    const { role, reason } = granted;
    const actor = principalOf(granted, request, deps).key;
    const reading = { userId: params.userId, actor, role, reason: reason ?? "" };
    const { id, ...rest } = await readUser(tx, reading);
    return { userId: id, ...rest, roles: [...rest.roles] };
  },
});

const suspend = act({
  method: "POST",
  path: `${usersPath}/suspend`,
  name: "suspendUser",
  summary: "Suspend an account; its sessions and devices end immediately",
  source,
  access: "support",
  permission: "users.suspend",
  params: userParamsSchema,
  body: accountActSchema,
  answer: accountStateSchema,
  refusals: ["NOT_FOUND", "STATE_CONFLICT"],
  idempotency: "key",
  about: ({ params: { userId } }) => [userId],
  handle: async ({ tx, granted, params, body, request, deps }) =>
    presentAccountState(
      await suspendUser(tx, accountAct({ granted, params, body, request, deps }), deps.hooks),
    ),
});

const reinstate = act({
  method: "POST",
  path: `${usersPath}/reinstate`,
  name: "reinstateUser",
  summary: "Reinstate a suspended user, who then signs in again",
  source,
  access: "support",
  permission: "users.suspend",
  params: userParamsSchema,
  body: accountActSchema,
  answer: accountStateSchema,
  refusals: ["NOT_FOUND", "STATE_CONFLICT"],
  idempotency: "key",
  about: ({ params: { userId } }) => [userId],
  handle: async ({ tx, granted, params, body, request, deps }) =>
    presentAccountState(
      await reinstateUser(tx, accountAct({ granted, params, body, request, deps }), deps.hooks),
    ),
});

const sessions = act({
  method: "POST",
  path: "/api/v1/support/users/{userId}/sessions/end",
  name: "endSessionsForSupport",
  summary: "End one session of a person, or all of them; a repeated request finds none",
  source,
  access: "support",
  permission: "sessions.end",
  params: userParamsSchema,
  body: sessionsEndingSchema,
  answer: endedSessionsSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "key",
  about: ({ params: { userId } }) => [userId],
  handle: async ({ tx, granted, params, body, request, deps }) => {
    const deed = accountAct({ granted, params, body, request, deps });
    const ending = { ...deed, sessionId: body.sessionId };
    const endedSessions = await endSessions(tx, ending, deps.hooks.sessions);
    return { userId: params.userId, endedSessions };
  },
});

const grants = read({
  method: "GET",
  path: grantsPath,
  name: "listSupportGrants",
  summary: "Permissions of support staff, newest first",
  source,
  access: "admin",
  query: pageQuerySchema,
  answer: supportGrantPageSchema,
  handle: async ({ em, query, deps }) => {
    const list = { deps, scope: "support-grants" };
    const { rows, nextCursor } = await readIdPage(list, query, (page) =>
      listSupportGrants(em, page),
    );
    return { items: rows.map(presentGrant), nextCursor };
  },
});

const grant = act({
  method: "POST",
  path: grantsPath,
  name: "grantSupport",
  summary: "Grant a permission to a member of support; if already granted, that grant is returned",
  source,
  access: "admin",
  body: supportGrantingSchema,
  answer: supportGrantSchema,
  status: 201,
  idempotency: "key",
  about: aboutNobodyElse,
  handle: async ({ tx, granted, body, request, deps }) => {
    const { issuer } = granted.identity;
    const actor = principalOf(granted, request, deps).key;
    return presentGrant(await grantSupport(tx, { ...body, issuer, actor }));
  },
});

const revokeGrant = act({
  method: "POST",
  path: `${grantsPath}/{grantId}/revoke`,
  name: "revokeSupportGrant",
  summary: "Revoke a permission; repeatable",
  source,
  access: "admin",
  params: grantParamsSchema,
  body: accountActSchema,
  answer: supportGrantSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "none",
  handle: async ({ tx, granted, params, body, request, deps }) => {
    const actor = principalOf(granted, request, deps).key;
    return presentGrant(await revokeSupportGrant(tx, { ...params, ...body, actor }));
  },
});

function accountAct(input: {
  readonly granted: OperatorAccess;
  readonly params: { readonly userId: string };
  readonly body: { readonly reason: string };
  readonly request: RequestFacts;
  readonly deps: ApiDeps;
}) {
  const { granted, params, body, request, deps } = input;
  const actor = principalOf(granted, request, deps).key;
  const { requestId } = request;
  return { userId: params.userId, reason: body.reason, role: granted.role, actor, requestId };
}

function presentAccountState({ id, status, updatedAt }: User): z.output<typeof accountStateSchema> {
  return { userId: id, status, updatedAt: updatedAt.toISOString() };
}

function presentGrant(row: SupportGrant): z.output<typeof supportGrantSchema> {
  const { id, subject, permission, reason, grantedBy, grantedAt, revokedAt } = row;
  return {
    grantId: id,
    subject,
    permission,
    reason,
    grantedBy,
    grantedAt: grantedAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

/** Routes of administration and support for accounts. */
export const supportEndpoints: readonly Endpoint[] = [
  user,
  suspend,
  reinstate,
  sessions,
  grants,
  grant,
  revokeGrant,
];
