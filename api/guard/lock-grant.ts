import { lockAccountState } from "../../activities/accounts/lock-account-state.ts";
import { lockLogin } from "../../activities/providers/lock-login.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { AccountStateRow } from "../../db/accounts/guard/queries.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { refuseClosed } from "./authorize.ts";
import type { Caller, ProviderIdentity } from "./caller.ts";
import type { Access, Granted } from "./access.ts";
import type { Endpoint } from "../endpoint.ts";
import { refuseClosedWorkspace } from "./refuse-closed-workspace.ts";

/**
 * Locks the guard's findings in the acting transaction. If the route needs no user, the act itself locks the account.
 *
 * @throws Refusal as the guard does, if a right was withdrawn meanwhile.
 */
export async function lockGrant(
  tx: Tx,
  endpoint: Endpoint,
  granted: Granted[Access],
): Promise<void> {
  if ("identity" in granted) return lockStranger(tx, granted);
  if (!("caller" in granted)) return;
  const { userId, appSessionId } = granted.caller;
  const workspaceId = workspaceOf(granted);
  const changesWorkspace = endpoint.kind === "act" && endpoint.changesWorkspace === true;
  const accountState = await lockAccountState(tx, {
    userId,
    appSessionId,
    workspaceId,
    changesWorkspace,
  });
  refuseClosed(accountState, endpoint);
  if (accountState.sessionEnded && endpoint.admitsEndedSession !== true)
    throw new Refusal("UNAUTHENTICATED");
  if (workspaceId !== null) refuseLostPlace(accountState, endpoint);
}

/**
 * Orders a new login against a concurrent change of the provider: either it sees a disable, or the disable ends it.
 * If the provider changed since the judgement, the caller must retry.
 */
async function lockStranger(
  tx: Tx,
  { caller, identity }: { readonly caller: Caller | null; readonly identity: ProviderIdentity },
): Promise<void> {
  if (caller === null && !(await lockLogin(tx, identity))) throw new Refusal("UNAVAILABLE");
}

/** The workspace whose membership the grant requires. */
function workspaceOf(granted: Granted[Access]): string | null {
  if ("workspace" in granted) return granted.workspace.workspaceId;
  const asCoach = "relationship" in granted && granted.relationship.as === "COACH";
  return asCoach ? granted.relationship.workspaceId : null;
}

function refuseLostPlace({ role, workspaceStatus }: AccountStateRow, endpoint: Endpoint): void {
  const { access } = endpoint;
  const isParticipant = access === "relationship-participant";
  if (role === null || workspaceStatus === null) throw new Refusal("NOT_FOUND");
  if (isParticipant && workspaceStatus !== "ACTIVE") throw new Refusal("NOT_FOUND");
  refuseClosedWorkspace(workspaceStatus, endpoint);
  if (access === "workspace-owner" && role !== "OWNER") throw new Refusal("FORBIDDEN");
}
