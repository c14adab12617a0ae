import { lockAccountState } from "../../activities/accounts/lock-account-state.ts";
import { lockLogin } from "../../activities/providers/lock-login.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { AccountStateRow } from "../../db/accounts/guard/queries.ts";
import type { Tx } from "../../db/transact.ts";
import { refuseClosed } from "./authorize.ts";
import type { Caller, ProviderIdentity } from "./caller.ts";
import type { Access, Granted } from "./access.ts";
import type { Endpoint } from "../endpoint.ts";
import { refuseClosedWorkspace } from "./refuse-closed-workspace.ts";

/**
 * Holds what the guard found in the transaction that acts on it. The account of a sign-in that needs no
 * user is left to its act, which locks it.
 *
 * @throws Refusal what the guard throws, when something was taken away meanwhile.
 */
export async function lockGrant(
  tx: Tx,
  endpoint: Endpoint,
  granted: Granted[Access],
): Promise<void> {
  if ("identity" in granted) return holdStranger(tx, granted);
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
 * Whoever is about to become somebody here comes before or after a change of the provider: a disable is
 * seen, or ends what began. Judged by a provider that is no more as it was, one more try is to be made.
 */
async function holdStranger(
  tx: Tx,
  { caller, identity }: { readonly caller: Caller | null; readonly identity: ProviderIdentity },
): Promise<void> {
  if (caller === null && !(await lockLogin(tx, identity))) throw new Refusal("UNAVAILABLE");
}

/** The workspace whose membership the grant rests on. */
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
