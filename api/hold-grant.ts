import { holdStanding } from "../activities/identity/hold-standing.ts";
import { Refusal } from "../contract/refusal.ts";
import type { StandingRow } from "../db/identity/guard/queries.ts";
import type { Tx } from "../db/transact.ts";
import { refuseClosed } from "./authorize.ts";
import type { Access, Endpoint, Granted } from "./endpoint.ts";
import { refuseClosedWorkspace } from "./refuse-closed-workspace.ts";

/**
 * Holds what the guard found in the transaction that acts on it. A sign-in that needs no user is left
 * to its act, which locks the account.
 *
 * @throws Refusal what the guard throws, when something was taken away meanwhile.
 */
export async function holdGrant(
  tx: Tx,
  endpoint: Endpoint,
  granted: Granted[Access],
): Promise<void> {
  if ("identity" in granted || !("caller" in granted)) return;
  const { userId, appSessionId } = granted.caller;
  const workspaceId = workspaceOf(granted);
  const changesWorkspace = endpoint.kind === "act" && endpoint.changesWorkspace === true;
  const standing = await holdStanding(tx, {
    userId,
    appSessionId,
    workspaceId,
    changesWorkspace,
  });
  refuseClosed(standing, endpoint);
  if (standing.sessionEnded && endpoint.admitsEndedSession !== true)
    throw new Refusal("UNAUTHENTICATED");
  if (workspaceId !== null) refuseLostPlace(standing, endpoint);
}

/** The workspace whose membership the grant rests on. */
function workspaceOf(granted: Granted[Access]): string | null {
  if ("workspace" in granted) return granted.workspace.workspaceId;
  const asCoach = "relationship" in granted && granted.relationship.as === "COACH";
  return asCoach ? granted.relationship.workspaceId : null;
}

function refuseLostPlace({ role, workspaceStatus }: StandingRow, endpoint: Endpoint): void {
  const { access } = endpoint;
  const isParticipant = access === "relationship-participant";
  if (role === null || workspaceStatus === null) throw new Refusal("NOT_FOUND");
  if (isParticipant && workspaceStatus !== "ACTIVE") throw new Refusal("NOT_FOUND");
  refuseClosedWorkspace(workspaceStatus, endpoint);
  if (access === "workspace-owner" && role !== "OWNER") throw new Refusal("FORBIDDEN");
}
