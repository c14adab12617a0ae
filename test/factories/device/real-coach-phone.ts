import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import type { TestApi } from "../../harness/api.ts";
import type { TestIssuer } from "../../harness/test-issuer.ts";
import type { BuiltCoach } from "../accounts/identity.ts";
import { buildPairInItsDay, type SignedInPair } from "../accounts/signed-in-pair.ts";
import { putMessageTask } from "../inbox/coach-phone.ts";
import { type CoachTaskOwner, putCoachTask } from "../inbox/coach-tasks.ts";
import type { BuiltAgenda } from "../plans/plans.ts";
import { type BarePhone, buildBarePhone } from "./real-phone.ts";

/** A coach's phone with the device library, connected to the real API, and two clients of that coach. */
export interface RealCoachPhone extends BarePhone {
  readonly coach: BuiltCoach;
  readonly first: ClientInItsDay;
  readonly second: ClientInItsDay;
  /** Puts a row about a client into the inbox, whatever its source says. */
  task(client: ClientInItsDay, changes?: Partial<CoachTask>): Promise<CoachTask>;
  /** A message of a client waits for a reply. */
  message(client: ClientInItsDay): Promise<CoachTask>;
}

type ClientInItsDay = SignedInPair & { readonly agenda: BuiltAgenda };

/** A coach with two clients, not signed in yet. */
export async function buildRealCoachPhone(
  api: TestApi,
  issuer: TestIssuer,
): Promise<RealCoachPhone> {
  const { em } = api.deps.database;
  const first = await buildPairInItsDay(em, issuer);
  const { coach, coachToken } = first;
  const second = await buildPairInItsDay(em, issuer, { coach });
  return {
    ...(await buildBarePhone(api, coachToken, "COACH_MOBILE")),
    coach,
    first,
    second,
    task: async (client, changes) => await putCoachTask(em, ownerOf(client, coach), changes),
    message: async (client) => await putMessageTask(em, ownerOf(client, coach)),
  };
}

function ownerOf(
  { workspaceId, relationshipId, client }: ClientInItsDay,
  { userId: coachUserId }: BuiltCoach,
): CoachTaskOwner {
  return { workspaceId, relationshipId, clientUserId: client.userId, coachUserId };
}
