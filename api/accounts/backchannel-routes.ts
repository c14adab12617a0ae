import { z } from "zod";
import { endProviderSession } from "../../activities/accounts/sessions/end-provider-session.ts";
import { backchannelLogoutSchema } from "../../contract/accounts/session-schema.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { unmanaged, type Endpoint } from "../endpoint.ts";

/** A logout token is small, and the body contains nothing else. */
const BODY_LIMIT = 16 * 1024;

/** Routes that the identity provider calls. */
export const backchannelEndpoints: readonly Endpoint[] = [
  unmanaged({
    method: "POST",
    path: "/api/v1/auth/backchannel-logout",
    name: "receiveBackchannelLogout",
    summary: "Notify the service that a session has ended at the identity provider; repeatable",
    source: "OpenID Connect Back-Channel Logout 1.0, docs/rooms/accounts.md#sessions",
    access: "provider",
    traffic: "SIGN_OUT",
    bodyType: "form",
    body: backchannelLogoutSchema,
    bodyLimit: BODY_LIMIT,
    answer: z.strictObject({}),
    handle: async ({ body, request, deps }) => {
      const notice = await deps.verifyLogout(body.logout_token);
      const { requestId } = request;
      await transact(deps.database.em, (tx) =>
        endProviderSession(tx, { ...notice, requestId }, deps.hooks.sessions),
      );
      return {};
    },
  }),
];
