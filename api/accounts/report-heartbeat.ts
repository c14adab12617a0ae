import { reportSession } from "../../activities/accounts/sessions/report-session.ts";
import type { Heartbeat } from "../../contract/accounts/session-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { SessionView } from "../../db/accounts/sessions/queries.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { networkOf } from "../../rules/accounts/network-of.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { RequestFacts } from "../endpoint.ts";
import type { Caller } from "../guard/caller.ts";
import { keyedHash } from "../keyed-hash.ts";

/** Records a heartbeat. @throws Refusal APP_ROLE_MISMATCH when it names another app than the token's. */
export async function reportHeartbeat(
  tx: Tx,
  beat: {
    readonly caller: Caller;
    readonly body: Heartbeat;
    readonly request: RequestFacts;
    readonly deps: ApiDeps;
  },
): Promise<SessionView> {
  const { caller, body, request, deps } = beat;
  if (body.clientApp !== caller.surface) throw new Refusal("APP_ROLE_MISMATCH");
  const { userId, appSessionId, identity } = caller;
  return reportSession(tx, {
    userId,
    appSessionId,
    provider: identity.provider,
    deviceIdHash: keyedHash(deps.keys.hash, "device", body.deviceId),
    ipHash: keyedHash(deps.keys.hash, "address", request.address),
    network: networkOf(request.address),
    appVersion: body.appVersion,
    pushTokenId: body.pushTokenId ?? null,
    requestId: request.requestId,
  });
}
