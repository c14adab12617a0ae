import type { z } from "zod";
import { requestAccountDeletion } from "../../activities/privacy/request-account-deletion.ts";
import { cancelAccountDeletion } from "../../activities/privacy/cancel-account-deletion.ts";
import { accountDeletionSchema, requestedDeletionSchema } from "../../contract/privacy/schema.ts";
import type { User } from "../../db/accounts/user.ts";
import { deletionDueAt } from "../../rules/accounts/deletion-due-at.ts";
import { aboutNobodyElse } from "../about.ts";
import { act, type Endpoint } from "../endpoint.ts";
import { purgeOrdersFor, revealAckTokens } from "../sync/purge/purge-orders-for.ts";

const source = "docs/rooms/accounts.md#deletion";
const path = "/api/v1/auth/account-deletion";

const request = act({
  method: "POST",
  path,
  name: "requestAccountDeletion",
  summary: "Delete your account in 14 days; sessions and devices end immediately",
  source,
  access: "user",
  admitsClientOnWeb: true,
  answer: requestedDeletionSchema,
  refusals: ["STATE_CONFLICT"],
  needsFreshSignIn: true,
  idempotency: "key",
  about: aboutNobodyElse,
  handle: async ({ tx, granted: { caller }, request: { requestId }, deps }) => {
    const { userId } = caller;
    const { user, sessionIds } = await requestAccountDeletion(
      tx,
      { userId, requestId },
      deps.hooks.sessions,
    );
    const purgeOrders = await purgeOrdersFor(tx, deps, { sessionIds });
    return { ...presentDeletion(user), purgeOrders };
  },
  reveal: revealAckTokens,
});

const cancel = act({
  method: "POST",
  path: `${path}/cancel`,
  name: "cancelAccountDeletion",
  summary: "Cancel the deletion of your account, after a new sign-in",
  source,
  access: "user",
  admitsClientOnWeb: true,
  admitsPendingDeletion: true,
  answer: accountDeletionSchema,
  idempotency: "key",
  about: aboutNobodyElse,
  handle: async ({ tx, granted: { caller }, request: { requestId } }) => {
    return presentDeletion(await cancelAccountDeletion(tx, { userId: caller.userId, requestId }));
  },
});

function presentDeletion(user: User): z.output<typeof accountDeletionSchema> {
  const { status, deletionRequestedAt } = user;
  return {
    status,
    deletionRequestedAt: deletionRequestedAt?.toISOString() ?? null,
    deletionAt: deletionRequestedAt ? deletionDueAt(deletionRequestedAt).toISOString() : null,
  };
}

/** Routes of deleting an account. */
export const accountDeletionEndpoints: readonly Endpoint[] = [request, cancel];
