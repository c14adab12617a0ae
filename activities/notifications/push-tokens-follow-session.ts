import { retirePushTokens } from "../../db/notifications/retire-push-tokens.ts";
import type { SessionHook } from "../accounts/sessions/session-hook.ts";

/** A push token belongs to one session and is retired with it. */
export const pushTokensFollowSession: SessionHook = {
  async ended(tx, { sessionIds }) {
    const which = { kind: "SESSIONS", sessionIds } as const;
    await retirePushTokens(tx, { which, reason: "SESSION_ENDED" });
    return {};
  },
};
